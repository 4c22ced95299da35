import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead, MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { isEndedBadly } from "#app/domain/meeting/status.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { formatMoment } from "#app/domain/time.ts";
import { LocalModelOffer } from "#app/features/meeting/document/local-model-offer.tsx";
import { PrivacyNotes } from "#app/features/meeting/document/privacy-notes.tsx";
import { SpokenNote } from "#app/features/meeting/document/spoken-note.tsx";
import { RetryForm } from "#app/features/meeting/document/retry-form.tsx";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Over the minutes: writing again did not work, or lines rest on words that were corrected since; each with its way out. */
function EditNotes({ view }: { view: MeetingView }) {
  const { t } = useTranslation("edit");
  const actions = useEditActions();
  const { head, summary } = view;
  if (!summary || !actions || head.status !== "SUMMARIZED") return null;
  const outdated = linesOfAll(summary.fields).filter((line) => line.outdated).length;
  if (!head.rewriteFailed && outdated === 0) return null;
  const again = (
    <button
      className="btn btn--line"
      type="button"
      aria-busy={actions.awaited === "rewrite" || undefined}
      onClick={actions.writeAgain}
    >
      {t("outdated.again")}
    </button>
  );
  return (
    <div className="edit-note">
      {head.rewriteFailed ? (
        <Notice title={t(FAILED[head.rewriteFailed])} action={again} role="alert">
          {t("rewrite.failedSafe")}
        </Notice>
      ) : (
        <Notice action={again} role="status">
          {t("outdated.note", { count: outdated })}
        </Notice>
      )}
    </div>
  );
}

const FAILED = {
  template: "rewrite.failedTemplate",
  language: "rewrite.failedLanguage",
  same: "rewrite.failedSame",
} as const;

/** The notes above the minutes. Most meetings have none, so their code loads after the page. */
export function DocumentNotes({ view, shownBy }: { view: MeetingView; shownBy: string | null }) {
  const { head, summary } = view;
  const isWritten = summary !== null && head.status === "SUMMARIZED";
  return (
    <>
      {head.speakersUnknown && <SpeakersNote />}
      {shownBy !== null && shownBy !== "" && <ShownNote name={shownBy} />}
      {head.video && <VideoNote video={head.video} />}
      <CutOffNotice head={head} />
      {isWritten && summary.standsIn && <StandInNote head={head} />}
      {!isEndedBadly(head.status) && <TranscriptLengthNotice head={head} />}
      <EditNotes view={view} />
      {isWritten && head.editable && summary.engine.port === "extractive" && (
        <LocalModelOffer head={head} summary={summary} />
      )}
      {head.privacy && <PrivacyNotes meetId={head.meetId} privacy={head.privacy} />}
      {isWritten && summary.spoken && <SpokenNote head={head} summary={summary} spoken={summary.spoken} />}
    </>
  );
}

/** At the place of the speakers, where the recording has none. */
function SpeakersNote() {
  const { t } = useTranslation("spoken");
  return <p className="present note muted">{t("noSpeakers")}</p>;
}

/** For a meeting of somebody else, whose owner alone shares and deletes it. */
function ShownNote({ name }: { name: string }) {
  const { t } = useTranslation("privacy");
  return <p className="note muted mt-3">{t("meeting.shownBy", { name })}</p>;
}

/** For sound that was sent ahead of its video: the video is still to come, never came, or its sound differs. */
function VideoNote({ video }: { video: NonNullable<MeetingHead["video"]> }) {
  const { t } = useTranslation("video");
  if (video === "missing") return <Notice>{t(video)}</Notice>;
  return <p className="reading lead">{t(video)}</p>;
}

/** Over minutes that were only extracted because the language model stayed down: what they are, and one click to have it asked again. */
function StandInNote({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("progress");
  return (
    <>
      <p className="reading lead">
        {t("standIn.note")} {head.retryable && t("standIn.todo")}
      </p>
      {head.retryable && <RetryForm meetId={head.meetId} status={head.status} />}
    </>
  );
}

/** The file ends before the recording does (a crashed recorder, a full card): where, and what can be done. */
function CutOffNotice({ head }: { head: MeetingHead }) {
  const { t } = useTranslation(["progress", "colophon"]);
  if (!head.cutOff || head.durationMs === null) return null;
  return (
    <div className="mt-5">
      <Notice role="status" title={t("colophon:cutOff", { at: formatMoment(head.durationMs) })}>
        {t("cutOff")}
      </Notice>
    </div>
  );
}

/**
 * Captions or a given transcript that are much shorter or longer than the recording may be those of another meeting: the
 * minutes are written all the same, and whoever reads them is told.
 */
function TranscriptLengthNotice({ head }: { head: MeetingHead }) {
  const { t } = useTranslation("progress");
  if (head.transcriptLength === null) return null;
  return (
    <div className="mt-5">
      <Notice role="status" title={t(`transcriptLength.${head.transcriptLength}`)}>
        {t(head.transcriptSource === "captions" ? "transcriptLength.checkCaptions" : "transcriptLength.check")}
      </Notice>
    </div>
  );
}
