import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PageView } from "#app/contracts/page-view.ts";
import { groupTurns, type TranscriptRow, transcriptRows } from "#app/domain/transcript/group-turns.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { measureProgress } from "#app/features/meeting/document/measure-progress.ts";
import { KeysButton } from "#app/features/meeting/keys/keys-button.tsx";
import { CopyTranscript } from "#app/features/meeting/transcript/copy/copy-transcript.tsx";
import { Later } from "#app/features/meeting/later.tsx";
import type { TranscriptLoad } from "#app/features/meeting/live/use-whole-transcript.ts";
import { usePlayer } from "#app/features/meeting/player/use-playback.ts";
import { MoreOfTranscript } from "#app/features/meeting/transcript/more-of-transcript.tsx";
import { foldAhead } from "#app/features/meeting/transcript/search/transcript-search.ts";
import { TranscriptFind } from "#app/features/meeting/transcript/search/transcript-find.tsx";
import { useShowMatch } from "#app/features/meeting/transcript/search/use-show-match.ts";
import { useTranscriptSearch } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { TranscriptRows } from "#app/features/meeting/transcript/transcript-rows.tsx";
import { useFollow } from "#app/features/meeting/transcript/use-follow.ts";
import { usePanelKeys } from "#app/features/meeting/transcript/use-panel-keys.ts";
import { useStartPlace } from "#app/features/meeting/transcript/use-start-place.ts";
import { useTranscriptKeys } from "#app/features/meeting/transcript/use-transcript-keys.ts";
import { useTranscriptWindow } from "#app/features/meeting/transcript/use-transcript-window.ts";

/** The transcript, beside the minutes, or in a tab of its own when there is no room beside them. */
export function TranscriptPanel({ view, load }: { view: PageView; load: TranscriptLoad }) {
  const { t } = useTranslation("meeting");
  const { head, segments, outline } = view;
  const body = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRows(view);
  const { drawn, show, focus, firstSeen } = useTranscriptWindow(list, rows);
  const [following, setFollowing] = useState(true);
  const stopFollowing = useCallback(() => setFollowing(false), []);
  const startId = useStartId(rows, firstSeen);

  useFollow({ body, following, onLeave: stopFollowing, show });
  useTranscriptKeys({ body, segments, startId, focus });
  const followable = head.playable && segments.length > 0;
  const toggleFollow = useCallback(() => followable && setFollowing((before) => !before), [followable]);
  usePanelKeys({ field, onFollow: toggleFollow });
  useStartPlace({ segments, show });
  const leaveSearch = useShowMatch({ rows, list, show, focus, onShow: stopFollowing, body });

  const progress = measureProgress(head);
  return (
    <section id="transcript" className="panel panel--transcript" aria-label={t("transcript.title")}>
      <header>
        <div className="panel__head">
          <h2 className="section">{t("transcript.title")}</h2>
          {progress && <span className="note muted num">{t("transcript.progress", progress)}</span>}
          <div className="row">
            {!progress && followable && (
              <button
                className="btn btn--quiet note"
                type="button"
                aria-pressed={following}
                aria-keyshortcuts="F"
                onClick={toggleFollow}
              >
                {t("transcript.follow")}
              </button>
            )}
            {segments.length > 0 && !outline && <CopyTranscript />}
            <KeysButton />
          </div>
        </div>
        <TranscriptFind field={field} empty={segments.length === 0} from={firstSeen} onLeave={leaveSearch} />
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
        {outline && <MoreOfTranscript meetId={head.meetId} fromMs={outline.earlierMs} side="earlier" load={load} />}
        {rows.length > 0 ? (
          <TranscriptRows list={list} rows={rows} drawn={drawn} whole={!outline} />
        ) : (
          <p className="panel__empty muted">{t(isUnderway(head.status) ? "transcript.notYet" : "transcript.empty")}</p>
        )}
        {outline && <MoreOfTranscript meetId={head.meetId} fromMs={outline.laterMs} side="later" load={load} />}
      </section>
      <Later load={loadCopying} props={{ list }} />
    </section>
  );
}

function useRows({ head, segments }: PageView): TranscriptRow[] {
  const turns = useMemo(() => groupTurns(segments), [segments]);
  const rows = useMemo(() => transcriptRows(turns, head.gaps), [turns, head.gaps]);
  const search = useTranscriptSearch();
  useEffect(() => {
    search.setRows(rows);
    return foldAhead(rows);
  }, [search, rows]);
  return rows;
}

/** The segment that is being spoken, else the first visible row. */
function useStartId(rows: readonly TranscriptRow[], firstSeen: () => number): () => string | undefined {
  const { getState } = usePlayer();
  return useCallback(() => {
    const { spokenId } = getState();
    if (spokenId !== null) return spokenId;
    const row = rows.slice(firstSeen()).find((each) => each.kind === "turn");
    return row?.kind === "turn" ? row.turn.segments[0]?.id : undefined;
  }, [rows, firstSeen, getState]);
}

const loadCopying = () => import("#app/features/meeting/transcript/copy/copy-passage.tsx").then((it) => it.CopyPassage);
