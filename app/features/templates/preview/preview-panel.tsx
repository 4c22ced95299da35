import { useCallback, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { previewTemplate } from "#app/contracts/endpoints/templates.ts";
import type { TemplatePreview } from "#app/contracts/template/template-answers.ts";
import { completeFields, type TemplateDraft } from "#app/domain/template/template-rules.ts";
import { PreviewFields } from "#app/features/templates/preview/preview-fields.tsx";
import { formatShortDate } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";

export type PreviewMeeting = { id: string; title: string; startsAt: number };

type Props = {
  fields: TemplateDraft["fields"];
  /** Meetings with minutes that the preview can be written from; the sample is always one. */
  meetings: readonly PreviewMeeting[];
  /** The field that is being edited. */
  editedKey: string | null;
};

/**
 * The minutes that the template produces for a meeting: quoted at once and without a model, so that it is written again after each change. It
 * changes nothing in the meeting.
 */
export function PreviewPanel({ fields, meetings, editedKey }: Props) {
  const { t } = useTranslation("templates");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const selectId = useId();
  const [meetId, setMeetId] = useState<string | null>(null);
  const complete = completeFields(fields);
  const { shown, isWriting, isFailed, write } = usePreview();
  const asked = JSON.stringify([meetId, complete]);
  const isStale = shown !== null && shown.asked !== asked;
  const hasFields = complete.length > 0;
  // Of the template only the fields are shown: a name that is too long or not there yet does not hold the preview up.
  const ask = () => write({ name: t("create"), description: null, fields: complete }, meetId, asked);
  useWrittenAhead(ask, { asked, hasFields });
  return (
    <section className="panel panel--preview" aria-label={t("preview.title")}>
      <header>
        <div className="panel__head">
          <h2 className="section">{t("preview.title")}</h2>
          <span className="note muted" role="status">
            {isWriting ? (
              t("preview.writing")
            ) : isStale ? (
              t("preview.stale")
            ) : shown ? (
              <>
                {t("preview.written")} <LocalTime at={shown.at} format="clock" />
              </>
            ) : null}
          </span>
        </div>
        <div className="panel__pick">
          <label className="sr" htmlFor={selectId}>
            {t("preview.meeting")}
          </label>
          <Select id={selectId} value={meetId ?? ""} onChange={({ target }) => setMeetId(target.value || null)}>
            <option value="">{t("preview.sample")}</option>
            {meetings.map(({ id, title, startsAt }) => (
              <option key={id} value={id}>
                {title}, {formatShortDate(startsAt, locale, timeZone)}
              </option>
            ))}
          </Select>
          <Button busy={isWriting} disabled={!hasFields} onClick={ask}>
            {!isWriting && <Icon name="again" />}
            {t(shown === null ? "preview.write" : "preview.again")}
          </Button>
        </div>
      </header>
      {/* Long minutes are scrolled here, by keyboard too. */}
      <div
        className="panel__body sample"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={t("preview.region")}
      >
        {isFailed && <FieldError>{t("preview.failed")}</FieldError>}
        {shown === null ? (
          !isFailed && <p className="muted">{t(isWriting || hasFields ? "preview.writing" : "preview.none")}</p>
        ) : (
          <PreviewFields preview={shown.preview} editedKey={editedKey} />
        )}
      </div>
    </section>
  );
}

/** Own choice: the preview is written this long after the last change. */
const PREVIEW_REST_MS = 1200;

/** Writes the preview at once for a template that is opened; then a person who types writes faster than that. */
function useWrittenAhead(ask: () => void, { asked, hasFields }: { asked: string; hasFields: boolean }): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  const isOpened = useRef(false);
  useEffect(() => {
    if (!hasFields) return;
    const write = () => {
      isOpened.current = true;
      latest.current();
    };
    const timer = setTimeout(write, isOpened.current ? PREVIEW_REST_MS : 0);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is asked begins a new wait
  }, [asked, hasFields]);
}

type Shown = { preview: TemplatePreview; asked: string; at: number };

function usePreview() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isWriting, setWriting] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const write = useCallback((template: TemplateDraft, meetId: string | null, asked: string) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setWriting(true);
    setFailed(false);
    const send = async () => {
      const end = await callApi(previewTemplate, {
        body: { template: { ...template, fields: [...template.fields] }, meetId },
        signal: own.signal,
      });
      if (own.signal.aborted) return;
      setWriting(false);
      // After too many changes in a minute the earlier preview stays, marked as stale, with its button.
      setFailed(!end.ok && end.kind !== "too-many-requests" && end.kind !== "signed-out");
      if (end.ok) setShown({ preview: end.value, asked, at: Date.now() });
    };
    void send();
  }, []);
  return { shown, isWriting, isFailed, write };
}
