import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { RecognisedSpeech } from "#app/domain/transcript/segment.ts";

export type { RecognisedSpeech };

/**
 * Speech to text. Throws UpstreamError; a caller counts attempts. The answer has been validated, but not judged:
 * invented words are dropped by the caller.
 */
export interface SpeechEngine {
  /** Part of the key under which recognised windows are stored: `<adapter>-<model>`, safe in a path. */
  readonly id: string;
  /** Numbers the people of each audio by itself: windows overlap so long that most of them speak in two, and are known again. */
  readonly numbersSpeakers?: true;
  /** Hears the language where none is given, and tells it in its answer. */
  readonly hears?: true;
  /**
   * Present when an engine needs preparation (its model has to be downloaded); called before the audio is read. Resolves when the
   * engine is ready; throws SpeechNotReady during the preparation, SpeechMissing when it is impossible. `ask` stays the same while
   * a caller waits for one preparation, so that a person who asks again starts another attempt.
   */
  prepare?(input: { ask: string; language: MeetingLanguage | null; signal: AbortSignal }): Promise<SpeechModel>;
  recognise(input: {
    /** A whole file of one window: M4A, or WAV (media/audio-file-type.ts). */
    audio: Uint8Array<ArrayBuffer>;
    /** Null: the engine hears it. Only for an engine that `hears`. */
    language: MeetingLanguage | null;
    /** Names and terms of the meeting, the most important first. An engine that takes none leaves them out. */
    words: readonly string[];
    signal: AbortSignal;
    /** For an engine that has one queue for all recordings. Windows of a call that is under way go first. */
    queue?: { recording: string; isLive: boolean; positionMs: number };
    /** Called as the text grows, by an engine that works piece by piece. */
    onPart?: (part: SpeechPart) => void;
  }): Promise<RecognisedSpeech>;
  /** Present when people can be told beforehand what a recording in this language will use. Fetches and loads nothing. */
  readonly describe?: (input: { language: MeetingLanguage | null; signal: AbortSignal }) => Promise<SpeechOutlook>;
}

/** `instead`: the better model that does not work on this machine, where a smaller one is used. */
export type SpeechModel = { name: string; instead: string | null };

/** All text of a window so far, which goes without a gap to `untilMs` (in ms of the audio that was sent). */
export type SpeechPart = {
  speech: RecognisedSpeech;
  untilMs: number;
  /** Expected seconds of work for a second of sound; null before the engine has measured it. */
  pace: number | null;
  /** Recordings that are recognised before this one. */
  ahead: number;
};

/** `fetchBytes`: what has to be downloaded first. `minutesPerHour`: of work for an hour of talk, measured on this machine; null before. */
export type SpeechOutlook = { model: string; fetchBytes: number; minutesPerHour: number | null; recordings: number };

/** Progress of the download that an engine needs before it can work. */
export type SpeechDownload = { receivedBytes: number; totalBytes: number };

/** Not a failure: the engine needs time, for its model or for its current work. The caller retries later. */
export class SpeechNotReady extends Error {
  readonly download: SpeechDownload | null;
  readonly retryAfterMs: number;

  constructor(input: { download: SpeechDownload | null; retryAfterMs: number }) {
    super("the speech engine is not ready yet");
    this.name = "SpeechNotReady";
    this.download = input.download;
    this.retryAfterMs = input.retryAfterMs;
  }
}

/** Something that the engine needs is unavailable; only a person can change that. */
export class SpeechMissing extends Error {
  readonly missing: "model" | "engine";

  constructor(missing: "model" | "engine") {
    super(`the speech engine lacks its ${missing}`);
    this.name = "SpeechMissing";
    this.missing = missing;
  }
}
