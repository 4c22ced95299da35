import { useSearchParams } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PageView } from "#app/contracts/meeting/meeting-view.ts";
import { UNSEEN_PART_DELAY_MS } from "#app/domain/limits/screens.ts";
import { isUnderway } from "#app/domain/meeting/status.ts";
import { groupTurns, type TranscriptRow, transcriptRows } from "#app/domain/transcript/group-turns.ts";
import { startInSecond } from "#app/domain/transcript/moment-address.ts";
import { showsRecorder } from "#app/features/meeting/call/call-part.tsx";
import { measureProgress } from "#app/features/meeting/document/measure-progress.ts";
import { useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { KeysButton } from "#app/features/meeting/keys/keys-button.tsx";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import type { TranscriptLoad } from "#app/features/meeting/live/use-whole-transcript.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { lastStartedAt, usePlayback, usePlayer } from "#app/features/meeting/player/playback.ts";
import { focusOf, parseStart } from "#app/features/meeting/player/player-keys.ts";
import { joinParts, partOf, passageText } from "#app/features/meeting/transcript/copy/passage.ts";
import { useCopy } from "#app/features/meeting/transcript/copy/use-copy.ts";
import { TranscriptFind } from "#app/features/meeting/transcript/search/transcript-find.tsx";
import { useShowMatch, useTranscriptSearch } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { TranscriptRows } from "#app/features/meeting/transcript/transcript-rows.tsx";
import { useFollow } from "#app/features/meeting/transcript/use-follow.ts";
import { useTranscriptKeys } from "#app/features/meeting/transcript/use-transcript-keys.ts";
import { useTranscriptWindow } from "#app/features/meeting/transcript/use-transcript-window.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** The transcript, beside the minutes, or in a tab of its own when there is no room beside them. */
export function TranscriptPanel({ view, load, isOwn }: { view: PageView; load: TranscriptLoad; isOwn: boolean }) {
  const { t } = useTranslation("meeting");
  const { head, segments, outline } = view;
  const body = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const rows = useRows(view);
  const { drawn, show, focus, firstSeen } = useTranscriptWindow(list, rows);
  const [following, setFollowing] = useState(true);
  const stopFollowing = useCallback(() => setFollowing(false), []);
  useFollowJumps(() => setFollowing(true));
  const startId = useStartId(rows, firstSeen);

  const isGrowing = showsRecorder(head);
  const newestId = (isGrowing && segments.at(-1)?.id) || null;
  useFollow({ body, following, newestId, onLeave: stopFollowing, show });
  useTranscriptKeys({ body, segments, startId, focus });
  const followable = (head.playable || isGrowing) && segments.length > 0;
  const toggleFollow = useCallback(() => followable && setFollowing((before) => !before), [followable]);
  usePanelKeys({ field, onFollow: toggleFollow });
  useStartPlace({ segments, show });
  const leaveSearch = useShowMatch({ rows, list, show, focus, onShow: stopFollowing, body });

  const progress = measureProgress(head);
  return (
    <section id="transcript" className="panel panel--transcript" aria-label={t("transcript.title")}>
      <header>
        <div className={isGrowing ? "panel__head panel__head--live" : "panel__head"}>
          <h2 className="section">{t("transcript.title")}</h2>
          {progress && <span className="note muted num">{t("transcript.progress", progress)}</span>}
          <div className="row">
            {!progress && isGrowing && <WhenLoaded part={textBehind} props={{ head }} />}
            {!progress && followable && (
              <button
                className={`btn note ${following ? "btn--quiet" : "btn--line"}`}
                type="button"
                aria-pressed={following}
                aria-keyshortcuts="F"
                onClick={toggleFollow}
              >
                {t("transcript.follow")}
              </button>
            )}
            {segments.length > 0 && !isGrowing && <CopyTranscript isWhole={!outline} />}
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
      {segments.length > 0 && <OffersPlace head={head} />}
      <WhenLoaded part={copyPassage} props={{ list, isOwn }} afterMs={UNSEEN_PART_DELAY_MS} />
    </section>
  );
}

/** Turns "Follow" on again when a moment is played, also after the reader has scrolled or searched elsewhere. */
function useFollowJumps(follow: () => void): void {
  const jumps = usePlayback((state) => state.jumps);
  const [seen, setSeen] = useState(jumps);
  if (jumps === seen) return;
  setSeen(jumps);
  follow();
}

function useRows({ head, segments }: PageView): TranscriptRow[] {
  const turns = useMemo(() => groupTurns(segments), [segments]);
  const rows = useMemo(() => transcriptRows(turns, head.gaps), [turns, head.gaps]);
  const search = useTranscriptSearch();
  useEffect(() => {
    search.setRows(rows);
    return search.prepare();
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

const textBehind = lazy(async () => (await import("#app/features/meeting/call/text-behind.tsx")).TextBehind, ["call"]);

/** Offers of names that were misheard, for those who may correct a transcript that is whole. */
function OffersPlace({ head: { meetId, playable, status } }: Pick<PageView, "head">) {
  const actions = useEditActions();
  if (!actions || isUnderway(status)) return null;
  return <WhenLoaded part={wordOffers} props={{ meetId, playable }} afterMs={UNSEEN_PART_DELAY_MS} />;
}

const wordOffers = lazy(
  async () => (await import("#app/features/meeting/edit/words/word-offers.tsx")).WordOffers,
  ["words"],
);

const copyPassage = lazy(
  async () => (await import("#app/features/meeting/transcript/copy/copy-passage.tsx")).CopyPassage,
  ["edit"],
);

type MoreProps = { meetId: string; fromMs: number | null; side: "earlier" | "later"; load: TranscriptLoad };

/**
 * Marks where a long transcript continues while the page has only an excerpt. The rest loads automatically; without
 * JavaScript there are links from excerpt to excerpt, and one to the whole transcript.
 */
function MoreOfTranscript({ meetId, fromMs, side, load }: MoreProps) {
  const { t } = useTranslation("reading");
  if (fromMs === null) return null;
  return (
    <div className="panel__more note muted">
      <noscript>
        <p>
          <a href={`?t=${fromMs / 1000}#transcript`}>{t(`more.${side}`)}</a>{" "}
          <a href={`/api/acta/meetings/${meetId}/export/txt`}>{t("more.all")}</a>
        </p>
      </noscript>
      {load.state === "failed" ? (
        <p role="alert">
          {t("more.failed")}{" "}
          <button className="btn btn--quiet note" type="button" onClick={load.again}>
            {t("more.again")}
          </button>
        </p>
      ) : (
        <p className="panel__coming">{t("more.coming")}</p>
      )}
    </div>
  );
}

type Keys = { field: RefObject<HTMLInputElement>; onFollow: () => void };

/** `/` goes to the search, F follows the recording; from anywhere on the page where nothing is typed. */
function usePanelKeys({ field, onFollow }: Keys) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (focusOf(event.target) === "typing") return;
      if (event.key === "/") {
        event.preventDefault();
        openTranscript(field.current);
        field.current?.focus();
        field.current?.select();
      }
      if (event.key.toLowerCase() === "f") {
        event.preventDefault();
        onFollow();
      }
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [field, onFollow]);
}

/** On a narrow window the transcript is a tab, and another may be shown. */
function openTranscript(field: HTMLElement | null): void {
  if (field && field.getClientRects().length === 0) window.location.hash = "transcript";
}

type Needs = { segments: readonly SegmentView[]; show: (segmentId: string, how: "at-once") => void };

/** `?t=754`: the transcript opens there too, whether or not there is a recording, and whether or not somebody speaks then. */
function useStartPlace({ segments, show }: Needs) {
  const [search] = useSearchParams();
  const startMs = parseStart(search.get("t"));
  const opened = useRef<number | null>(null);
  useEffect(() => {
    if (startMs === null || opened.current === startMs || segments.length === 0) return;
    opened.current = startMs;
    const id = segments[Math.max(0, lastStartedAt(segments, startInSecond(segments, startMs)))]?.id;
    if (id === undefined) return;
    requestAnimationFrame(() => show(id, "at-once"));
    // A browser that was given a fragment too scrolls to it once more when everything has loaded.
    const again = () => requestAnimationFrame(() => show(id, "at-once"));
    if (document.readyState !== "complete") window.addEventListener("load", again, { once: true });
  }, [segments, startMs, show]);
}

/** All that was said, by who said it when, and the link to the page. Before the whole transcript is there, only its place is. */
function CopyTranscript({ isWhole }: { isWhole: boolean }) {
  const { t } = useTranslation("reading");
  const { segments } = useMeetingFacts();
  const { said, copy } = useCopy();
  const copyAll = () => {
    const address = `${window.location.origin}${window.location.pathname}`;
    copy(passageText(joinParts(segments.map(partOf)), address));
  };
  return (
    <>
      <button
        className={isWhole ? "btn btn--quiet btn--icon" : "btn btn--quiet btn--icon is-absent"}
        type="button"
        aria-label={t("copy.transcript")}
        title={t("copy.transcript")}
        onClick={copyAll}
      >
        <Icon name={said === "done" ? "check" : "copy"} />
      </button>
      <span className="sr" role="status">
        {said && t(`copy.${said}`)}
      </span>
    </>
  );
}
