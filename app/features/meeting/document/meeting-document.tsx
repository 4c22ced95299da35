import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { CallPart } from "#app/features/meeting/call/call-part.tsx";
import { showsCall } from "#app/features/meeting/call/call-state.ts";
import { DOCUMENT_TITLE_ID, DocumentHead } from "#app/features/meeting/document/document-head.tsx";
import { ProgressPart } from "#app/features/meeting/document/progress-part.tsx";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { EditColophon } from "#app/features/meeting/edit/edit-marks.tsx";
import { formatDateTime, formatExactDuration } from "#app/i18n/format.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

/** The minutes, or where they are on their way. A summary that is there is shown whatever the status says. */
export function MeetingDocument({ view }: { view: MeetingView }) {
  const { t } = useTranslation("common");
  const { head, segments, summary } = view;
  const hasText = segments.length > 0;
  const isCall = showsCall(head);
  return (
    <article className="doc" id="minutes" aria-labelledby={DOCUMENT_TITLE_ID}>
      <div className="doc__in">
        <DocumentHead head={head} hasText={hasText} hasMinutes={summary !== null} />
        {isCall && <CallPart head={head} hasText={hasText} />}
        {!isCall && head.status !== "SUMMARIZED" && <ProgressPart head={head} hasText={hasText} />}
        <NotesPlace view={view} />
        {summary && <SummaryFields summary={summary} />}
        {!summary && head.status === "SUMMARIZED" && <p className="reading lead">{t("error.noSummary")}</p>}
        <Colophon view={view} />
      </div>
    </article>
  );
}

const Notes = lazyPart(
  lazy(
    async () => (await import("#app/features/meeting/document/document-notes.tsx")).DocumentNotes,
    ["progress", "video", "spoken", "edit"],
  ),
);

/** Draws the notes above the minutes, for meetings that have any. */
function NotesPlace({ view }: { view: MeetingView }) {
  return hasNotes(view) && <Notes view={view} />;
}

function hasNotes({ head, summary }: MeetingView): boolean {
  if (head.video || head.cutOff || head.transcriptLength !== null || head.rewriteFailed) return true;
  if (!summary) return false;
  return Boolean(summary.standsIn || summary.spoken) || linesOfAll(summary.fields).some((line) => line.outdated);
}

/** The last lines of the minutes: from what, when and with which template and engine, and what was left out. */
function Colophon({ view }: { view: MeetingView }) {
  const { t } = useTranslation("meeting");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { head, summary } = view;
  if (!summary) return null;
  const date = formatDateTime(summary.writtenAt, locale, timeZone);
  const template = summary.template.id === null ? t("basicSystem") : summary.template.name;
  return (
    <footer className="colophon">
      {/* As with LocalTime: the server's Intl data may be older than the browser's. */}
      <p suppressHydrationWarning>
        {head.durationMs === null
          ? t("colophon.writtenNoLength", { date, template })
          : t("colophon.written", { date, template, length: formatExactDuration(head.durationMs, locale) })}{" "}
        {head.transcriptSource !== null && t(`colophon.${head.transcriptSource}`)}
      </p>
      <p>
        {summary.engine.port === "extractive"
          ? t("colophon.extractive")
          : t("colophon.model", { model: summary.engine.model })}
      </p>
      <EditColophon view={view} />
      {!head.playable && <p>{t("colophon.notPlayable")}</p>}
      {summary.droppedItems > 0 && <p>{t("colophon.droppedItems", { count: summary.droppedItems })}</p>}
      {head.droppedSegments > 0 && <p>{t("colophon.droppedSegments", { count: head.droppedSegments })}</p>}
    </footer>
  );
}
