import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { LANGUAGE_CHOICES } from "#app/domain/meeting-languages.ts";
import { isNamed } from "#app/features/upload/form/named-fields.tsx";
import { FootNote } from "#app/features/upload/form/foot-note.tsx";
import { ImportFiles } from "#app/features/upload/import/import-files.tsx";
import { ImportList } from "#app/features/upload/import/import-list.tsx";
import { type ImportRow, isReady } from "#app/features/upload/import/import-rows.ts";
import { type Import, useImport } from "#app/features/upload/import/use-import.ts";
import { saveLastLanguage, useLanguageChoices } from "#app/i18n/language-choice.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { SelectField, type TemplateOptions } from "#app/ui/select.tsx";

export type ImportDialogProps = {
  user: { meetingLanguage: MeetingLanguage | null };
  templates: TemplateOptions;
  timeZone: string;
  onClose: () => void;
};

/** Imports transcripts without a recording: chosen, checked in a list, sent one by one, and undone as a whole. */
export function ImportDialog({ user, templates, timeZone, onClose }: ImportDialogProps) {
  const { t } = useTranslation("upload");
  const formId = useId();
  const files = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isAsked, setAsked] = useState(false);
  const imported = useImport(timeZone);
  const { rows, phase } = imported;
  const isBusy = phase === "sending" || phase === "undoing";
  // The words of a transcript tell their language, whatever the speech engine can.
  const languages = useLanguageChoices({ ...user, hearsLanguage: true });
  useListsAfter(phase);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const ready = rows.filter(isReady);
    setAsked(true);
    if (ready.length === 0) return files.current?.focus();
    if (!ready.every(isNamed)) return focusMissing(form.current);
    const data = new FormData(event.currentTarget);
    const language = LANGUAGE_CHOICES.find((choice) => choice === data.get("language")) ?? languages.first;
    const templateId = data.get("template");
    saveLastLanguage(language);
    imported.send({ language, templateId: typeof templateId === "string" && templateId !== "" ? templateId : null });
  };
  return (
    <Dialog
      open
      title={t("imports.title")}
      onClose={onClose}
      closable={!isBusy}
      footer={<Foot {...imported} formId={formId} onClose={onClose} />}
    >
      <form className="body" id={formId} ref={form} onSubmit={onSubmit} noValidate>
        {rows.length === 0 && <p className="full">{t("imports.intro")}</p>}
        {phase === "choosing" && <ImportFiles {...imported} inputRef={files} />}
        <Status {...imported} isAsked={isAsked} />
        {rows.length > 0 && <ImportList {...imported} timeZone={timeZone} isOpen={!isBusy} isAsked={isAsked} />}
        <div className="two" hidden={rows.length === 0 || phase !== "choosing"}>
          <SelectField
            label={t("imports.language")}
            name="language"
            defaultValue={languages.first}
            options={languages.options}
          />
          <SelectField
            key={templates.options.length}
            label={t("imports.template")}
            name="template"
            defaultValue={templates.chosen}
            options={templates.options}
          />
        </div>
      </form>
    </Dialog>
  );
}

/** The lists behind the dialog have the meetings as soon as they are made, or removed. */
function useListsAfter(phase: Import["phase"]): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (phase !== "choosing" && phase !== "sending" && phase !== "undoing") revalidate();
  }, [phase, revalidate]);
}

/** After the render that marks them. */
function focusMissing(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid]")?.focus());
}

const count = (rows: readonly ImportRow[], state: ImportRow["state"]) =>
  rows.filter((row) => row.state === state).length;

/** The progress or the result; told to screen readers as it changes. */
function Status({ rows, phase, isAsked }: Pick<Import, "rows" | "phase"> & { isAsked: boolean }) {
  const { t } = useTranslation("upload");
  const made = count(rows, "made");
  const failed = count(rows, "failed");
  const total = made + failed + count(rows, "waiting") + count(rows, "sending") + count(rows, "known");
  const done = total - count(rows, "waiting") - count(rows, "sending");
  const sending = t("imports.sending", { done, total });
  const text = {
    choosing: isAsked && !rows.some(isReady) ? t("imports.nothing") : "",
    sending,
    sent: made > 0 ? t("imports.done", { count: made }) : t("imports.none"),
    undoing: t("imports.undoing"),
    undone: t("imports.undone"),
    "undo-failed": t("imports.undoFailed"),
  }[phase];
  return (
    <div className="stack full">
      <p role="status">
        {text}
        {phase === "sent" && failed > 0 && ` ${t("imports.failed", { count: failed })}`}
      </p>
      {phase === "sending" && <Progress value={done} max={total} label={sending} />}
    </div>
  );
}

type FootProps = Pick<Import, "rows" | "phase" | "stop" | "undo"> & { formId: string; onClose: () => void };

function Foot({ rows, phase, stop, undo, formId, onClose }: FootProps) {
  const { t } = useTranslation(["upload", "common"]);
  const ready = rows.filter(isReady).length;
  if (phase === "sending")
    return (
      <Button kind="line" large onClick={stop}>
        {t("imports.stop")}
      </Button>
    );
  if (phase === "undoing") return <span className="hint grow">{t("imports.undoing")}</span>;
  const isReading = rows.some(({ state }) => state === "reading");
  return (
    <>
      {phase === "choosing" && <FootNote />}
      <Button kind="quiet" large onClick={onClose}>
        {phase === "choosing" ? t("common:action.cancel") : t("common:action.close")}
      </Button>
      {(phase === "sent" || phase === "undo-failed") && count(rows, "made") > 0 && (
        <Button kind="line" large onClick={undo}>
          {t("imports.undo")}
        </Button>
      )}
      {(phase === "choosing" || ready > 0) && phase !== "undone" && (
        <Button kind="primary" large type="submit" form={formId} busy={isReading}>
          {phase === "choosing" ? t("imports.submit", { count: ready }) : t("imports.again")}
        </Button>
      )}
    </>
  );
}
