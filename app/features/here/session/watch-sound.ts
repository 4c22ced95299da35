import {
  HERE_DEAD_MS_MAX,
  HERE_LOOK_MS,
  HERE_MS_MAX,
  HERE_SLEPT_MS_MIN,
  HERE_STALLED_MS_MAX,
} from "#app/domain/limits/here.ts";
import type { HereTrack } from "#app/domain/here/here.ts";
import type { Capture, HereInput, Levels } from "#app/features/here/capture/capture.ts";
import type { InputWatch } from "#app/features/here/session/watch-inputs.ts";
import type { SegmentWriter } from "#app/features/here/session/write-segments.ts";
import type { Clock } from "#app/features/here/spool/send-pieces.ts";

export type SoundEvents = {
  /** The levels of the inputs have changed. */
  levels: () => void;
  /** Nothing is heard of any input any more. */
  lost: () => void;
  /** An input came or went. */
  inputs: () => void;
  /** The machine slept for `ms`: the segments before ended at `endedAt`. */
  slept: (endedAt: number, ms: number) => void;
  /** An encoder gives nothing any more, without an error. All start again. */
  stalled: () => void;
  /** The sound cannot be recorded any more: an encoder has failed, or the recording has its full length. */
  ended: (reason: "encoder" | "length") => void;
};

export interface SoundWatch {
  listen: () => void;
  /** Segments begin now: nothing that was before counts. */
  begin: () => void;
  /** Looks from time to time for a sound that gives no sign of life. */
  look: () => void;
  end: () => void;
}

type Deps = { capture: Capture; segments: SegmentWriter; inputs: InputWatch; clock: Clock; on: SoundEvents };

/** Passes levels and pieces on, and notices a machine that slept, an encoder that stalls, and inputs that give nothing. */
export function watchSound({ capture, segments, inputs, clock, on }: Deps): SoundWatch {
  let seenAt = clock.now();
  let levelsAt = seenAt;
  /** Looks since the last sign of life of the sound. The first one after a sleep says nothing. */
  let looks = 0;
  let cancelLook = () => {};
  /** The encoders were started again, and not all have given a piece since. */
  let hasRestarted = false;

  /** Nothing comes from a machine that sleeps: the first sign of life after it begins another segment. */
  function seen() {
    const before = seenAt;
    seenAt = clock.now();
    looks = 0;
    if (segments.isRunning() && seenAt - before >= HERE_SLEPT_MS_MIN) on.slept(before, seenAt - before);
  }
  /** The inputs that are not recorded: the encoders were started again, and that did not help theirs. */
  function lookAtEncoders(): HereInput[] {
    const stalled = segments.stalled(HERE_STALLED_MS_MAX);
    if (stalled.length === 0) return [];
    if (!hasRestarted) {
      hasRestarted = true;
      on.stalled();
      return [];
    }
    if (stalled.includes("mix")) on.ended("encoder");
    return stalled.filter((track) => track !== "mix");
  }
  function takeLevels(measured: Levels) {
    seen();
    levelsAt = clock.now();
    const unrecorded = lookAtEncoders();
    segments.takeLevels(measured);
    inputs.takeLevels(measured, clock.now(), { isRecording: segments.isRunning(), unrecorded });
    on.levels();
    if (segments.recordedMs() >= HERE_MS_MAX) on.ended("length");
  }
  function takePiece(track: HereTrack, bytes: Uint8Array<ArrayBuffer>, isLast: boolean) {
    seen();
    segments.take(track, bytes, isLast);
    if (!segments.isRunning()) return;
    if (segments.areFed() && segments.stalled(HERE_STALLED_MS_MAX).length === 0) hasRestarted = false;
    if (clock.now() - levelsAt >= HERE_DEAD_MS_MAX) loseInputs();
  }
  /** The sound itself says nothing, neither levels nor pieces. */
  function look() {
    cancelLook = clock.after(HERE_LOOK_MS, look);
    looks += 1;
    if (looks >= 2 && segments.isRunning()) loseInputs();
  }
  function loseInputs() {
    inputs.lose();
    on.lost();
    on.levels();
  }

  return {
    listen() {
      const failed = () => on.ended("encoder");
      capture.listen({ levels: takeLevels, sound: segments.sound, inputs: on.inputs, piece: takePiece, failed });
    },
    begin() {
      seenAt = clock.now();
      levelsAt = seenAt;
      inputs.rest(seenAt);
    },
    look,
    end: () => cancelLook(),
  };
}
