import type { Word } from "#app/domain/transcript/segment.ts";

export type SpokenSegment = {
  startMs: number;
  endMs: number;
  text: string;
  speaker: string | null;
  words: Word[] | null;
  /** 0..1 where the engine says so: probability that nobody spoke, and mean log probability of the words. */
  noSpeechProbability: number | null;
  meanLogProbability: number | null;
  /** Whisper's: over 2.4 is a loop. */
  compressionRatio: number | null;
  /** Level of the loudest tenth of a second under these words, in dB of full scale, where somebody measured it. */
  loudnessDbfs?: number;
};

/** One recognised window as a speech engine returns it; times in ms from the start of the *audio that was sent*. */
export type RecognisedSpeech = { segments: SpokenSegment[] };
