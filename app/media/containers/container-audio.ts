import type { SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import type { TrackSamples } from "#app/media/mp4/sample-list.ts";

/** Result of a reader of another container: the sound to use, and other facts about the file. */
export type ContainerAudio = {
  config: SoundConfig;
  /** Units per second of the samples' durations. */
  timescale: number;
  samples: TrackSamples;
  /** ISO 639-2, null when the file does not say. */
  language: string | null;
  hasVideo: boolean;
  /** Time of the last picture, in ms; 0 when there is none. */
  endMs: number;
  /** As in AudioTrack. */
  inPieces?: true;
};
