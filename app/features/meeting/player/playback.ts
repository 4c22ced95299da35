import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import { findSpoken } from "#app/features/meeting/transcript/find-spoken.ts";

/** What the page knows of the media element. `spokenId` is null until somebody has played or jumped. */
export type PlaybackState = {
  ms: number;
  /** Length that the media element found, no more than the meeting knows of; null until it has read that far. */
  durationMs: number | null;
  playing: boolean;
  rate: number;
  failed: boolean;
  hasPicture: boolean;
  spokenId: string | null;
};

export const PLAYBACK_AT_REST: PlaybackState = {
  ms: 0,
  durationMs: null,
  playing: false,
  rate: 1,
  failed: false,
  hasPicture: false,
  spokenId: null,
};

export type Playback = {
  getState: () => PlaybackState;
  subscribe: (listener: () => void) => () => void;
  /** The page's one media element; null when it leaves. */
  attach: (media: HTMLVideoElement | null) => void;
  setSegments: (segments: readonly SegmentView[]) => void;
  /** How long the recording is, in ms, where the meeting knows it: what the file's header says is only a claim. */
  setLength: (ms: number | null) => void;
  seek: (ms: number, options?: { play: boolean }) => void;
  seekBy: (ms: number) => void;
  playFrom: (ms: number) => void;
  toggle: () => void;
  setRate: (rate: number) => void;
  reload: () => void;
};

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
 * Where the recording stands, outside of React: it changes four times a second, and only the parts that subscribe to
 * what changed (the playhead, two lines of text) are drawn again.
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
      hasPicture: media.videoWidth > 0,
    });
  };

  // Refused where a browser wants a click first, or interrupted by the next jump: the element's state says it all.
  const play = () => void media?.play().catch(() => undefined);

  const seek = (ms: number, options?: { play: boolean }) => {
    touched = true;
    const end = shorter(state.durationMs, lengthMs) ?? Number.POSITIVE_INFINITY;
    const to = Math.max(0, Math.min(ms, end));
    if (media) media.currentTime = to / 1000;
    change({ ms: to });
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
      // The element came with the page and may have loaded, or failed, before any script ran.
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
    seekBy: (ms) => seek(state.ms + ms),
    playFrom: (ms) => seek(ms, { play: true }),
    toggle() {
      if (media?.paused) play();
      else media?.pause();
    },
    setRate(rate) {
      if (media) media.playbackRate = rate;
    },
    reload: () => media?.load(),
  };
}

/** The shorter of two lengths, of which either may not be known. */
function shorter(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}
