import {
  VOICES_LOOK_MS,
  VOICES_MS_MAX,
  VOICES_PREPARE_MS_MAX,
  VOICES_SPEECH_SHARE,
  VOICES_WAIT_MS,
  VOICES_WAIT_MS_MIN,
} from "#app/domain/limits/steps.ts";
import { packFrames } from "#app/domain/voices/pack-frames.ts";
import { shiftFrame } from "#app/domain/voices/voice-frame.ts";
import { windowVoicesKey, windowVoicesPrefix } from "#app/server/storage/keys.ts";
import { StepWaits } from "#workers/durable/runner.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";

/** The voices of a window, beside its text. Whatever fails here, the window gets its text, without speakers. */

type WindowStep = StepOf<"transcribe-window">;

/** Waits while the engine's files are fetched: they are small, and without them a whole window would have no speakers. */
export async function prepareVoices({ deps, effect, meeting, signal }: WindowStep): Promise<void> {
  if (deps.voices === null) return;
  const ask = `${meeting.meetId}/${effect.run}`;
  const said = await deps.voices.prepare({ ask, signal }).catch(() => ({ state: "failed" as const }));
  if (said.state === "preparing" && said.forMs < VOICES_PREPARE_MS_MAX) throw new StepWaits(VOICES_WAIT_MS);
}

/**
 * Voices that are being found, for the life of a meeting object. The text of a window does not wait for them, because on a busy machine they may
 * take longer than its words. The whole transcript does, for a share of the time that its recognition took.
 */
export type VoicesUnderWay = ReturnType<typeof voicesUnderWay>;

export function voicesUnderWay(now: () => number) {
  const windows = new Map<string, { work: Promise<void>; stop: () => void }>();
  let [sinceAt, recognisedAt]: (number | null)[] = [null, null];
  return {
    /** Begins the work whose result is stored under a key, unless an earlier attempt has begun it, and returns it. It never rejects. */
    begin(key: string, find: (signal: AbortSignal) => Promise<void>): Promise<void> {
      const known = windows.get(key);
      if (known) return known.work;
      sinceAt ??= now();
      recognisedAt = null;
      const unwanted = new AbortController();
      const signal = AbortSignal.any([unwanted.signal, AbortSignal.timeout(VOICES_MS_MAX)]);
      const work = find(signal).finally(() => windows.delete(key));
      windows.set(key, { work, stop: () => unwanted.abort() });
      return work;
    },
    /** Whether the transcript waits for them, now that all words are there. Those that took too long are given up. Takes half a second at most. */
    async areAwaited(): Promise<boolean> {
      await Promise.race([Promise.all([...windows.values()].map(({ work }) => work)), scheduler.wait(VOICES_LOOK_MS)]);
      if (windows.size === 0) {
        [sinceAt, recognisedAt] = [null, null];
        return false;
      }
      recognisedAt ??= now();
      const allowedMs = Math.max(VOICES_WAIT_MS_MIN, (recognisedAt - (sinceAt ?? recognisedAt)) * VOICES_SPEECH_SHARE);
      if (now() - recognisedAt < allowedMs) return true;
      for (const { stop } of windows.values()) stop();
      return false;
    },
  };
}

type WindowSound = { source: string; audio: Uint8Array<ArrayBuffer>; audioStartMs: number };

/** Begins to find the voices of a window while its words are recognised. They are stored as soon as they are there. */
export function beginVoices(step: WindowStep, { source, audio, audioStartMs }: WindowSound): Promise<void> {
  const { deps, effect, meeting } = step;
  const { store, voices } = deps;
  if (voices === null) return Promise.resolve();
  const { recordingId } = meeting;
  const key = windowVoicesKey({ recordingId, source, window: effect.index });
  const findAndStore = async (signal: AbortSignal) => {
    // An earlier attempt, or another meeting, found them already.
    if ((await store.head(key)) !== null) return;
    const frames = await voices.find({ audio, signal });
    signal.throwIfAborted();
    await store.removeAll(windowVoicesPrefix(recordingId, effect.index));
    const moved = frames.map((frame) => shiftFrame(frame, Math.round(audioStartMs)));
    await store.put(key, packFrames(moved), "application/octet-stream");
  };
  return step.voices.begin(key, (signal) =>
    findAndStore(signal).catch((error: unknown) => {
      const name = error instanceof Error ? error.name : "unknown";
      deps.log("meeting.voices.failed", { meetId: meeting.meetId, window: effect.index, error: name });
    }),
  );
}
