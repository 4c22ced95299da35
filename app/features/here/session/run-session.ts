import type { BrowserCapture } from "#app/features/here/capture/browser-capture.ts";
import { hereServer, type Person } from "#app/features/here/session/here-server.ts";
import { type RecordingSession, startSession } from "#app/features/here/session/recording-session.ts";
import { hasEnded } from "#app/features/here/session/session-state.ts";
import { currentSession, showSession } from "#app/features/here/session/running-session.ts";
import type { RecordingSpool } from "#app/features/here/spool/recording-spool.ts";
import type { Clock } from "#app/features/here/spool/send-pieces.ts";

export const browserClock: Clock = {
  now: Date.now,
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

type Begun = { capture: BrowserCapture; spool: RecordingSpool; person: Person; onEnd: () => void };

/** Records until the session is over. `onEnd` gives back what was held for it. */
export function runSession({ capture, spool, person, onEnd }: Begun): RecordingSession {
  const server = hereServer(spool.about().meetId, person);
  const session = startSession({ capture, spool, server, clock: browserClock });
  const around = new AbortController();
  const wake = () => session.wake();
  window.addEventListener("online", wake, { signal: around.signal });
  document.addEventListener("visibilitychange", wake, { signal: around.signal });
  keepAwake(session, around.signal);
  warnBeforeLeaving(session, around.signal);
  let isOver = false;
  const stop = session.subscribe(() => {
    const { phase, isOnlyInTab } = session.state();
    if (!hasEnded({ phase })) return;
    if (!isOver) onEnd();
    isOver = true;
    // The page that shows it keeps it; others have no recording any more.
    if (phase === "over") showSession(null);
    // The disk may take the rest yet, and until then the tab asks before it goes.
    if (isOnlyInTab) return;
    stop();
    around.abort();
  });
  showSession(session);
  return session;
}

/** Whether this tab records, or sends what it recorded. A recording that the server takes no more is shown, and keeps no other from beginning. */
export function isRecordingNow(): boolean {
  const session = currentSession();
  return session !== null && !hasEnded(session.state());
}

const LOCK = "acta-here";

/**
 * Runs `work` while no other tab of this browser records or sends. Null where one does. Without locks, as in old browsers, it runs anyway.
 */
export async function withRecorderLock<Value>(userId: string, work: () => Promise<Value>): Promise<Value | null> {
  if (navigator.locks === undefined) return work();
  return await navigator.locks.request(`${LOCK}.${userId}`, { ifAvailable: true }, async (lock) =>
    lock === null ? null : await work(),
  );
}

/** Whether a tab of this browser records or sends now. */
export async function isRecorderBusy(userId: string): Promise<boolean> {
  const held = await navigator.locks?.query();
  return held?.held?.some(({ name }) => name === `${LOCK}.${userId}`) ?? false;
}

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

/** Asks before the tab is closed: nothing more would be recorded, or what is only in its memory would go. */
export function warnBeforeLeaving(session: RecordingSession, signal: AbortSignal): void {
  window.addEventListener(
    "beforeunload",
    (event) => {
      const { isOnlyInTab, ...state } = session.state();
      if (!hasEnded(state) || isOnlyInTab) event.preventDefault();
    },
    { signal },
  );
}
