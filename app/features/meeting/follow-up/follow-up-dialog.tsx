import { useLanguageName } from "#app/i18n/language-name.ts";
import { type FormEvent, useId } from "react";
import type { CallResult } from "#app/contracts/call-result.ts";
import type { FollowUpDraft } from "#app/contracts/follow-up.ts";
import { LOCALES, parseLocale } from "#app/domain/languages.ts";
import {
  FOLLOW_UP_PEOPLE_MAX,
  FOLLOW_UP_SUBJECT_CHARS_MAX,
  FOLLOW_UP_TEXT_CHARS_MAX,
} from "#app/domain/limits/mail.ts";
import { useFollowUp } from "#app/features/meeting/follow-up/use-follow-up.ts";
import { SeriesChoice } from "#app/features/meeting/follow-up/series-choice.tsx";
import { formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { useToast } from "#app/ui/toast.tsx";

export { readDraft } from "#app/features/meeting/follow-up/use-follow-up.ts";

export type FollowUpDialogProps = { meetId: string; first: CallResult<FollowUpDraft>; onClose: () => void };
type Work = ReturnType<typeof useFollowUp>;

/** The mail to those who were there, as it will be sent. It is sent by one press, from Acta or from the person's own mail program. */
export function FollowUpDialog({ meetId, first, onClose }: FollowUpDialogProps) {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const formId = useId();
  const work = useFollowUp({
    meetId,
    first,
    onSent: () => {
      toast("done", t("followUp.sent"));
      onClose();
    },
  });
  const { draft, errors, isBusy, addresses } = work;
  const canSend = draft !== null && draft.isSending && draft.replyTo !== null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend && !isBusy) void work.send();
  };
  const openProgram = async () => {
    const opened = await work.openProgram();
    if (opened !== null && opened !== "whole") toast("done", t(`followUp.${opened}`));
  };
  return (
    <Dialog
      open
      title={t("followUp.title")}
      onClose={onClose}
      closable={!isBusy}
      footer={
        <>
          {!isBusy && (
            <Button kind="quiet" large onClick={onClose}>
              {t("followUp.cancel")}
            </Button>
          )}
          {draft !== null && (
            <Button kind={canSend ? "line" : "primary"} large onClick={() => void openProgram()}>
              {t("followUp.program")}
            </Button>
          )}
          {canSend && (
            <Button kind="primary" large type="submit" form={formId} busy={isBusy}>
              {addresses.length === 0 ? t("followUp.sendNobody") : t("followUp.send", { count: addresses.length })}
            </Button>
          )}
        </>
      }
    >
      <form className="body stack" id={formId} noValidate onSubmit={onSubmit} aria-busy={isBusy}>
        <p className="muted">{t("followUp.lead")}</p>
        {draft !== null && <Fields draft={draft} work={work} />}
        {canSend && draft.series !== null && (
          <SeriesChoice
            meetId={meetId}
            first={draft.series.choice}
            now={{ to: addresses, language: draft.language, withLink: work.form.withLink }}
            problem={work.problem}
          />
        )}
        {errors.form !== undefined && <FieldError>{errors.form}</FieldError>}
        {draft === null && (
          <p>
            <Button busy={isBusy} onClick={() => void work.write(undefined, true)}>
              {t("followUp.again")}
            </Button>
          </p>
        )}
      </form>
    </Dialog>
  );
}

function Fields({ draft, work }: { draft: FollowUpDraft; work: Work }) {
  const { t } = useTranslation("connections");
  const { form, errors, setForm } = work;
  const change = (over: Partial<typeof form>) => setForm((before) => ({ ...before, ...over }));
  return (
    <>
      <Before sent={draft.sent} />
      <Field
        label={t("followUp.to")}
        hint={
          draft.people.length === 0 && form.to === ""
            ? t("followUp.toNone")
            : t("followUp.toHint", { max: FOLLOW_UP_PEOPLE_MAX })
        }
        error={errors.to}
      >
        {(wiring) => (
          <textarea
            {...wiring}
            className="input"
            rows={2}
            autoComplete="off"
            spellCheck={false}
            value={form.to}
            onChange={({ target: { value } }) => change({ to: value })}
          />
        )}
      </Field>
      <Language draft={draft} work={work} />
      <Field label={t("followUp.subject")} error={errors.subject}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            maxLength={FOLLOW_UP_SUBJECT_CHARS_MAX}
            value={form.subject}
            onChange={({ target: { value } }) => change({ subject: value })}
          />
        )}
      </Field>
      <Field label={t("followUp.text")} error={errors.text}>
        {(wiring) => (
          <textarea
            {...wiring}
            className="input"
            rows={12}
            maxLength={FOLLOW_UP_TEXT_CHARS_MAX}
            value={form.text}
            onChange={({ target: { value } }) => change({ text: value })}
          />
        )}
      </Field>
      <div>
        <Checkbox
          label={t("followUp.link")}
          checked={form.withLink}
          onChange={({ target: { checked } }) => change({ withLink: checked })}
        />
        {form.withLink && <p className="note muted">{t("followUp.linkHint")}</p>}
      </div>
      <p className="note muted">{footNoteOf(draft, t)}</p>
    </>
  );
}

/** Names the address that answers go to, or says why Acta cannot send the mail. */
function footNoteOf({ isSending, replyTo }: FollowUpDraft, t: ReturnType<typeof useTranslation<"connections">>["t"]) {
  if (!isSending) return t("followUp.error.mailOff");
  return replyTo === null ? t("followUp.error.noAddress") : t("followUp.replies", { address: replyTo });
}

/** The language of the words around the lines of the minutes. */
function Language({ draft, work }: { draft: FollowUpDraft; work: Work }) {
  const { t } = useTranslation(["connections", "common"]);
  const nameOf = useLanguageName();
  const { language, minutesLanguage } = draft;
  return (
    <>
      <Field
        label={t("connections:followUp.language")}
        hint={
          language === minutesLanguage
            ? undefined
            : t("connections:followUp.languageHint", { language: nameOf(minutesLanguage, "inText") })
        }
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={language}
            disabled={work.isBusy}
            onChange={({ target: { value } }) => {
              const chosen = parseLocale(value);
              if (chosen !== null) void work.write(chosen, !work.isChanged);
            }}
          >
            {LOCALES.map((each) => (
              <option key={each} value={each}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {work.isChanged && (
        <div className="row row--wrap" role="status">
          <span className="note muted">{t("connections:followUp.kept", { language: nameOf(language, "inText") })}</span>
          <Button disabled={work.isBusy} onClick={() => void work.write(language, true)}>
            {t("connections:followUp.fill", { language: nameOf(language, "inText") })}
          </Button>
        </div>
      )}
    </>
  );
}

/** A second follow-up is nobody's slip. */
function Before({ sent }: Pick<FollowUpDraft, "sent">) {
  const { t } = useTranslation("connections");
  const locale = useLocale();
  const zone = useTimeZone();
  const arrived = sent.filter(({ state }) => state !== "parked");
  const [last] = arrived;
  if (last === undefined) return null;
  const count = new Set(arrived.map(({ to }) => to)).size;
  return <p className="note">{t("followUp.before", { count, date: formatDateTime(last.at, locale, zone) })}</p>;
}
