import { useLanguageName } from "#app/i18n/language-name.ts";
import { useState } from "react";
import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead, MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { isUnderway, statusGlyph } from "#app/domain/meeting/status.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { mostSpoken } from "#app/domain/transcript/most-spoken.ts";
import { CallPart, KeptPart, showsCall } from "#app/features/meeting/call/call-part.tsx";
import { CHAT_HASH, wantFocus } from "#app/features/meeting/chat/use-chat-place.ts";
import { ExportMenu } from "#app/features/meeting/document/export-menu.tsx";
import { ProgressPart } from "#app/features/meeting/document/lazy-parts.tsx";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { useShownStatus } from "#app/features/here/session/shown-status.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { MeetingMenu } from "#app/features/meeting/meeting-menu.tsx";
import { ShareButton } from "#app/features/meeting/share/share-button.tsx";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

const DOCUMENT_TITLE_ID = "doc-title";

type Props = { head: MeetingHead; hasText: boolean; summary: MeetingView["summary"]; isOwn: boolean };

/** Back link, status, title, and a line with date, duration, language and template. */
function DocumentHead({ head, hasText, summary, isOwn }: Props) {
  const { t } = useTranslation(["meeting", "common"]);
  const nameOf = useLanguageName();
  const locale = useLocale();
  const isOver = !isUnderway(head.status);
  const hasMinutes = summary !== null;
  return (
    <>
      <div className="doc__bar">
        <Link className="crumb note" to="/history">
          <Icon name="previous" />
          <span>{t("common:menu.history")}</span>
        </Link>
        <div className="row">
          {hasText && <AskLink />}
          {hasMinutes && isOver && <EditButtons />}
          {/* While minutes are being written, the transcript can already be exported and older minutes can be shared. */}
          {hasText && (isOver || head.pdf) && <ExportMenu {...head} />}
          {isOwn && hasText && (isOver || hasMinutes) && <ShareButton meetId={head.meetId} pdf={head.pdf} />}
          {isOwn && <MeetingMenu head={head} />}
        </div>
      </div>
      <StatusBadge head={head} />
      <h1 className="title" id={DOCUMENT_TITLE_ID} dir="auto">
        {head.title}
      </h1>
      <p className="byline">
        {head.source === "sample" && <span>{t("sample")}</span>}{" "}
        <span>
          <LocalTime at={head.startsAt} format="date-time" />
        </span>{" "}
        {head.durationMs !== null && <span className="num">{formatDuration(head.durationMs, locale)}</span>}{" "}
        {head.participants && <span>{t("people", { count: head.participants })}</span>}{" "}
        <span suppressHydrationWarning>{nameOf(head.language)}</span>{" "}
        <span>{t("template", { name: head.templateName ?? t("basicSystem") })}</span>{" "}
        {isOver && <Versions version={summary?.version} />}
      </p>
      {isOver && <WhoSpoke />}
    </>
  );
}

/** The way to the versions, where there is more than one. */
function Versions({ version = 1 }: { version: number | undefined }) {
  const { t } = useTranslation("editActions");
  const actions = useEditActions();
  if (!actions || version < 2) return null;
  return (
    <span>
      <button
        type="button"
        title={t("versions.open")}
        aria-busy={actions.awaited === "versions" || undefined}
        onClick={actions.showVersions}
      >
        {t("versions.number", { version })}
      </button>
    </span>
  );
}

function WhoSpoke() {
  const { t } = useTranslation(["meeting", "editActions"]);
  const locale = useLocale();
  const actions = useEditActions();
  const { speakers } = useMeetingFacts();
  const [isWhole, setWhole] = useState(false);
  if (speakers.size === 0) return null;
  const { shown, hidden } = mostSpoken([...speakers.values()]);
  return (
    <ul className="present" aria-label={t("whoSpoke")}>
      {(isWhole ? [...speakers.values()] : shown).map((speaker) => (
        <li key={speaker.name}>
          <SpeakerAvatar speaker={speaker} />
          {speaker.name} <span className="num">{formatDuration(speaker.spokenMs, locale)}</span>
        </li>
      ))}
      {hidden > 0 && !isWhole && (
        <li>
          <button
            className="btn btn--quiet note num"
            type="button"
            aria-label={t("others", { count: hidden })}
            onClick={() => setWhole(true)}
          >
            +{hidden}
          </button>
        </li>
      )}
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
function StatusBadge({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("common");
  const status = useShownStatus(head);
  return (
    <output className="doc__status">
      <Badge kind={statusGlyph(status)}>{t(`status.${status}`)}</Badge>
    </output>
  );
}

/** Only while a meeting is on its way. */
const ToldPart = lazyPart(
  lazy(async () => (await import("#app/features/meeting/document/told-so-far.tsx")).ToldSoFar, ["progress"]),
);

/** The minutes, or where they are on their way. A summary that is there is shown whatever the status says. */
export function MeetingDocument({ view, shownBy }: { view: MeetingView; shownBy: string | null }) {
  const { t } = useTranslation("common");
  const { head, segments, summary } = view;
  const hasText = segments.length > 0;
  const isCall = showsCall(head);
  return (
    <article className="doc" id="minutes" aria-labelledby={DOCUMENT_TITLE_ID}>
      <div className="doc__in">
        <DocumentHead head={head} hasText={hasText} summary={summary} isOwn={shownBy === null} />
        {isCall && <CallPart head={head} hasText={hasText} />}
        {!isCall && shownBy === null && <KeptPart {...head} />}
        {!isCall && head.status !== "SUMMARIZED" && <ProgressPart head={head} hasText={hasText} />}
        {head.told && <ToldPart told={head.told} />}
        <NotesPlace view={view} shownBy={shownBy} />
        {summary && <SummaryFields summary={summary} />}
        {!summary && head.status === "SUMMARIZED" && <p className="reading lead">{t("error.noSummary")}</p>}
        {summary && <Colophon head={head} summary={summary} />}
      </div>
    </article>
  );
}

const Notes = lazyPart(
  lazy(
    async () => (await import("#app/features/meeting/document/document-notes.tsx")).DocumentNotes,
    ["progress", "video", "spoken", "edit", "privacy", "colophon", "model"],
  ),
  { isAbove: true },
);

const SplitNote = lazyPart(
  lazy(async () => (await import("#app/features/meeting/document/split-note.tsx")).SplitNote, ["split"]),
  { isAbove: true },
);

const MergedNote = lazyPart(
  lazy(async () => (await import("#app/features/meeting/document/merged-note.tsx")).MergedNote, ["merge"]),
  { isAbove: true },
);

/** Draws the notes above the minutes, for meetings that have any. */
function NotesPlace(props: { view: MeetingView; shownBy: string | null }) {
  const { meetId, split, parts, lastPart } = props.view.head;
  return (
    <>
      {split && <SplitNote meetId={meetId} split={split} />}
      {parts && parts.length > 1 && <MergedNote recordings={parts.length} lastPart={lastPart} />}
      {(props.shownBy !== null || hasNotes(props.view)) && <Notes {...props} />}
    </>
  );
}

function hasNotes({ head, summary }: MeetingView): boolean {
  if (
    head.speakersUnknown ||
    head.video ||
    head.cutOff ||
    head.transcriptLength !== null ||
    head.rewriteFailed ||
    head.privacy
  )
    return true;
  if (!summary) return false;
  // A model on the reader's machine may be offered for them.
  if (head.editable && head.status === "SUMMARIZED" && summary.engine.port === "extractive") return true;
  return Boolean(summary.standsIn || summary.spoken) || linesOfAll(summary.fields).some((line) => line.outdated);
}

/** The last lines of the minutes. Nobody reads them first, so they load after the page. */
const Colophon = lazyPart(
  lazy(async () => (await import("#app/features/meeting/document/colophon.tsx")).Colophon, ["colophon"]),
);

/** The way to the chat where it stands beside the minutes; elsewhere it is a tab. */
function AskLink() {
  const { t } = useTranslation("chatPanel");
  return (
    <a className="btn btn--quiet" href={CHAT_HASH} aria-keyshortcuts="a" onClick={wantFocus}>
      <Icon name="chat" />
      {t("open")}
    </a>
  );
}

/** Edit and write again, in the bar over the minutes; nothing for whoever only reads. */
function EditButtons() {
  const { t } = useTranslation("editActions");
  const actions = useEditActions();
  if (!actions) return null;
  const [editComes, rewriteComes] = [actions.awaited === "minutes", actions.awaited === "rewrite"];
  return (
    <>
      <Button kind="quiet" aria-keyshortcuts="e" title={t("open")} busy={editComes} onClick={actions.edit}>
        {!editComes && <Icon name="edit" />}
        <span className="wide">{t("open")}</span>
      </Button>
      <Button
        kind="quiet"
        aria-keyshortcuts="w"
        title={t("rewrite.open")}
        busy={rewriteComes}
        onClick={actions.writeAgain}
      >
        {!rewriteComes && <Icon name="again" />}
        <span className="wide">{t("rewrite.open")}</span>
      </Button>
    </>
  );
}
