import type { RecordingSession } from "#app/features/meeting/here/session/recording-session.ts";

/** Keeps the screen of a telephone on while it records: with the screen off, its browser stops the sound. */
export function keepAwake(session: RecordingSession, signal: AbortSignal): void {
  if (navigator.wakeLock === undefined) return;
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;
  const update = async () => {
    const isWanted = !signal.aborted && session.state().phase === "recording" && document.visibilityState === "visible";
    if (isAsking) return;
    isAsking = true;
    try {
      if (isWanted && (lock === null || lock.released)) lock = await navigator.wakeLock.request("screen");
      if (!isWanted && lock) {
        await lock.release();
        lock = null;
      }
    } catch {
      // A low battery, for example: the recording goes on without it.
    }
    isAsking = false;
  };
  const now = () => void update();
  const stop = session.subscribe(now);
  // A hidden page loses it.
  document.addEventListener("visibilitychange", now, { signal });
  signal.addEventListener("abort", () => {
    stop();
    now();
  });
  now();
}

/** Asks before the tab is closed: what is recorded until then stays, but nothing more is. */
export function warnBeforeLeaving(session: RecordingSession, signal: AbortSignal): void {
  window.addEventListener(
    "beforeunload",
    (event) => {
      const { phase } = session.state();
      if (phase === "recording" || phase === "paused" || phase === "stopping") event.preventDefault();
    },
    { signal },
  );
}
