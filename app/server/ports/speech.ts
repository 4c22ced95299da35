import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { RecognisedSpeech } from "#app/domain/transcript/recognised-speech.ts";

export type { RecognisedSpeech };

/**
 * Speech to text. Throws UpstreamError; a caller counts attempts. The answer has been validated, but not judged:
 * invented words are dropped by the caller.
 */
export interface SpeechEngine {
  /** Part of the key under which recognised windows are stored: `<adapter>-<model>`, safe in a path. */
  readonly id: string;
  recognise(input: {
    /** A whole M4A file of one window. */
    audio: Uint8Array<ArrayBuffer>;
    language: MeetingLanguage;
    signal: AbortSignal;
  }): Promise<RecognisedSpeech>;
}
