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
