import {
  VOICES_AGAIN_MS,
  VOICES_LOOK_MS,
  VOICES_MS_MAX,
  VOICES_PREPARE_MS_MAX,
  VOICES_SPEECH_SHARE,
  VOICES_WAIT_MS,
  VOICES_WAIT_MS_MIN,
} from "#app/domain/limits/steps.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import { packFrames } from "#app/domain/voices/pack-frames.ts";
import { shiftFrame } from "#app/domain/voices/voice-frame.ts";
import { releaseAudio } from "#app/media/windows/extract-window.ts";
import { windowVoicesKey, windowVoicesPrefix } from "#app/server/storage/keys.ts";
import { StepWaits } from "#workers/durable/runner.ts";
import { storedVoices, usesVoices } from "#workers/meeting/steps/read-voices.ts";
import type { StepOf } from "#workers/meeting/steps/step.ts";
import { soundOf } from "#workers/meeting/steps/window-sound.ts";

/** The voices of a window, beside its text. Whatever fails here, the window gets its text, without speakers. */

type WindowStep = StepOf<"transcribe-window">;
type MergeStep = StepOf<"merge-windows">;

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
  /** Those that were begun in this life of the object. */
  const begun = new Set<string>();
  let [sinceAt, recognisedAt]: (number | null)[] = [null, null];
  return {
    wasBegun: (key: string) => begun.has(key),
    /** Begins the work whose result is stored under a key, unless an earlier attempt has begun it, and returns it. It never rejects. */
    begin(key: string, find: (signal: AbortSignal) => Promise<void>): Promise<void> {
      const known = windows.get(key);
      if (known) return known.work;
      begun.add(key);
      sinceAt ??= now();
      recognisedAt = null;
      const unwanted = new AbortController();
      const signal = AbortSignal.any([unwanted.signal, AbortSignal.timeout(VOICES_MS_MAX)]);
      const work = find(signal).finally(() => windows.delete(key));
      windows.set(key, { work, stop: () => unwanted.abort() });
      return work;
    },
    /**
     * Whether the transcript waits for them, now that all words are there. Those that took too long are given up; `leastMs`: not before. Takes half a
     * second at most.
     */
    async areAwaited(leastMs: number): Promise<boolean> {
      await Promise.race([Promise.all([...windows.values()].map(({ work }) => work)), scheduler.wait(VOICES_LOOK_MS)]);
      if (windows.size === 0) {
        [sinceAt, recognisedAt] = [null, null];
        return false;
      }
      recognisedAt ??= now();
      const allowedMs = Math.max(leastMs, (recognisedAt - (sinceAt ?? recognisedAt)) * VOICES_SPEECH_SHARE);
      if (now() - recognisedAt < allowedMs) return true;
      for (const { stop } of windows.values()) stop();
      return false;
    },
  };
}

type WindowSound = { source: string; audio: Uint8Array<ArrayBuffer>; audioStartMs: number };

/**
 * Whether the transcript waits for voices. An object that was stopped after the words of a window were stored, and before its voices were, finds
 * them now.
 */
export async function awaitsVoices(step: MergeStep, windows: readonly RecognisedWindow[]): Promise<boolean> {
  const missing = await beginMissing(step, windows);
  return step.voices.areAwaited(missing > 0 ? VOICES_AGAIN_MS : VOICES_WAIT_MS_MIN);
}

async function beginMissing(step: MergeStep, windows: readonly RecognisedWindow[]): Promise<number> {
  const { deps, effect, meeting } = step;
  const unnamed = windows.filter(
    ({ index, segments }) => usesVoices(step, index) && segments.some(({ speaker }) => speaker === null),
  );
  if (unnamed.length === 0) return 0;
  const stored = await storedVoices(deps.store, meeting.recordingId);
  let missing = 0;
  for (const { index } of unnamed) {
    if (stored.has(index)) continue;
    const windowStep: WindowStep = { ...step, effect: { type: "transcribe-window", run: effect.run, index } };
    const sound = soundOf(windowStep);
    const key = windowVoicesKey({ recordingId: meeting.recordingId, source: sound.source, window: index });
    if (step.voices.wasBegun(key)) continue;
    // The transcript is complete without them, also where the recording is gone.
    const opened = await sound.open().catch(() => null);
    if (opened === null) continue;
    missing += 1;
    void beginVoices(windowStep, { ...opened, source: sound.source }).then(() => releaseAudio(opened.audio));
  }
  return missing;
}

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
