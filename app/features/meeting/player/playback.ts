import { createContext, useContext, useSyncExternalStore } from "react";
import { invariant } from "#app/domain/invariant.ts";
import { startInSecond } from "#app/domain/transcript/moment-address.ts";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

/** The state of the media element. `spokenId` is null until the user has played or jumped. */
type PlaybackState = {
  ms: number;
  /** Length that the media element reports, at most the meeting's length; null until the element has read it. */
  durationMs: number | null;
  playing: boolean;
  rate: number;
  failed: boolean;
  /** null until the media element has read the file's header. */
  hasPicture: boolean | null;
  spokenId: string | null;
  /** Number of times that somebody asked to play a moment. Small steps and the speed do not count. */
  jumps: number;
};

const PLAYBACK_AT_REST: PlaybackState = {
  ms: 0,
  durationMs: null,
  playing: false,
  rate: 1,
  failed: false,
  hasPicture: null,
  spokenId: null,
  jumps: 0,
};

export type Playback = {
  getState: () => PlaybackState;
  subscribe: (listener: () => void) => () => void;
  /** Sets the page's only media element; null when it is removed. */
  attach: (media: HTMLVideoElement | null) => void;
  setSegments: (segments: readonly SegmentView[]) => void;
  /** Sets the length of the recording in ms when the meeting knows it: the length in the file's header may be wrong. */
  setLength: (ms: number | null) => void;
  seek: (ms: number, options?: { play: boolean }) => void;
  /** Goes to the line that begins within the second `ms`, which is the time in an address. */
  openAt: (ms: number) => void;
  seekBy: (ms: number) => void;
  playFrom: (ms: number) => void;
  toggle: () => void;
  setRate: (rate: number) => void;
  reload: () => void;
};

/** HTMLMediaElement.HAVE_METADATA; the class does not exist on the server. */
const HAVE_METADATA = 1;

const EVENTS = [
  "timeupdate",
  "seeking",
  "play",
  "pause",
  "ended",
  "ratechange",
  "loadedmetadata",
  "durationchange",
  "emptied",
  "error",
] as const;

/**
 * The playback position, held outside of React: it changes four times a second, and only the parts that subscribe to the
 * changed value (the playhead, two lines of text) are drawn again.
 */
export function createPlayback(): Playback {
  let state = PLAYBACK_AT_REST;
  let media: HTMLVideoElement | null = null;
  let segments: readonly SegmentView[] = [];
  let lengthMs: number | null = null;
  let touched = false;
  const listeners = new Set<() => void>();

  const change = (next: Partial<PlaybackState>) => {
    const ms = next.ms ?? state.ms;
    const spokenId = touched ? (findSpoken(segments, ms)?.id ?? null) : null;
    state = { ...state, ...next, spokenId };
    for (const listener of listeners) listener();
  };

  const read = () => {
    if (!media) return;
    if (!media.paused) touched = true;
    change({
      ms: Math.round(media.currentTime * 1000),
      durationMs: Number.isFinite(media.duration)
        ? Math.min(Math.round(media.duration * 1000), lengthMs ?? Number.POSITIVE_INFINITY)
        : null,
      playing: !media.paused && !media.ended,
      rate: media.playbackRate,
      failed: media.error !== null,
      hasPicture: media.readyState < HAVE_METADATA ? null : media.videoWidth > 0,
    });
  };

  // The browser may require a click first, or the next jump may interrupt it. The element's state is enough in both cases.
  const play = () => void media?.play().catch(() => undefined);

  const seek = (ms: number, options?: { play: boolean }) => {
    touched = true;
    const end = shorter(state.durationMs, lengthMs) ?? Number.POSITIVE_INFINITY;
    const to = Math.max(0, Math.min(ms, end));
    if (media) media.currentTime = to / 1000;
    change({ ms: to, jumps: options?.play ? state.jumps + 1 : state.jumps });
    if (options?.play) play();
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    attach(next) {
      for (const event of EVENTS) media?.removeEventListener(event, read);
      media = next;
      for (const event of EVENTS) media?.addEventListener(event, read);
      // The element is part of the page's HTML and may have loaded, or failed, before any script ran.
      read();
    },
    setSegments(next) {
      segments = next;
      change({});
    },
    setLength(ms) {
      lengthMs = ms;
      read();
    },
    seek,
    openAt: (ms) => seek(startInSecond(segments, ms)),
    seekBy: (ms) => seek(state.ms + ms),
    playFrom: (ms) => seek(ms, { play: true }),
    toggle() {
      if (media?.paused) play();
      else media?.pause();
    },
    setRate(rate) {
      if (!media) return;
      media.playbackRate = rate;
      // The event comes later, and a second press may come before it.
      read();
    },
    reload: () => media?.load(),
  };
}

/** The shorter of two lengths; null stands for an unknown length. */
function shorter(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

const Player = createContext<Playback | null>(null);

export const PlaybackProvider = Player.Provider;

export function usePlayer(): Playback {
  const playback = useContext(Player);
  invariant(playback, "a part of the player stands outside of the meeting page");
  return playback;
}

/** One value of the player's state; draws again only when that value changes, so it must be a primitive. */
export function usePlayback<Value extends string | number | boolean | null>(
  read: (state: PlaybackState) => Value,
): Value {
  const playback = usePlayer();
  return useSyncExternalStore(
    playback.subscribe,
    () => read(playback.getState()),
    () => read(PLAYBACK_AT_REST),
  );
}

/** Whether one of these segments is being spoken now. */
export function useIsSpoken(segmentIds: readonly string[]): boolean {
  return usePlayback(({ spokenId }) => spokenId !== null && segmentIds.includes(spokenId));
}

/** Breath between two segments in which the last one still counts as being spoken, so that its mark does not flicker. */
const BREATH_MS = 1200;

/** Index of the last segment that starts at or before `ms`, or -1. Binary search: 8,000 segments, four times a second. */
export function lastStartedAt(segments: readonly SegmentView[], ms: number): number {
  let low = 0;
  let high = segments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const segment = segments[middle];
    if (segment && segment.startMs <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The segment that is being spoken at `ms` of the recording, or null in silence. Segments are ordered by start. */
export function findSpoken(segments: readonly SegmentView[], ms: number): SegmentView | null {
  const segment = segments[lastStartedAt(segments, ms)];
  return segment && ms < segment.endMs + BREATH_MS ? segment : null;
}
