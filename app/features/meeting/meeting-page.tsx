import { useLocation, useSearchParams } from "@remix-run/react";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PageView } from "#app/contracts/meeting/meeting-view.ts";
import { UNSEEN_PART_DELAY_MS } from "#app/domain/limits/screens.ts";
import { isEndedBadly, isUnderway } from "#app/domain/meeting/status.ts";
import { isQuoting } from "#app/domain/summary/quotation.ts";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import { isBeforeCall, RecorderPart, showsRecorder } from "#app/features/meeting/call/call-part.tsx";
import { ChatPanel } from "#app/features/meeting/chat/chat-panel.tsx";
import { CHAT_HASH, useHash } from "#app/features/meeting/chat/use-chat-place.ts";
import { MeetingDocument } from "#app/features/meeting/document/meeting-document.tsx";
import { CorrectingProvider, EditActionsProvider } from "#app/features/meeting/edit/edit-actions.ts";
import { useEditRoom } from "#app/features/meeting/edit/use-edit-room.tsx";
import { useLiveMeeting } from "#app/features/meeting/live/use-live-meeting.ts";
import { type MeetingFacts, MeetingFactsProvider } from "#app/features/meeting/meeting-context.ts";
import { LockedRecording, type RecordingLock } from "#app/features/meeting/player/locked-part.ts";
import { createPlayback, type Playback, PlaybackProvider } from "#app/features/meeting/player/playback.ts";
import { parseStart, usePlayerKeys } from "#app/features/meeting/player/player-keys.ts";
import { Player } from "#app/features/meeting/player/player.tsx";
import { colourSpeakers, listSpeakers } from "#app/features/meeting/transcript/list-speakers.ts";
import { TranscriptSearchProvider } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { TranscriptPanel } from "#app/features/meeting/transcript/transcript-panel.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";

type Props = { loaded: PageView; lock: RecordingLock | null; shownBy: string | null };

/**
 * A meeting: its minutes, its transcript and its recording, one click apart. Give it the meeting's id as key. `shownBy`: the name of its
 * owner where that is somebody else.
 */
export function MeetingPage({ loaded, lock, shownBy }: Props) {
  const { view: live, transcript } = useLiveMeeting(loaded);
  const view = lock ? { ...live, head: { ...live.head, playable: false } } : live;
  const { head, segments } = view;
  const [playback] = useState(createPlayback);
  const page = useRef<HTMLElement>(null);
  const facts = useTranscriptFacts(view);
  useEffect(() => playback.setSegments(segments), [playback, segments]);
  useEffect(() => playback.setLength(head.durationMs), [playback, head.durationMs]);
  useStartTime(playback, head.playable);
  usePlayerKeys(playback, head.playable);
  useSeekClicks(page, playback, head.playable);
  const { actions, correcting, editor, dialog } = useEditRoom(view);

  const isOpen = !isEndedBadly(head.status) && !isBeforeCall(head);
  const hasTranscript = segments.length > 0 || isOpen || head.status === "SKIPPED_SUMMARY";
  return (
    <PlaybackProvider value={playback}>
      <MeetingFactsProvider value={facts}>
        <EditActionsProvider value={actions}>
          <TranscriptSearchProvider>
            <main id="main" ref={page} className={hasTranscript ? "meet" : "meet meet--wide"}>
              {hasTranscript && <MeetingTabs minutes={minutesTabOf(view)} />}
              {editor ?? <MeetingDocument view={view} shownBy={shownBy} />}
              {hasTranscript && (
                <CorrectingProvider value={correcting}>
                  <TranscriptPanel view={view} load={transcript} isOwn={shownBy === null} />
                </CorrectingProvider>
              )}
              <WhenLoaded
                part={laterParts}
                props={{ page, head, isOwn: shownBy === null }}
                afterMs={UNSEEN_PART_DELAY_MS}
              />
              {hasTranscript && <ChatPanel meetId={head.meetId} status={head.status} />}
              {head.playable && <Player view={view} />}
              {lock && <LockedRecording {...lock} />}
              {shownBy === null && !head.playable && showsRecorder(head) && <RecorderPart view={view} />}
              {dialog}
            </main>
          </TranscriptSearchProvider>
        </EditActionsProvider>
      </MeetingFactsProvider>
    </PlaybackProvider>
  );
}

const laterParts = lazy(async () => (await import("#app/features/meeting/preview/later-parts.tsx")).LaterParts);

/**
 * The parts of the page where there is no room for them side by side. Plain links to fragments: the style sheet shows
 * the part that the address names, with or without JavaScript.
 */
function MeetingTabs({ minutes }: { minutes: ReturnType<typeof minutesTabOf> }) {
  const { t } = useTranslation(["meeting", "chatPanel"]);
  const tabs = useRef<HTMLElement>(null);
  const shown = tabOf(useHash());
  useTabPlaces(tabs);
  const tab = (name: Tab, href: string, text: string) => (
    <a href={href} data-tab={name} aria-current={shown === name ? "true" : undefined}>
      {text}
    </a>
  );
  return (
    <nav ref={tabs} className="tabs meet__tabs" aria-label={t("tabs.label")}>
      {tab("minutes", "#minutes", t(`tabs.${minutes}`))}
      {tab("transcript", "#transcript", t("tabs.transcript"))}
      {tab("chat", CHAT_HASH, t("chatPanel:tab"))}
    </nav>
  );
}

function minutesTabOf({ head, summary }: PageView) {
  if (isUnderway(head.status)) return "status";
  return summary !== null && isQuoting(summary) ? "highlights" : "minutes";
}

/**
 * One listener for everything on the page that has a moment: whatever carries `data-seek` plays from there when it is
 * clicked. Keywords are links and keep the modified clicks of a link; lines and segments stay text to be selected.
 * The keyboard's way to the same place are the marks and the transcript's own keys.
 */
function useSeekClicks(root: RefObject<HTMLElement>, playback: Playback, playable: boolean) {
  useEffect(() => {
    const page = root.current;
    if (!page || !playable) return;
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      if (!(event.target instanceof Element)) return;
      const target = event.target.closest<HTMLElement>("[data-seek], a, button, input, select");
      const ms = Number(target?.dataset.seek ?? Number.NaN);
      if (!target || Number.isNaN(ms)) return;
      const isLink = target instanceof HTMLAnchorElement;
      if (!isLink && !(window.getSelection()?.isCollapsed ?? true)) return;
      if (isLink) event.preventDefault();
      playback.seek(ms, { play: true });
    };
    page.addEventListener("click", onClick);
    return () => page.removeEventListener("click", onClick);
  }, [root, playback, playable]);
}

/** A link to a moment of the transcript always goes there; no earlier position is restored. */
const TO_A_MOMENT = "#s-";

/**
 * When the parts of the page are tabs, they scroll with the window, and each tab keeps its own scroll position: a reader who
 * looks something up in the transcript returns to the same line of the minutes, by a tab or by the browser's back button.
 */
function useTabPlaces(tabs: RefObject<HTMLElement>): void {
  useEffect(() => {
    const places = new Map<Tab, number>();
    let shown = tabOf(window.location.hash);
    const keep = () => {
      // From a click on a tab until its hashchange the browser scrolls the window; these positions are not kept.
      if (tabOf(window.location.hash) === shown) places.set(shown, window.scrollY);
    };
    const comeBack = () => {
      const { hash } = window.location;
      const before = shown;
      shown = tabOf(hash);
      const top = places.get(shown);
      if (shown === before || top === undefined || hash.startsWith(TO_A_MOMENT) || !isShown(tabs.current)) return;
      window.scrollTo({ top, behavior: "instant" });
    };
    keep();
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener("scroll", keep, { passive: true, signal });
    window.addEventListener("hashchange", comeBack, { signal });
    return () => stop.abort();
  }, [tabs]);
  useOwnScroll(tabs);
}

/**
 * The router also handles a new fragment, at a different time, and scrolls to it again after all layout effects. This hook
 * restores the scroll position before the browser paints.
 */
function useOwnScroll(tabs: RefObject<HTMLElement>): void {
  const { pathname, search, hash } = useLocation();
  const page = pathname + search;
  const last = useRef({ page, hash });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { page, hash };
    if (before.page !== page || before.hash === hash || hash.startsWith(TO_A_MOMENT) || !isShown(tabs.current)) return;
    const top = window.scrollY;
    queueMicrotask(() => window.scrollTo({ top, behavior: "instant" }));
  }, [page, hash, tabs]);
}

/** The tabs are hidden when the parts stand side by side. */
function isShown(tabs: HTMLElement | null): boolean {
  return tabs !== null && tabs.getClientRects().length > 0;
}

type Tab = "minutes" | "transcript" | "chat";

/** The part of the page that a fragment names: itself, or something in it. */
function tabOf(hash: string): Tab {
  if (hash === CHAT_HASH) return "chat";
  return hash === "#transcript" || hash.startsWith("#s-") ? "transcript" : "minutes";
}

/** `?t=754` opens there, without playing: a page that speaks by itself startles. */
function useStartTime(playback: Playback, playable: boolean) {
  const [search] = useSearchParams();
  const startMs = parseStart(search.get("t"));
  useEffect(() => {
    if (playable && startMs !== null) playback.openAt(startMs);
  }, [playback, playable, startMs]);
}

/** Facts about the transcript for the page's parts: from its segments, or from its outline while the page has only an excerpt. */
function useTranscriptFacts({ head, segments, outline }: PageView): MeetingFacts {
  return useMemo(
    () => ({
      places: outline
        ? new Map(outline.places.map(([id, index, startMs]) => [id, { index, startMs }]))
        : placeSegments(segments),
      speakers: outline ? colourSpeakers(outline.speakers) : listSpeakers(segments),
      playable: head.playable,
      durationMs: head.durationMs,
      segments,
    }),
    [segments, outline, head.playable, head.durationMs],
  );
}
