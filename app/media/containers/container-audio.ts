import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import type { TrackSamples } from "#app/media/mp4/sample-list.ts";

/** One track of sound in another container. */
export type ContainerTrack = {
  config: SoundConfig;
  /** Units per second of the samples' durations. */
  timescale: number;
  samples: TrackSamples;
  /** ISO 639-2, null when the file does not say. */
  language: string | null;
  /** As in AudioTrack. */
  inPieces?: true;
};

/** Result of a reader of another container: the sound to use, and other facts about the file. */
export type ContainerAudio = ContainerTrack & {
  /** The other tracks that could be used, in the order of the file. */
  others?: readonly ContainerTrack[];
  hasVideo: boolean;
  /** Time of the last picture, in ms; 0 when there is none. */
  endMs: number;
  /** As in RecordingProbe. */
  isCut?: true;
};
