import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { rewriteSeveral } from "#app/contracts/endpoints/templates.ts";
import { randomId } from "#app/domain/ids.ts";
import { REWRITE_MEETINGS_MAX } from "#app/domain/limits/templates.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { useToast } from "#app/ui/toast.tsx";

type RewriteSeveralProps = {
  meetIds: readonly string[];
  templates: readonly { id: string | null; name: string }[];
  onClose: () => void;
  /** These meetings are being written again; the others stay selected. */
  onBegun: (meetIds: readonly string[]) => void;
};

/** Has the minutes of several meetings written again with one template. */
export function RewriteSeveral({ meetIds, templates, onClose, onBegun }: RewriteSeveralProps) {
  const { t } = useTranslation(["templates", "common"]);
  const toast = useToast();
  const formId = useId();
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The same for a second try: what has begun does not begin again.
  const [saveId] = useState(() => randomId());
  const ask = async () => {
    setBusy(true);
    setFailure(null);
    const begun: string[] = [];
    let why: string | null | undefined;
    // As many as one request takes. After a refusal, the others stay selected for another try.
    for (let at = 0; at < meetIds.length && why === undefined; at += REWRITE_MEETINGS_MAX) {
      const some = meetIds.slice(at, at + REWRITE_MEETINGS_MAX);
      const end = await callApi(rewriteSeveral, { body: { saveId, meetIds: some, templateId, hand: "keep" } });
      if (end.ok)
        begun.push(...end.value.results.flatMap(({ outcome, meetId }) => (outcome === "started" ? [meetId] : [])));
      else why = end.kind === "signed-out" ? null : (end.message ?? t("choose.failed", { count: meetIds.length - at }));
    }
    setBusy(false);
    const left = meetIds.length - begun.length;
    if (begun.length > 0) toast("done", t("choose.done", { count: begun.length }));
    onBegun(begun);
    if (left === 0) return onClose();
    setFailure(why === undefined ? t("choose.failed", { count: left }) : why);
  };
  return (
    <Dialog
      open
      title={t("choose.title")}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" large onClick={onClose}>
            {t("common:action.cancel")}
          </Button>
          <Button kind="primary" large type="submit" form={formId} busy={isBusy}>
            {t(isBusy ? "choose.asking" : "choose.confirm")}
          </Button>
        </>
      }
    >
      <form
        className="body stack"
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void ask();
        }}
      >
        <p>{t("choose.intro", { count: meetIds.length })}</p>
        <Field label={t("choose.template")} hint={`${t("choose.only")} ${t("choose.hand")}`}>
          {(wiring) => (
            <Select {...wiring} value={templateId ?? ""} onChange={({ target }) => setTemplateId(target.value || null)}>
              {templates.map(({ id, name }) => (
                <option key={id ?? ""} value={id ?? ""}>
                  {id === null ? t("basicSystem") : name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {failure !== null && <FieldError>{failure}</FieldError>}
      </form>
    </Dialog>
  );
}
