/** A recording in the time of the meeting, in ms. `fromMs`: where it begins in its file, of which the meeting has a part. */
export type Span = { startMs: number; endMs: number; fromMs?: number | undefined };

/** The recording that is played at a moment, and the moment in it, in ms. A moment in the pause before one is that one's beginning. */
export function placeIn(parts: readonly Span[], ms: number): { part: number; ms: number } {
  const next = parts.findIndex(({ endMs }) => ms < endMs);
  const part = next === -1 ? parts.length - 1 : next;
  const { startMs = 0, endMs = 0, fromMs = 0 } = parts[part] ?? {};
  return { part, ms: fromMs + Math.min(Math.max(0, ms - startMs), endMs - startMs) };
}

/** Members of a media element that the player uses (playback.ts), whose time is the meeting's. */
type PlayedMedia = Pick<
  HTMLVideoElement,
  | "addEventListener"
  | "removeEventListener"
  | "currentTime"
  | "duration"
  | "paused"
  | "ended"
  | "playbackRate"
  | "error"
  | "readyState"
  | "videoWidth"
  | "play"
  | "pause"
  | "load"
>;

/**
 * Several recordings as one, in a media element that plays one after the other. The pauses between them are skipped. `end` gives the element
 * back, with its first recording.
 */
export function mediaOfParts(
  video: HTMLVideoElement,
  parts: readonly Span[],
  addressOf: (part: number) => string,
): { element: HTMLVideoElement; end: () => void } {
  let part = 0;
  /** In s of the recording that is being loaded; null once it is there. */
  let awaitedS: number | null = null;
  let isWanted = false;
  /** The beginning of the present file in the time of the meeting, in s; negative if the meeting has a later part of the file. */
  const startS = () => ((parts[part]?.startMs ?? 0) - (parts[part]?.fromMs ?? 0)) / 1000;
  const stop = new AbortController();
  const { signal } = stop;

  const goTo = (ms: number) => {
    const place = placeIn(parts, ms);
    if (place.part === part) {
      if (awaitedS === null) video.currentTime = place.ms / 1000;
      else awaitedS = place.ms / 1000;
      return;
    }
    isWanted ||= !video.paused;
    const rate = video.playbackRate;
    ({ part } = place);
    awaitedS = place.ms / 1000;
    video.preload = "metadata";
    video.src = addressOf(part);
    video.playbackRate = rate;
  };
  const isLast = () => part === parts.length - 1;
  const isOver = () => {
    const { startMs = 0, endMs = 0, fromMs } = parts[part] ?? {};
    // A whole file ends by itself.
    return fromMs !== undefined && awaitedS === null && video.currentTime * 1000 >= fromMs + endMs - startMs;
  };
  // A file that holds more than the meeting begins at the meeting's beginning.
  const firstMs = parts[0]?.fromMs ?? 0;
  if (firstMs > 0 && video.currentTime * 1000 < firstMs) video.currentTime = firstMs / 1000;
  const play = () => {
    if (isOver() && isLast()) goTo(0);
    isWanted = awaitedS !== null;
    return video.play();
  };
  video.addEventListener(
    "loadedmetadata",
    () => {
      if (awaitedS === null) return;
      video.currentTime = awaitedS;
      awaitedS = null;
      // The next press may come first, or the browser may want one.
      if (isWanted) void video.play().catch(() => undefined);
      isWanted = false;
    },
    { signal },
  );
  const goOn = () => {
    const next = parts[part + 1];
    if (!next) return video.pause();
    isWanted = true;
    goTo(next.startMs);
  };
  video.addEventListener("ended", () => parts[part + 1] && goOn(), { signal });
  video.addEventListener("timeupdate", () => !video.paused && isOver() && goOn(), { signal });
  const played = mirror(video, {
    get currentTime() {
      return Math.max(0, startS() + (awaitedS ?? video.currentTime));
    },
    set currentTime(seconds) {
      goTo(seconds * 1000);
    },
    get duration() {
      return (parts.at(-1)?.endMs ?? 0) / 1000;
    },
    get paused() {
      return video.paused && !isWanted;
    },
    get ended() {
      return (video.ended || isOver()) && isLast();
    },
    play,
    pause() {
      isWanted = false;
      video.pause();
    },
  });
  return {
    // Only the members above are used.
    element: played as HTMLVideoElement,
    end() {
      stop.abort();
      if (part !== 0) video.src = addressOf(0);
    },
  };
}

type Own = Pick<PlayedMedia, "currentTime" | "duration" | "paused" | "ended" | "play" | "pause">;

/** The element with `own` members in place of some of its own; the others are the element's. */
function mirror(video: HTMLVideoElement, own: Own): PlayedMedia {
  const others = {
    addEventListener: video.addEventListener.bind(video),
    removeEventListener: video.removeEventListener.bind(video),
    load: () => video.load(),
    get playbackRate() {
      return video.playbackRate;
    },
    set playbackRate(rate) {
      video.playbackRate = rate;
    },
    get error() {
      return video.error;
    },
    get readyState() {
      return video.readyState;
    },
    get videoWidth() {
      return video.videoWidth;
    },
  };
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(others)) as PlayedMedia;
}
