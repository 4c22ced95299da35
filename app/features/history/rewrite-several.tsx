import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { rewriteSeveral } from "#app/contracts/endpoints/templates.ts";
import { randomId } from "#app/domain/ids.ts";
import { REWRITE_MEETINGS_MAX } from "#app/domain/limits/templates.ts";
import { Field, FieldError } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
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
    <FormDialog
      texts={{
        title: t("choose.title"),
        confirm: t(isBusy ? "choose.asking" : "choose.confirm"),
        cancel: t("common:action.cancel"),
      }}
      busy={isBusy}
      disabled={false}
      onSubmit={() => void ask()}
      onClose={onClose}
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
    </FormDialog>
  );
}
