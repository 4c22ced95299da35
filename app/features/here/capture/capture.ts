import type { HereTrack } from "#app/domain/here/here.ts";
import type { FindEcho, SoundPair } from "#app/features/here/capture/echo-finder.ts";
import type { Loudness } from "#app/features/here/capture/source-watch.ts";

/** Inputs of sound. The tracks of a recording are made of these. */
export type HereInput = "microphone" | "tab";

export type InputFacts = {
  input: HereInput;
  /** As the browser names the device or the tab. */
  label: string;
  /** False after the microphone was unplugged or the sharing ended, until it is opened again. */
  isLive: boolean;
};

export type Levels = Partial<Record<HereInput, Loudness>>;

export type CaptureEvents = {
  /** The loudness of the last HERE_LEVEL_MS, ten times a second, also while nothing is recorded. */
  levels: (levels: Levels) => void;
  /** The sound of the same time, where both inputs are there: for the search for echo. */
  sound: (pair: SoundPair) => void;
  /** An input came or went. */
  inputs: () => void;
  /** A piece of a track, in order. `isLast`: its encoder has stopped. */
  piece: (track: HereTrack, bytes: Uint8Array<ArrayBuffer>, isLast: boolean) => void;
  /** An encoder has failed: it gives no more pieces. */
  failed: () => void;
};

/** The sound of this browser, and its encoders. A lost input is silence in its track, so that the tracks keep their time. */
export interface Capture {
  readonly tracks: readonly HereTrack[];
  inputs(): readonly InputFacts[];
  listen(events: CaptureEvents): void;
  /** Stretches of the frames in which the microphone only repeats the tab. */
  findEcho: FindEcho;
  /** Takes sound that is not needed any more: its buffers are used again. */
  giveBack: (pair: SoundPair) => void;
  /** Starts an encoder for each track. */
  start(): void;
  /** Stops the encoders. Resolves when all of their pieces have been given. */
  stop(): Promise<void>;
  /** Opens a lost input again; needs a click. False where the person or the browser refuses. */
  reopen(input: HereInput): Promise<boolean>;
  /** Gives the devices back. */
  release(): void;
}
