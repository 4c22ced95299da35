import type { MeetingLanguage } from "#app/domain/languages.ts";

/** One recognised window; times in ms from the start of the *audio that was sent*. */
export type RecognisedSpeech = {
  segments: {
    startMs: number;
    endMs: number;
    text: string;
    speaker: string | null;
    words: { startMs: number; endMs: number; text: string }[] | null;
    /** 0..1 where the engine says so: probability that nobody spoke, and mean log probability of the words. */
    noSpeechProbability: number | null;
    meanLogProbability: number | null;
    /** Whisper's: over 2.4 is a loop. */
    compressionRatio: number | null;
  }[];
};

/**
 * Speech to text. Throws UpstreamError; a caller counts attempts. The answer has been validated, but not judged:
 * invented words are dropped by the caller.
 */
export interface SpeechEngine {
  /** Part of the key under which recognised windows are stored: `<adapter>-<model>`, safe in a path. */
  readonly id: string;
  recognise(input: {
    /** A whole M4A file of one window. */
    audio: Uint8Array;
    language: MeetingLanguage;
    signal: AbortSignal;
  }): Promise<RecognisedSpeech>;
}
