import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { type Phrase, phrasesOf } from "#app/domain/summary/extractive/phrases.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

export const KEYWORDS_MAX = 10;
/** Maximum number of segments that a keyword points at. Their number is shown, so that it is true up to this limit. */
const PLACES_MAX = 200;
/** Estimated cost of finding a term's place in a sentence, in characters of work. */
const PLACE_UNITS = 20;
const TIMES_MIN = 2;
const NAMED_FACTOR = 1.6;
/** Minimum share of a term's occurrences after an article or similar word; below it the term is not taken for a noun. */
const NOUN_SHARE_MIN = 0.3;
/** Minimum share of a noun's occurrences at the end of a phrase; adjectives ("different buttons") stay below it. */
const HEAD_SHARE_MIN = 0.5;

type Term = {
  stems: string[];
  times: number;
  nouns: number;
  heads: number;
  named: number;
  spellings: Map<string, number>;
  sentences: Set<number>;
};

/** The terms of a meeting, counted once for its keywords and for those of its topics. */
export type Terms = readonly Term[];

/** Counts the terms that occur more than once and may be nouns. */
export function* termsOf(sentences: readonly Sentence[], language: MeetingLanguage): Turns<Terms> {
  const terms = yield* collect(sentences, language);
  return [...terms.values()].filter((term) => term.times >= TIMES_MIN && isNounLike(term));
}

/** Returns the terms that the meeting was about, best first, each with the segments in which it was said. */
export function* keywordsOf(
  terms: Terms,
  sentences: readonly Sentence[],
  segments: readonly Segment[],
  language: MeetingLanguage,
): Turns<SummaryItem[]> {
  const wordsOf = new Map(segments.map((segment) => [segment.id, segment.text]));
  const items: SummaryItem[] = [];
  for (const term of bestOf(terms, sentences.length, KEYWORDS_MAX)) {
    items.push({ text: spelling(term), segmentIds: yield* placesOf(term, sentences, wordsOf, language) });
  }
  return items;
}

/** Returns the terms of the sentences from one index up to another, best first. */
export function* topTerms(terms: Terms, from: number, to: number, termsMax: number): Turns<string[]> {
  const own: Term[] = [];
  for (const term of terms) {
    yield 1;
    const inside = new Set([...term.sentences].filter((index) => index >= from && index < to));
    if (inside.size >= TIMES_MIN)
      own.push({ ...term, times: inside.size, named: (term.named * inside.size) / term.times, sentences: inside });
  }
  return bestOf(own, to - from, termsMax).map(spelling);
}

function bestOf(terms: Terms, sentences: number, termsMax: number): Term[] {
  const scored = terms.map((term) => ({ term, score: scoreOf(term, sentences) })).toSorted((a, b) => b.score - a.score);
  const chosen: Term[] = [];
  for (const { term } of scored) {
    if (chosen.length === termsMax) break;
    if (!chosen.some((other) => overlaps(term, other))) chosen.push(term);
  }
  return chosen;
}

/** Collects the phrases that occur more than once, and in a talk of ordinary length the other phrases too. */
function* collect(sentences: readonly Sentence[], language: MeetingLanguage): Turns<Map<string, Term>> {
  const seen = sentences.length > COUNTED_SENTENCES_MIN ? yield* countPhrases(sentences, language) : null;
  const terms = new Map<string, Term>();
  for (const sentence of sentences) {
    yield sentence.text.length;
    for (const { stems, phrase, ends } of phrasesOf(sentence, language)) {
      const key = stems.join(" ");
      if (seen === null || (seen[placeOf(key)] ?? 0) >= TIMES_MIN) {
        add(terms, { key, stems, phrase, ends, sentence: sentence.index });
      }
    }
  }
  return terms;
}

/** Number of sentences above which phrases are counted first; eight hours of talk have some ten thousand. */
const COUNTED_SENTENCES_MIN = 20_000;

/**
 * Counts each phrase, up to twice, by its hash. Most phrases of a long talk are said once; this table of fixed size keeps them
 * from taking the memory of a term. When two phrases share a place, a phrase too many is collected.
 */
function* countPhrases(sentences: readonly Sentence[], language: MeetingLanguage): Turns<Uint8Array> {
  const seen = new Uint8Array(SEEN_PLACES);
  for (const sentence of sentences) {
    yield sentence.text.length;
    for (const { stems } of phrasesOf(sentence, language)) {
      const place = placeOf(stems.join(" "));
      seen[place] = Math.min(TIMES_MIN, (seen[place] ?? 0) + 1);
    }
  }
  return seen;
}

/** A power of two: four million places, more than the phrases of eight hours of talk. */
const SEEN_PLACES = 2 ** 22;

/** FNV-1a. */
function placeOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SEEN_PLACES;
}

function add(
  terms: Map<string, Term>,
  { key, stems, phrase, ends, sentence }: Phrase & { key: string; sentence: number },
): void {
  const term = terms.get(key) ?? {
    stems,
    times: 0,
    nouns: 0,
    heads: 0,
    named: 0,
    spellings: new Map(),
    sentences: new Set(),
  };
  const text = phrase.map((token, index) => (index === 0 ? "" : token.space) + token.text).join("");
  term.times += 1;
  if (ends) term.heads += 1;
  if (phrase[0]?.determined) term.nouns += 1;
  if (phrase.some((token) => token.named)) term.named += 1;
  term.spellings.set(text, (term.spellings.get(text) ?? 0) + 1);
  term.sentences.add(sentence);
  terms.set(key, term);
}

function isNounLike(term: Term): boolean {
  if (term.named >= term.times / 2) return true;
  return term.nouns / term.times >= NOUN_SHARE_MIN && term.heads / term.times >= HEAD_SHARE_MIN;
}

function scoreOf(term: Term, sentences: number): number {
  const rarity = Math.log(1 + sentences / term.sentences.size);
  const length = 1 + 0.5 * (term.stems.length - 1);
  const named = term.named >= term.times / 2 ? NAMED_FACTOR : 1;
  return term.times ** 0.8 * rarity * length * named;
}

function overlaps(term: Term, other: Term): boolean {
  return term.stems.some((part) => other.stems.includes(part));
}

/** Returns the most frequent spelling; of equally frequent ones the shortest. */
function spelling(term: Term): string {
  return [...term.spellings].toSorted((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]?.[0] ?? "";
}

function* placesOf(
  term: Term,
  sentences: readonly Sentence[],
  texts: ReadonlyMap<SegmentId, string>,
  language: MeetingLanguage,
): Turns<SegmentId[]> {
  const places = new Set<SegmentId>();
  // A segment may hold many sentences, and is read once.
  const known = new Map<SegmentId, boolean>();
  const read = (id: SegmentId) => {
    const stems = new Set(foldedWords(texts.get(id) ?? "").map((word) => stem(word, language)));
    return term.stems.every((part) => part.split("-").every((piece) => stems.has(piece)));
  };
  for (const index of term.sentences) {
    yield PLACE_UNITS;
    // Stops early: a term in every sentence would otherwise be searched in the whole meeting, once per keyword.
    if (places.size === PLACES_MAX) break;
    const ids = sentences[index]?.segmentIds ?? [];
    for (const id of ids) if (!known.has(id)) known.set(id, read(id));
    const exact = ids.filter((id) => known.get(id) === true);
    for (const id of exact.length > 0 ? exact : ids) if (places.size < PLACES_MAX) places.add(id);
  }
  return [...places];
}
