import type { RecordingId } from "#app/domain/ids.ts";
import { ONE_VOICE } from "#app/domain/transcript/merge-windows.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import { voicesIn } from "#app/domain/meeting/voices.ts";
import { countPeople, findTurns } from "#app/domain/voices/find-turns.ts";
import { giveVoices } from "#app/domain/voices/give-speakers.ts";
import { unpackFrames } from "#app/domain/voices/pack-frames.ts";
import type { VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import { voicesPrefix, windowOfVoices } from "#app/server/storage/keys.ts";
import type { Step } from "#workers/meeting/steps/step.ts";
import { readVoices } from "#workers/meeting/store/voices.ts";

/** Whether the speakers of a recording are told apart by voices: nothing else knows them, and all of them are in one sound. */
export function usesVoices({ deps, meeting }: Pick<Step, "deps" | "meeting">): boolean {
  const { call } = meeting.state;
  const isKnown = call !== undefined && call.place.here !== "microphone";
  return deps.voices !== null && !isKnown && voicesIn(meeting.state) === ONE_VOICE;
}

/** The frames of all windows of a recording that have voices. */
export async function readFrames(
  store: RecordingStore,
  recordingId: RecordingId,
  isWanted: (window: number) => boolean,
): Promise<VoiceFrame[]> {
  const frames: VoiceFrame[] = [];
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const page: Awaited<ReturnType<RecordingStore["list"]>> = await store.list(voicesPrefix(recordingId), cursor);
    for (const key of page.keys) {
      const window = windowOfVoices(key);
      const bytes = window !== null && isWanted(window) ? await store.getBytes(key) : null;
      if (bytes !== null) frames.push(...(unpackFrames(bytes) ?? []));
    }
    ({ cursor } = page);
  }
  return frames.toSorted((one, other) => one.startMs - other.startMs);
}

export type Voiced = { windows: RecognisedWindow[]; found: number };

/** The windows with their people as speakers; null where no voices were found. A number that a person gave before holds. */
export async function withVoices(step: Step, windows: RecognisedWindow[]): Promise<Voiced | null> {
  if (!usesVoices(step)) return null;
  const { deps, meeting, sql } = step;
  const indexes = new Set(windows.map(({ index }) => index));
  try {
    const frames = await readFrames(deps.store, meeting.recordingId, (window) => indexes.has(window));
    if (frames.length === 0) return null;
    const turns = await step.inTurns(findTurns(frames, readVoices(sql)?.people ?? null));
    return {
      windows: await step.inTurns(giveVoices(windows, turns, meeting.details.language)),
      found: countPeople(turns),
    };
  } catch (error) {
    step.signal.throwIfAborted();
    // The transcript is complete without them.
    const name = error instanceof Error ? error.name : "unknown";
    deps.log("meeting.voices.failed", { meetId: meeting.meetId, error: name });
    return null;
  }
}
