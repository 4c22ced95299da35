import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { hasCue, isCutOff, isOfNote, isRepaired, leansOnOthers } from "#app/domain/summary/extractive/cues.ts";
import { type Terms, topTerms } from "#app/domain/summary/extractive/keywords.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import { lacksMarks } from "#app/domain/summary/extractive/exact-words.ts";
import type { Topic } from "#app/domain/summary/highlights.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** Sentences on either side of a gap that are compared, and the least of a topic. */
const WINDOW = 12;
const GAPS_MAX = 1000;
const TOPIC_SENTENCES_MIN = 16;
const TOPICS_MAX = 10;
/** A topic lasts about this long at least; an hour has some eight. */
const TOPIC_MS_MIN = 150_000;
/** Silence that counts as much as words that change altogether. */
const PAUSE_MS = 6000;
const PAUSE_WEIGHT = 0.15;
/** Quotations that the summary may take from a topic, and up to which a topic is filled; more where a meeting has one or two topics. */
const QUOTATIONS_MAX = 3;
const QUOTATIONS_FILLED = 2;
const QUOTATIONS_OF_FEW_TOPICS = 9;
const QUOTATIONS_SHORT_MAX = 10;
const QUOTATION_WORDS_MIN = 6;
const QUOTATION_WORDS_MAX = 40;
/** A line of the summary is shorter than other quotations: figures in docs/measurements.md. */
const SUMMARY_LINE_WORDS_MAX = 30;
const HOUSEKEEPING_WORDS_MAX = 8;
const KEYWORDS_MAX = 4;
/** Shared content words above which a quotation says what another says. */
const LIKENESS_MAX = 0.6;

/** A topic and its sentences, from one index up to another. */
export type Stretch = { topic: Topic; from: number; to: number };

/**
 * Divides the talk where its subject changes. Lexical cohesion after TextTiling (Hearst 1997): the words of the sentences before and after
 * a gap are compared, and the deepest valleys between two peaks are boundaries; pauses deepen them.
 */
export function* divideByTopic(
  sentences: readonly Sentence[],
  segments: readonly Segment[],
  terms: Terms,
): Turns<Stretch[]> {
  const times = new Map(segments.map((segment) => [segment.id, segment]));
  const startOf = (sentence: Sentence | undefined) => times.get(sentence?.segmentIds[0] ?? "")?.startMs ?? 0;
  const endOf = (sentence: Sentence | undefined) => times.get(sentence?.segmentIds.at(-1) ?? "")?.endMs ?? 0;
  const depths = yield* depthsOf(sentences, (index) => startOf(sentences[index]) - endOf(sentences[index - 1]));
  const starts = boundaries(depths, sentences, startOf);
  const stretches: Stretch[] = [];
  for (const [place, from] of starts.entries()) {
    const to = starts[place + 1] ?? sentences.length;
    const own = sentences.slice(from, to);
    const keywords = yield* topTerms(terms, from, to, KEYWORDS_MAX);
    stretches.push({ topic: { startMs: startOf(own[0]), endMs: endOf(own.at(-1)), keywords }, from, to });
  }
  return stretches;
}

/** A sentence that depends on the one before brings it along; the first sentence of a passage can be understood alone. */
export type Passage = readonly Sentence[];

export type Passages = {
  sentences: readonly Sentence[];
  /** By sentence index; 0 excludes the sentence. */
  weights: readonly number[];
  language: MeetingLanguage;
  topics: number;
  /** A recording of a minute or two: every sentence that says something counts. */
  isShort: boolean;
};

/** Returns the passage that quotes a sentence; null when the sentence cannot be understood alone. */
export function passageOf(sentence: Sentence, { sentences, weights, language, isShort }: Passages): Passage | null {
  const { index, text, words } = sentence;
  if ((weights[index] ?? 0) <= 0) return null;
  if (isCutOff(text, language) || isRepaired(text)) return null;
  if (isShort) return isQuotedInShort(sentence, sentences, language) ? [sentence] : null;
  if (words < QUOTATION_WORDS_MIN || words > QUOTATION_WORDS_MAX) return null;
  // A longer sentence that opens with a greeting goes on to say what the meeting is about.
  if (words <= HOUSEKEEPING_WORDS_MAX && hasCue(text, "housekeeping", language)) return null;
  if (!leansOnOthers(text, language)) return [sentence];
  const before = sentences[index - 1];
  if (before === undefined || before.speaker !== sentence.speaker) return null;
  const isWhole =
    before.words >= QUOTATION_WORDS_MIN &&
    !isCutOff(before.text, language) &&
    !isRepaired(before.text) &&
    !leansOnOthers(before.text, language);
  return isWhole && before.words + words <= QUOTATION_WORDS_MAX ? [before, sentence] : null;
}

/** Returns the number of quotations that a topic may have: at least `least`. */
function upTo(least: number, { topics, isShort }: Passages): number {
  return isShort ? QUOTATIONS_SHORT_MAX : Math.max(least, Math.ceil(QUOTATIONS_OF_FEW_TOPICS / topics));
}

/** Returns the number of lines of the summary that may come from one topic. */
export function linesOfTopicMax(passages: Passages): number {
  return upTo(QUOTATIONS_MAX, passages);
}

/** Tells whether a sentence can be a line of the summary: it needs no other sentence and is not long. */
export function isSummaryLine(sentence: Sentence, passages: Passages): boolean {
  if (passages.isShort) return passageOf(sentence, passages) !== null;
  return sentence.words <= SUMMARY_LINE_WORDS_MAX && passageOf(sentence, passages)?.length === 1;
}

/** A short recording is quoted sentence by sentence, so that one that leans on the sentence before stands below it, where that is quoted. */
function isQuotedInShort(sentence: Sentence, sentences: readonly Sentence[], language: MeetingLanguage): boolean {
  const says = ({ text }: Sentence) =>
    !hasCue(text, "housekeeping", language) && !isCutOff(text, language) && !isRepaired(text);
  if (!says(sentence)) return false;
  if (!leansOnOthers(sentence.text, language)) return true;
  const before = sentences[sentence.index - 1];
  return before !== undefined && says(before);
}

/**
 * Returns the passages of a topic in their order: `preferred` sentences first, then those with a decision or a figure, then the weightiest. More
 * of a short recording.
 */
export function passagesIn(stretch: Stretch, preferred: ReadonlySet<number>, passages: Passages): Passage[] {
  const { sentences, weights, language } = passages;
  const rank = ({ index, text }: Sentence) => (preferred.has(index) ? 2 : isOfNote(text, language) ? 1 : 0);
  const candidates = sentences
    .slice(stretch.from, stretch.to)
    .filter(({ index }) => (weights[index] ?? 0) > 0)
    .map((sentence) => ({ sentence, rank: rank(sentence), weight: weights[sentence.index] ?? 0 }))
    .toSorted((a, b) => b.rank - a.rank || b.weight - a.weight);
  const chosen: Passage[] = [];
  for (const { sentence } of candidates) {
    if (chosen.length >= upTo(preferred.has(sentence.index) ? QUOTATIONS_MAX : QUOTATIONS_FILLED, passages)) break;
    const passage = passageOf(sentence, passages);
    if (passage === null) continue;
    const isNew = chosen
      .flat()
      .every((other) => passage.every((one) => one !== other && likeness(one, other) < LIKENESS_MAX));
    if (isNew) chosen.push(passage);
  }
  return chosen.toSorted((a, b) => (a[0]?.index ?? 0) - (b[0]?.index ?? 0));
}

/** Returns by sentence how deep the cohesion falls before it. */
function* depthsOf(sentences: readonly Sentence[], pauseBefore: (index: number) => number): Turns<number[]> {
  const likeness: number[] = [];
  // A long meeting is compared at every few sentences only: its topics are long too.
  const step = Math.ceil(sentences.length / GAPS_MAX);
  for (let gap = 0; gap < sentences.length; gap += 1) {
    yield 1;
    if (gap % step > 0) {
      likeness.push(likeness.at(-1) ?? 0);
      continue;
    }
    yield WINDOW * 10;
    const before = countsOf(sentences.slice(Math.max(0, gap - WINDOW), gap));
    const after = countsOf(sentences.slice(gap, gap + WINDOW));
    const pause = Math.min(1, Math.max(0, pauseBefore(gap)) / PAUSE_MS);
    likeness.push(cosine(before, after) - PAUSE_WEIGHT * pause);
  }
  return likeness.map((value, gap) => {
    const left = Math.max(...likeness.slice(Math.max(1, gap - WINDOW), gap + 1));
    const right = Math.max(...likeness.slice(gap, gap + WINDOW));
    return left - value + (right - value);
  });
}

function countsOf(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { stems } of sentences) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [stem, count] of one) product += count * (other.get(stem) ?? 0);
  const length = (counts: ReadonlyMap<string, number>) => Math.hypot(...counts.values());
  return product === 0 ? 0 : product / (length(one) * length(other));
}

/** Returns the index of the first sentence of each topic: the deepest gaps that leave every topic long enough. */
function boundaries(
  depths: readonly number[],
  sentences: readonly Sentence[],
  startOf: (sentence: Sentence | undefined) => number,
): number[] {
  const spanMs = startOf(sentences.at(-1)) - startOf(sentences[0]);
  const count = Math.min(
    TOPICS_MAX,
    Math.floor(spanMs / TOPIC_MS_MIN),
    Math.floor(sentences.length / TOPIC_SENTENCES_MIN),
  );
  const average = depths.reduce((sum, depth) => sum + depth, 0) / Math.max(1, depths.length);
  const ranked = depths
    .map((depth, index) => ({ depth, index }))
    .filter(({ depth }) => depth > average)
    .toSorted((a, b) => b.depth - a.depth);
  const starts = [0];
  for (const { index } of ranked) {
    if (starts.length >= count) break;
    const isFar = [...starts, sentences.length].every(
      (start) =>
        Math.abs(start - index) >= TOPIC_SENTENCES_MIN &&
        (start === sentences.length || Math.abs(startOf(sentences[start]) - startOf(sentences[index])) >= TOPIC_MS_MIN),
    );
    if (isFar) starts.push(index);
  }
  return starts.toSorted((a, b) => a - b);
}

function likeness(one: Sentence, other: Sentence): number {
  const stems = new Set(other.stems);
  const shared = new Set(one.stems.filter((stem) => stems.has(stem))).size;
  return shared / Math.max(1, Math.min(new Set(one.stems).size, stems.size));
}

/** Returns consecutive sentences of one speaker as a quotation. The exact words are kept where words were left out. */
export function quotation(passage: Passage, topic: Topic): SummaryItem {
  const text = passage.map((sentence) => sentence.text).join(" ");
  const said = passage.map((sentence) => sentence.marked ?? sentence.said).join(" ");
  const isShortened = foldedWords(text).join(" ") !== foldedWords(said).join(" ") || lacksMarks(text, said);
  return {
    text,
    segmentIds: [...new Set(passage.flatMap(({ segmentIds }) => segmentIds))],
    quoted: {
      speaker: passage[0]?.speaker ?? null,
      exact: isShortened ? said : null,
      part: { kind: "topic", ...topic },
    },
  };
}
