/**
 * Id of a segment, a piece of speech short enough to cite. Ids are stable: `w<window>-<index>`, where the index is that of the
 * engine's own answer, so that trimming a border does not rename the other segments.
 */
export type SegmentId = string;

export type Segment = {
  id: SegmentId;
  /** Milliseconds from the start of the recording. */
  startMs: number;
  endMs: number;
  text: string;
  /** A name or label from the source itself (voice tag, diarization) that holds for the whole meeting; never guessed. */
  speaker: string | null;
  /** A person corrected the words; the recognised text is kept. */
  edited?: true | undefined;
};

/** One word with its time, for engines that return words. */
export type Word = { startMs: number; endMs: number; text: string };

/**
 * The recognised text of one audio window, times from the start of the *recording*. The window's core is
 * [startMs, endMs); the audio that was recognised reaches WINDOW_OVERLAP_MS further on both sides where there is any.
 */
export type RecognisedWindow = {
  index: number;
  startMs: number;
  endMs: number;
  segments: { startMs: number; endMs: number; text: string; speaker: string | null; words: Word[] | null }[];
};

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
export type RecognisedSpeech = {
  segments: SpokenSegment[];
  /** The language that the engine has heard, ISO 639-1; null where it does not say. */
  language: string | null;
  /** Pieces of text that the engine itself left out as loops; absent where it does not say. */
  dropped?: number;
};
