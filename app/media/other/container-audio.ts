import type { SoundConfig } from "#app/media/read-sound-entry.ts";
import type { TrackSamples } from "#app/media/sample-index.ts";

/** What a reader of another container found: the sound that will be heard, and what else the file holds. */
export type ContainerAudio = {
  config: SoundConfig;
  /** Units a second of the samples' durations. */
  timescale: number;
  samples: TrackSamples;
  /** ISO 639-2, null where the file does not say. */
  language: string | null;
  hasVideo: boolean;
  /** When the last picture ends, in ms; 0 where there is none. */
  endMs: number;
  /** As in AudioTrack. */
  inPieces?: true;
};
