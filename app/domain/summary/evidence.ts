import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { numbersSaid } from "#app/domain/summary/words/numbers.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** The transcript with which lines are compared. `language`: that of the talk. `written`: that of the lines. */
export type Evidence = {
  language: MeetingLanguage;
  written: MeetingLanguage;
  segments: readonly Segment[];
  positions: ReadonlyMap<SegmentId, number>;
};

/** The speech at a place: folded words, content stems, numbers, and speakers. */
export type Said = {
  text: string;
  words: Set<string>;
  stems: Set<string>;
  numbers: Set<string>;
  speakers: Set<string>;
};

/** Returns the speech of single texts; `speakers` are folded words. */
export function saidInTexts(texts: readonly string[], speakers: readonly string[], language: MeetingLanguage): Said {
  const text = texts.join(" ");
  return {
    text,
    words: new Set(foldedWords(text)),
    stems: new Set(contentStems(text, language)),
    numbers: numbersSaid(text, language),
    speakers: new Set(speakers),
  };
}
