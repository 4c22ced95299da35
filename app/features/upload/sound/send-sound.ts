import type { UploadSoundAnswer } from "#app/contracts/recording/upload-answers.ts";
import type { UploadSoundPayload } from "#app/contracts/recording/upload.ts";
import { SOUND_WINDOWS_IN_FLIGHT } from "#app/domain/limits/media.ts";
import { type Around, PASSING, waitMs } from "#app/features/upload/parts/send-parts.ts";
import type { SoundFile } from "#app/features/upload/sound/ask-worker.ts";
import type { CutWindow } from "#app/features/upload/sound/open-sound.ts";
import { releaseInBrowser } from "#app/media/release-in-browser.ts";

/**
 * Sends a recording's sound ahead of its video, window by window in their order, so that the meeting can be recognised and
 * summarised before the video is there. It is only a help: whatever does not come right ends it, and the upload goes on as
 * one without. Knows nothing of browsers.
 */
export type SoundPlace = UploadSoundAnswer["places"][number];
export type SoundReply = { ok: true; value: UploadSoundAnswer } | { ok: false; status: number };

export interface SoundTransport {
  /** Says the plan and what has landed, and asks where the next windows go. Rejects where the network fails. */
  ask(said: Omit<UploadSoundPayload, "meetId">, signal: AbortSignal): Promise<SoundReply>;
  /** Puts one window; the store's status. Rejects where the network fails. */
  put(
    input: { place: SoundPlace; bytes: ArrayBuffer; onSent: (bytes: number) => void },
    signal: AbortSignal,
  ): Promise<number>;
}

export type SoundEvent =
  | { type: "progressed"; sentBytes: number }
  /** The line or a server is down; it goes on by itself. */
  | { type: "interrupted" }
  | { type: "went-on" };

export type SoundInput = {
  sound: Pick<SoundFile, "plan" | "bytes" | "cut">;
  transport: SoundTransport;
  around: Around;
  signal: AbortSignal;
  report: (event: SoundEvent) => void;
};

/** "in": the server has every window. "given-up": it goes on without; the server takes the sound out of the video. */
export type SoundEnd = "in" | "given-up";

/** So many answers in a row that are none, or places that take nothing, are not the line's fault: the video does not wait longer. */
const FAILURES_MAX = 6;
/** If-None-Match was signed: it is there already, and only its answer was lost. */
const ALREADY_LANDED = 412;

class GivenUp extends Error {}

/** Rejects only when `signal` is aborted. */
export async function sendSound(input: SoundInput): Promise<SoundEnd> {
  const run = startRun(input);
  let workers: Promise<void>[] = [];
  try {
    await askUntilAnswered(run, { plan: input.sound.plan, wanted: [], landed: [] });
    workers = Array.from({ length: SOUND_WINDOWS_IN_FLIGHT }, async () => {
      for (let index = run.next(); index !== null; index = run.next()) await sendWindow(run, index);
    });
    await Promise.all(workers);
    return "in";
  } catch {
    // Also what nobody foresaw: the sound is never the reason for which a recording does not arrive.
    run.stop.abort();
    await Promise.allSettled(workers);
    input.signal.throwIfAborted();
    return "given-up";
  } finally {
    run.end();
  }
}

type Run = ReturnType<typeof startRun>;

function startRun({ sound, transport, around, signal, report }: SoundInput) {
  const landed = new Set<number>();
  const underWay = new Map<number, number>();
  const bytesOf = (index: number) => sound.bytes[index] ?? 0;
  let next = 0;
  let isInterrupted = false;
  const stop = new AbortController();
  const abort = () => stop.abort();
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  const tell = () => {
    let sentBytes = 0;
    for (const index of landed) sentBytes += bytesOf(index);
    for (const [index, bytes] of underWay) if (!landed.has(index)) sentBytes += Math.min(bytes, bytesOf(index));
    report({ type: "progressed", sentBytes });
  };
  return {
    sound,
    transport,
    around,
    stop,
    end: () => signal.removeEventListener("abort", abort),
    has: (index: number) => landed.has(index),
    next(): number | null {
      while (landed.has(next)) next++;
      return next < sound.plan.windows.length ? next++ : null;
    },
    learned(indices: readonly number[]) {
      for (const index of indices) landed.add(index);
      tell();
    },
    sent(index: number, bytes: number) {
      underWay.set(index, bytes);
      tell();
    },
    over: (index: number) => underWay.delete(index),
    interrupted(now: boolean) {
      if (isInterrupted !== now) report({ type: now ? "interrupted" : "went-on" });
      isInterrupted = now;
    },
  };
}

/** Cuts one window and sends it until the server says that it has it. */
async function sendWindow(run: Run, index: number): Promise<void> {
  const { around, stop } = run;
  await around.unpaused();
  stop.signal.throwIfAborted();
  const window = await run.sound.cut(index);
  for (let failures = 0; ; ) {
    await around.unpaused();
    stop.signal.throwIfAborted();
    const outcome = await tryWindow(run, index, window);
    run.over(index);
    if (outcome === "landed") {
      releaseInBrowser(window.audio);
      return run.interrupted(false);
    }
    if (outcome === "paused") continue;
    if (++failures >= FAILURES_MAX) throw new GivenUp();
    run.interrupted(true);
    await around.rest(waitMs(failures - 1, around.random()), stop.signal);
  }
}

async function tryWindow(run: Run, index: number, window: CutWindow): Promise<"landed" | "paused" | "broken"> {
  const { transport, around, stop } = run;
  // Asked again at each attempt: a signature lasts only so long.
  const places = await askUntilAnswered(run, { wanted: [window.said], landed: [] });
  if (run.has(index)) return "landed";
  const place = places.find((each) => each.index === index);
  if (place === undefined) return "broken";
  const pausing = around.pausing();
  const signal = AbortSignal.any([stop.signal, pausing]);
  let status: number;
  try {
    status = await transport.put({ place, bytes: window.audio, onSent: (sent) => run.sent(index, sent) }, signal);
  } catch {
    stop.signal.throwIfAborted();
    return pausing.aborted ? "paused" : "broken";
  }
  if ((status < 200 || status >= 300) && status !== ALREADY_LANDED) return "broken";
  await askUntilAnswered(run, { wanted: [], landed: [index] });
  return run.has(index) ? "landed" : "broken";
}

/** Asks until somebody answers: a line that is down is down for the video too, a server that refuses is not asked again. */
async function askUntilAnswered(run: Run, said: Omit<UploadSoundPayload, "meetId">): Promise<SoundPlace[]> {
  const { transport, around, stop } = run;
  let refusals = 0;
  for (let attempt = 0; ; attempt++) {
    stop.signal.throwIfAborted();
    const reply = await transport.ask(said, stop.signal).catch(() => null);
    stop.signal.throwIfAborted();
    if (reply?.ok) {
      run.learned(reply.value.landed);
      return reply.value.places;
    }
    if (reply !== null && reply.status < 500 && !PASSING.has(reply.status)) throw new GivenUp();
    if (reply !== null && ++refusals >= FAILURES_MAX) throw new GivenUp();
    run.interrupted(true);
    await around.rest(waitMs(attempt, around.random()), stop.signal);
  }
}
