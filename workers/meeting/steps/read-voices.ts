import { OTHERS } from "#app/domain/here/here.ts";
import type { RecordingId } from "#app/domain/ids.ts";
import { ONE_VOICE } from "#app/domain/transcript/merge-windows.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";
import { isNamedByPlatform, isTabWindow, peopleKnown } from "#app/domain/meeting/call-fact.ts";
import type { MeetingFacts } from "#app/domain/meeting/states.ts";
import { voicesIn } from "#app/domain/meeting/voices.ts";
import { countPeople, findTurns } from "#app/domain/voices/find-turns.ts";
import { fillGaps } from "#app/domain/voices/fill-gaps.ts";
import { giveVoices } from "#app/domain/voices/give-speakers.ts";
import { unpackFrames } from "#app/domain/voices/pack-frames.ts";
import type { VoiceFrame } from "#app/domain/voices/voice-frame.ts";
import type { RecordingStore } from "#app/server/ports/recording-store.ts";
import { voicesPrefix, windowOfVoices } from "#app/server/storage/keys.ts";
import type { Step } from "#workers/meeting/steps/step.ts";
import { readVoices } from "#workers/meeting/store/voices.ts";

/**
 * Whether the speakers of a window are told apart by voices: nothing else knows them, and all of them are in one sound. Of a tab that was
 * recorded here it is only known that they are others than the person at the microphone. A call's platform may leave gaps.
 */
export function usesVoices({ deps, meeting }: Pick<Step, "deps" | "meeting">, window: number): boolean {
  const { call } = meeting.state;
  if (deps.voices === null) return false;
  if (call === undefined) return voicesIn(meeting.state) === ONE_VOICE;
  return isNamedByPlatform(call) || call.place.here === "microphone" || isTabWindow(call, window);
}

/** The windows whose people are told apart by voices: of a recording with a microphone and a tab only the tab has several. */
export function voicedWindows({ call, windows }: Pick<MeetingFacts, "call" | "windows">): Set<number> {
  const isTab = call?.place.here === "tab" || call?.place.here === "both";
  return new Set(windows.flatMap(({ index }) => (!isTab || isTabWindow(call, index) ? [index] : [])));
}

/** The number of a segment's window; notes of a person have none. */
export function windowOfSegment(id: string): number {
  return Number(/^w(\d+)-/u.exec(id)?.[1] ?? -1);
}

/**
 * The frames of all windows of a recording that have voices. Where the engine's model was changed in between, the windows of the first model: the
 * voices of two models cannot be compared.
 */
export async function readFrames(
  store: RecordingStore,
  recordingId: RecordingId,
  isWanted: (window: number) => boolean,
): Promise<VoiceFrame[]> {
  const frames: VoiceFrame[] = [];
  for (const [window, key] of await storedVoices(store, recordingId)) {
    const bytes = isWanted(window) ? await store.getBytes(key) : null;
    if (bytes !== null) frames.push(...(unpackFrames(bytes) ?? []));
  }
  frames.sort((one, other) => one.startMs - other.startMs);
  const model = frames.find((frame) => frame.model !== undefined)?.model;
  return frames.filter((frame) => frame.model === undefined || frame.model === model);
}

/** The keys of all voices of a recording, by their window. */
export async function storedVoices(store: RecordingStore, recordingId: RecordingId): Promise<Map<number, string>> {
  const stored = new Map<number, string>();
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const page: Awaited<ReturnType<RecordingStore["list"]>> = await store.list(voicesPrefix(recordingId), cursor);
    for (const key of page.keys) {
      const window = windowOfVoices(key);
      if (window !== null) stored.set(window, key);
    }
    ({ cursor } = page);
  }
  return stored;
}

/** Words of a tab that are nobody's voice for sure are still words of the others. */
function orOthers(window: RecognisedWindow, others: string): RecognisedWindow {
  return {
    ...window,
    segments: window.segments.map((segment) => ({ ...segment, speaker: segment.speaker ?? others })),
  };
}

/** `found`: the number of people; null where the platform named some of them, so that voices alone do not tell it. */
export type Voiced = { windows: RecognisedWindow[]; found: number | null };

/**
 * The windows with their people as speakers; null where no voices were found, or none are needed. A number that a person gave before
 * holds.
 */
export async function withVoices(step: Step, windows: RecognisedWindow[]): Promise<Voiced | null> {
  const { deps, meeting, sql } = step;
  const voiced = windows.filter(({ index }) => usesVoices(step, index));
  if (voiced.length === 0) return null;
  const indexes = new Set(voiced.map(({ index }) => index));
  const fillsGaps = isNamedByPlatform(meeting.state.call);
  if (fillsGaps && voiced.every(({ segments }) => segments.every(({ speaker }) => speaker !== null))) return null;
  try {
    const frames = await readFrames(deps.store, meeting.recordingId, (window) => indexes.has(window));
    if (frames.length === 0) return null;
    const { call } = meeting.state;
    const people = readVoices(sql)?.people ?? null;
    const wanted = people === null ? null : Math.max(1, people - peopleKnown(call));
    const turns = await step.inTurns(findTurns(frames, wanted));
    const found = countPeople(turns);
    if (fillsGaps) {
      const filled = await step.inTurns(fillGaps(voiced, turns, meeting.details.language));
      return { windows: filled.windows, found: filled.hasNames ? null : found };
    }
    const isTab = call !== undefined && call.place.here !== "microphone";
    // One voice in a tab keeps its label: it says more than a number.
    if (isTab && found <= 1) return null;
    const given = await step.inTurns(giveVoices(voiced, turns, meeting.details.language));
    const others = OTHERS[meeting.details.language];
    const divided = new Map(given.map((window) => [window.index, isTab ? orOthers(window, others) : window]));
    return { windows: windows.map((window) => divided.get(window.index) ?? window), found: found + peopleKnown(call) };
  } catch (error) {
    step.signal.throwIfAborted();
    // The transcript is complete without them.
    const name = error instanceof Error ? error.name : "unknown";
    deps.log("meeting.voices.failed", { meetId: meeting.meetId, error: name });
    return null;
  }
}
