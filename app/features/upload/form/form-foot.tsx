import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PlanUse } from "#app/contracts/billing.ts";
import { Button } from "#app/ui/button.tsx";
import { useIsCutOff } from "#app/ui/cut-off.ts";

/** Beside the buttons of an upload: that nothing can be sent, before it is begun; else the children. */
export function FootNote({ children }: { children?: ReactNode }) {
  const { t } = useTranslation("upload");
  const isCutOff = useIsCutOff();
  return (
    <span className="hint grow num" role="status">
      {isCutOff ? t("cutOff") : children}
    </span>
  );
}

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
