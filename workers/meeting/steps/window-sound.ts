import { voicesOf } from "#app/domain/meeting/call-fact.ts";
import { invariant } from "#app/domain/invariant.ts";
import { sha256Base64 } from "#app/domain/sha256.ts";
import type { SpeakerStretch } from "#app/domain/transcript/call-speakers.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";
import { callWindowKey, soundWindowKey } from "#app/server/storage/keys.ts";
import { openRecording, type StepOf } from "#workers/meeting/steps/step.ts";
import { readCallWindow } from "#workers/meeting/store/call.ts";
import { readSoundWindow } from "#workers/meeting/store/sound.ts";
import { readPlan } from "#workers/meeting/store/text-sources.ts";

type WindowStep = StepOf<"transcribe-window">;

/** The sound of a window: cut out of a recording, or a stored file of its own (of a call, or of an upload). */
export type WindowSound = {
  index: number;
  startMs: number;
  endMs: number;
  /** Several meetings may use the recording. */
  shared: boolean;
  /** Identifies the bytes of the sound: part of the key of its text. */
  source: string;
  /** Stretches that another window of the same time has too; their words are left out. In ms of the recording. */
  echo: readonly { startMs: number; endMs: number }[];
  /** The speakers and their times when the source knows them; the engine's own labels are then ignored. */
  speakers: readonly SpeakerStretch[] | null;
  open(): Promise<{
    audio: Uint8Array<ArrayBuffer>;
    audioStartMs: number;
    audioEndMs: number;
    silences: readonly { startMs: number; endMs: number }[];
  }>;
};

export function soundOf(step: WindowStep): WindowSound {
  const { deps, effect, meeting, sql } = step;
  const landed = storedSound(step);
  if (landed) return landed;
  if (!meeting.state.call) {
    const plan = readPlan(sql, effect.index);
    invariant(plan !== null, "a wanted window has a plan");
    const { media } = meeting.state;
    invariant(media.kind === "landed", "a window of a recording that has not landed");
    const source = media.version.etag;
    return {
      ...plan,
      shared: false,
      speakers: null,
      echo: [],
      source,
      open: () => deps.media.extract(openRecording(step), plan),
    };
  }
  const window = readCallWindow(sql, effect.index);
  invariant(window !== null, "a wanted window of a call was told");
  // The sound begins in the window before, whose own signals name the speakers there.
  const before = readCallWindow(sql, effect.index - voicesOf(meeting.state.call));
  // Several people may be in the room of one microphone: the engine's own labels are all there is.
  const isRoom = meeting.state.call.place.here === "microphone";
  return {
    ...window,
    shared: true,
    // A call's windows were cut while it ran, and no file that comes of it later makes others of them.
    source: CALL_SOURCE,
    speakers: isRoom ? null : [...(before?.speakers ?? []), ...window.speakers],
    async open() {
      const stored = await deps.store.getBytes(callWindowKey(meeting.recordingId, effect.index));
      if (stored === null) throw new UpstreamError({ service: "recording-store", retryable: true });
      return { ...window, audio: new Uint8Array(stored) };
    },
  };
}

/**
 * A window of an upload whose sound stands in the store by itself (store-sound.ts): sent ahead of the video, or cut out of a
 * file of another kind. Null where it does not, and the recording itself is read.
 */
function storedSound({ deps, effect, meeting, sql }: WindowStep): WindowSound | null {
  const window = readSoundWindow(sql, effect.index);
  if (!window?.landed || !window.file) return null;
  const { file } = window;
  return {
    ...window,
    shared: false,
    speakers: null,
    echo: [],
    source: file.sha256,
    async open() {
      const stored = await deps.store.getBytes(soundWindowKey(meeting.recordingId, { ...window, sha256: file.sha256 }));
      // Gone, or not the file that had landed: the next attempt looks again, and uses the video once that is there.
      if (stored === null || stored.byteLength !== file.bytes || (await sha256Base64(stored)) !== file.sha256) {
        throw new UpstreamError({ service: "recording-store", retryable: true });
      }
      return { ...window, silences: file.silences, audio: new Uint8Array(stored) };
    },
  };
}

const CALL_SOURCE = "call";
