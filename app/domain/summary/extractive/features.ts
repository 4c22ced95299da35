import { eachLanguage } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { hasCue } from "#app/domain/summary/extractive/cues.ts";
import { LINKS } from "#app/domain/summary/extractive/common-words.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Turns } from "#app/domain/turns.ts";

/**
 * Properties of a sentence that tell whether people would put what it says into minutes. Each is compared with the other sentences of
 * the same meeting. The weights are learned by a linear regression on twelve public meetings (tests/bench/summary/learn.ts), on how
 * much of a sentence stands in the summary that a person wrote.
 */
const WEIGHTS = {
  /** Content words that the meeting repeats. */
  repeated: 0.139,
  /** Pairs of content words that the meeting repeats ("remote control"). */
  pairs: 0.123,
  /** Articles and prepositions: they connect nouns, as written sentences do. */
  links: 0.279,
  opening: 0.045,
  agenda: 0.053,
  announcement: 0.046,
  plan: 0.021,
  /** Share of the words that had to be left out to make it readable. */
  stumbles: -0.027,
} as const;

export type Feature = keyof typeof WEIGHTS;
export const FEATURES = Object.keys(WEIGHTS) as Feature[];
/** Strength of all features together beside the sentence's own weight. */
const STRENGTH = 1.5;

const OPENING_SHARE = 0.15;
const LENGTH_SMOOTHING = 8;
/** Standard deviations beyond which a property counts no more. */
const DEVIATIONS_MAX = 3;

const foldedSet = (list: readonly string[]): ReadonlySet<string> => new Set(list.flatMap(foldedWords));
const CONNECTING = eachLanguage((language) => foldedSet(LINKS[language]), foldedSet([]));

/** Returns by sentence a factor of its weight: above 1 where people would write down more of it than of the others. */
export function* interestOf(
  sentences: readonly Sentence[],
  weights: readonly number[],
  language: MeetingLanguage,
): Turns<number[]> {
  const rows = yield* featuresOf(sentences, weights, language);
  return rows.map((row) =>
    row === null
      ? 1
      : Math.exp(STRENGTH * FEATURES.reduce((sum, name, index) => sum + WEIGHTS[name] * (row[index] ?? 0), 0)),
  );
}

/** Returns the features of each sentence in standard deviations; null for sentences without a weight, which are not chosen. */
export function* featuresOf(
  sentences: readonly Sentence[],
  weights: readonly number[],
  language: MeetingLanguage,
): Turns<(readonly number[] | null)[]> {
  const said = yield* countsOf(sentences, language);
  const rows: (number[] | null)[] = [];
  for (const [index, sentence] of sentences.entries()) {
    yield sentence.text.length;
    rows.push((weights[index] ?? 0) > 0 ? rowOf(sentence, said[index] ?? [], said.counts, language) : null);
  }
  return standardised(rows);
}

type Said = string[][] & { counts: ReadonlyMap<string, number> };

/** Returns the words of each sentence, and in how many sentences each stem and each pair of content words occurs. */
function* countsOf(sentences: readonly Sentence[], language: MeetingLanguage): Turns<Said> {
  const counts = new Map<string, number>();
  const said: string[][] = [];
  for (const { text, stems } of sentences) {
    yield text.length;
    const words = foldedWords(text);
    said.push(words);
    for (const term of new Set([...stems, ...pairsIn(words, language)])) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return Object.assign(said, { counts });
}

function pairsIn(words: readonly string[], language: MeetingLanguage): string[] {
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    return before === undefined || isStopWord(before, language) || isStopWord(word, language)
      ? []
      : [`${before} ${word}`];
  });
}

function rowOf(
  { text, stems, words, said, moment }: Sentence,
  spoken: readonly string[],
  counts: ReadonlyMap<string, number>,
  language: MeetingLanguage,
): number[] {
  const length = words + LENGTH_SMOOTHING;
  const repeats = (terms: readonly string[]) =>
    [...new Set(terms)].reduce((sum, term) => sum + Math.log(counts.get(term) ?? 1), 0) / length;
  const share = (known: ReadonlySet<string>) => spoken.filter((word) => known.has(word)).length / length;
  const row: Record<Feature, number> = {
    repeated: repeats(stems),
    pairs: repeats(pairsIn(spoken, language)),
    links: share(CONNECTING[language]),
    opening: Math.max(0, 1 - moment / OPENING_SHARE),
    agenda: hasCue(text, "aboutMeeting", language) ? 1 : 0,
    announcement: hasCue(text, "announcing", language) ? 1 : 0,
    plan: hasCue(text, "planning", language) ? 1 : 0,
    stumbles: Math.min(1, Math.max(0, said.split(/\s+/u).length - words) / words),
  };
  return FEATURES.map((name) => row[name]);
}

function standardised(rows: readonly (number[] | null)[]): (number[] | null)[] {
  const known = rows.filter((row) => row !== null);
  const scales = FEATURES.map((_, column) => {
    const mean = known.reduce((sum, row) => sum + (row[column] ?? 0), 0) / Math.max(1, known.length);
    const square = known.reduce((sum, row) => sum + ((row[column] ?? 0) - mean) ** 2, 0) / Math.max(1, known.length);
    return { mean, deviation: Math.sqrt(square) };
  });
  return rows.map(
    (row) =>
      row?.map((value, column) => {
        const { mean, deviation } = scales[column] ?? { mean: 0, deviation: 0 };
        const distance = deviation === 0 ? 0 : (value - mean) / deviation;
        return Math.max(-DEVIATIONS_MAX, Math.min(DEVIATIONS_MAX, distance));
      }) ?? null,
  );
}
