import type { MeetingLanguage } from "#app/domain/languages.ts";
import { numbersClaimed, numbersSaid } from "#app/domain/summary/words/numbers.ts";
import { contentStems } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

/** A transcript prepared for grounding: the existing segments and their text. */
export type Evidence = {
  /** `language`: the language of the talk. `written`: the language of the summary. */
  language: MeetingLanguage;
  written: MeetingLanguage;
  segments: readonly Segment[];
  positions: ReadonlyMap<SegmentId, number>;
};

/** The speech at a place: folded words, content stems, numbers, and speakers. */
export type Said = {
  text: string;
  /** The same text by segment. */
  texts: readonly string[];
  words: Set<string>;
  stems: Set<string>;
  numbers: Set<string>;
  speakers: Set<string>;
};

/** An item with more content words than this must share two with the segments that it cites; one may be chance. */
const LONG_ITEM_STEMS = 5;

export function evidenceOf(
  segments: readonly Segment[],
  language: MeetingLanguage,
  written: MeetingLanguage = language,
): Evidence {
  return { language, written, segments, positions: new Map(segments.map((segment, index) => [segment.id, index])) };
}

/** Returns the existing ids, once each, in the order of the meeting. */
export function knownIds(evidence: Evidence, ids: readonly SegmentId[]): SegmentId[] {
  const known = [...new Set(ids)].filter((id) => evidence.positions.has(id));
  return known.toSorted((a, b) => (evidence.positions.get(a) ?? 0) - (evidence.positions.get(b) ?? 0));
}

/** Returns the speech in the segments and in `around` segments before and after each. */
export function saidIn(evidence: Evidence, ids: readonly SegmentId[], around: number): Said {
  const wanted = new Set<number>();
  for (const id of ids) {
    const position = evidence.positions.get(id) ?? 0;
    for (let index = position - around; index <= position + around; index += 1) wanted.add(index);
  }
  const cited = [...wanted].toSorted((a, b) => a - b).flatMap((index) => evidence.segments[index] ?? []);
  const speakers = cited.flatMap((segment) => (segment.speaker === null ? [] : foldedWords(segment.speaker)));
  return saidInTexts(
    cited.map((segment) => segment.text),
    speakers,
    evidence.language,
  );
}

/** Returns the speech of single texts, such as the sentences that carry a task; `speakers` are folded words. */
export function saidInTexts(texts: readonly string[], speakers: readonly string[], language: MeetingLanguage): Said {
  const text = texts.join(" ");
  return {
    text,
    texts,
    words: new Set(foldedWords(text)),
    stems: new Set(contentStems(text, language)),
    numbers: numbersSaid(text, language),
    speakers: new Set(speakers),
  };
}

/** Words of one language are not found in another: then only numbers and the cited segments can be checked. */
export function isTranslated({ language, written }: Evidence): boolean {
  return language !== written;
}

/** Tells whether a text shares content with the speech and claims no number that was not said. */
export function isSupported(text: string, said: Said, evidence: Evidence): boolean {
  const { language, written } = evidence;
  const isEachNumberSaid = numbersClaimed(text, written).every((number) => said.numbers.has(number));
  if (isTranslated(evidence)) return isEachNumberSaid && said.words.size > 0;
  const stems = new Set(contentStems(text, language));
  let shared = 0;
  for (const stem of stems) if (said.stems.has(stem) || said.speakers.has(stem)) shared += 1;
  const needed = stems.size > LONG_ITEM_STEMS ? 2 : 1;
  return shared >= needed && isEachNumberSaid;
}
