import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingHead, MeetingView } from "#app/contracts/meeting-view.ts";
import { isUnderway, type MeetingStatus, statusGlyph } from "#app/domain/meeting/status.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { CallPart } from "#app/features/meeting/call/call-part.tsx";
import { showsCall } from "#app/features/meeting/call/call-state.ts";
import { AskLink } from "#app/features/meeting/chat/ask-link.tsx";
import { ExportMenu } from "#app/features/meeting/document/export-menu.tsx";
import { ProgressPart } from "#app/features/meeting/document/progress-part.tsx";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { EditColophon } from "#app/features/meeting/edit/edit-marks.tsx";
import { EditButtons } from "#app/features/meeting/edit/minutes/edit-buttons.tsx";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { MeetingMenu } from "#app/features/meeting/meeting-menu.tsx";
import { ShareButton } from "#app/features/meeting/share/share-button.tsx";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { formatDateTime, formatDuration, formatExactDuration } from "#app/i18n/format.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Icon } from "#app/ui/icon.tsx";

const DOCUMENT_TITLE_ID = "doc-title";

type Props = { head: MeetingHead; hasText: boolean; hasMinutes: boolean };

/** Back link, status, title, and a line with date, duration, language and template. */
function DocumentHead({ head, hasText, hasMinutes }: Props) {
  const { t } = useTranslation(["meeting", "common"]);
  const locale = useLocale();
  const isOver = !isUnderway(head.status);
  return (
    <>
      <div className="doc__bar">
        <Link className="crumb note" to="/history">
          <Icon name="previous" />
          {t("common:menu.history")}
        </Link>
        <div className="row">
          {hasText && <AskLink />}
          {hasMinutes && isOver && <EditButtons />}
          {/* While minutes are being written, the transcript can already be exported and older minutes can be shared. */}
          {hasText && (isOver || head.pdf) && <ExportMenu meetId={head.meetId} pdf={head.pdf} />}
          {hasText && (isOver || hasMinutes) && <ShareButton meetId={head.meetId} pdf={head.pdf} />}
          <MeetingMenu head={head} />
        </div>
      </div>
      <StatusBadge status={head.status} />
      <h1 className="title" id={DOCUMENT_TITLE_ID}>
        {head.title}
      </h1>
      <p className="byline">
        <span>
          <LocalTime at={head.startsAt} format="date-time" />
        </span>{" "}
        {head.durationMs !== null && <span className="num">{formatDuration(head.durationMs, locale)}</span>}{" "}
        <span>{t(`common:language.${head.language}`)}</span>{" "}
        <span>{t("template", { name: head.templateName ?? t("basicSystem") })}</span>
      </p>
      {isOver && <WhoSpoke />}
    </>
  );
}

function WhoSpoke() {
  const { t } = useTranslation(["meeting", "editActions"]);
  const locale = useLocale();
  const actions = useEditActions();
  const { speakers } = useMeetingFacts();
  if (speakers.size === 0) return null;
  return (
    <ul className="present" aria-label={t("whoSpoke")}>
      {[...speakers.values()].map((speaker) => (
        <li key={speaker.name}>
          <SpeakerAvatar speaker={speaker} />
          {speaker.name} <span className="num">{formatDuration(speaker.spokenMs, locale)}</span>
        </li>
      ))}
      {actions && (
        <li>
          <button
            className="btn btn--quiet note"
            type="button"
            aria-busy={actions.awaited === "speakers" || undefined}
            onClick={() => actions.nameSpeakers()}
          >
            {t("editActions:speakers.open")}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The meeting's state as a glyph and a word; announced when it changes. */
function StatusBadge({ status }: { status: MeetingStatus }) {
  const { t } = useTranslation("common");
  return (
    <output className="doc__status">
      <Badge kind={statusGlyph(status)}>{t(`status.${status}`)}</Badge>
    </output>
  );
}

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
