import {
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

/** `settle` waits as long as recognition allows, and then gives the voices up. */
type VoicesUnderWay = { settle(): Promise<void> };

/** Begins to find the voices of a window while its words are recognised. They are stored as soon as they are there. */
export function beginVoices(
  step: WindowStep,
  sound: { source: string; audio: Uint8Array<ArrayBuffer>; audioStartMs: number },
): VoicesUnderWay {
  const { deps } = step;
  const startedAt = deps.now();
  const enough = new AbortController();
  const work = findAndStore(step, sound, AbortSignal.any([step.signal, enough.signal])).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : "unknown";
    deps.log("meeting.voices.failed", { meetId: step.meeting.meetId, window: step.effect.index, error: name });
  });
  return {
    async settle() {
      const allowedMs = Math.max(VOICES_WAIT_MS_MIN, (deps.now() - startedAt) * VOICES_SPEECH_SHARE);
      const timer = setTimeout(() => enough.abort(), allowedMs);
      await work;
      clearTimeout(timer);
    },
  };
}

async function findAndStore(
  { deps, effect, meeting }: WindowStep,
  { source, audio, audioStartMs }: { source: string; audio: Uint8Array<ArrayBuffer>; audioStartMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { store, voices } = deps;
  const { recordingId } = meeting;
  if (voices === null) return;
  const key = windowVoicesKey({ recordingId, source, window: effect.index });
  // An earlier attempt, or another meeting, found them already.
  if ((await store.head(key)) !== null) return;
  const frames = await voices.find({ audio, signal });
  signal.throwIfAborted();
  await store.removeAll(windowVoicesPrefix(recordingId, effect.index));
  await store.put(
    key,
    packFrames(frames.map((frame) => shiftFrame(frame, Math.round(audioStartMs)))),
    "application/octet-stream",
  );
}
