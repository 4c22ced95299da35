import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PlanUse } from "#app/contracts/billing.ts";
import { FootNote } from "#app/features/upload/form/foot-note.tsx";
import { Button } from "#app/ui/button.tsx";

/** The footer of the form: use of the plan, and the button that sends it. */
export function FormFoot(props: {
  formId: string;
  /** Null until it is known. */
  uploads: PlanUse | null;
  /** The form is shown again after an upload: the focus goes to the submit button, but the view stays at the error on top. */
  isBack: boolean;
  onClose: () => void;
}) {
  const { formId, uploads, isBack, onClose } = props;
  const { t } = useTranslation(["upload", "plan", "common"]);
  const submit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBack) submit.current?.focus({ preventScroll: true });
  }, [isBack]);
  const limit = uploads?.limit ?? null;
  const isCounted = uploads !== null && limit !== null && uploads.used <= limit;
  return (
    <>
      <FootNote>{isCounted && t("plan:used", { used: uploads.used, limit })}</FootNote>
      <Button kind="quiet" large onClick={onClose}>
        {t("common:action.cancel")}
      </Button>
      <Button kind="primary" large type="submit" form={formId} ref={submit}>
        <span className="cap">{t("submit")}</span>
      </Button>
    </>
  );
}
