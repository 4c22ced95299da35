import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { isUnderway } from "#app/features/meeting/document/build-steps.ts";
import { measureProgress } from "#app/features/meeting/document/step-fact.tsx";
import { groupTurns, transcriptRows } from "#app/domain/transcript/group-turns.ts";
import { TranscriptRows } from "#app/features/meeting/transcript/transcript-rows.tsx";
import { useFollow } from "#app/features/meeting/transcript/use-follow.ts";
import { useTranscriptKeys } from "#app/features/meeting/transcript/use-transcript-keys.ts";

/** What was said, beside the minutes (a tab of its own where there is no room beside them). */
export function TranscriptPanel({ view }: { view: MeetingView }) {
  const { t } = useTranslation("meeting");
  const { head, segments } = view;
  const body = useRef<HTMLElement>(null);
  const { following, setFollowing } = useFollow(body);
  useTranscriptKeys(body);
  const turns = useMemo(() => groupTurns(segments), [segments]);
  const rows = useMemo(() => transcriptRows(turns, head.gaps), [turns, head.gaps]);
  const progress = measureProgress(head);
  return (
    <section id="transcript" className="panel panel--transcript" aria-label={t("transcript.title")}>
      <header>
        <div className="panel__head">
          <h2 className="section">{t("transcript.title")}</h2>
          {progress && <span className="note muted num">{t("transcript.progress", progress)}</span>}
          {!progress && head.playable && segments.length > 0 && (
            <button
              className="btn btn--quiet note"
              type="button"
              aria-pressed={following}
              onClick={() => setFollowing(!following)}
            >
              {t("transcript.follow")}
            </button>
          )}
        </div>
      </header>
      <section
        ref={body}
        className="panel__body"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t("transcript.region")}
        aria-describedby="transcript-keys"
      >
        <p className="sr" id="transcript-keys">
          {head.playable && t("transcript.keys")}
        </p>
        {rows.length > 0 ? (
          <TranscriptRows rows={rows} />
        ) : (
          <p className="panel__empty muted">{t(isUnderway(head.status) ? "transcript.notYet" : "transcript.empty")}</p>
        )}
      </section>
    </section>
  );
}
