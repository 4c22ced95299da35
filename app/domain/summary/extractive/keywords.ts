import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { Sentence } from "#app/domain/summary/extractive/sentences.ts";
import type { Turns } from "#app/domain/turns.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords, foldWord } from "#app/domain/transcript/fold.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";

export const KEYWORDS_MAX = 10;
/** Maximum number of segments that a keyword points at. Their number is shown, so that it is true up to this limit. */
const PLACES_MAX = 200;
const PHRASE_WORDS_MAX = 3;
/** Estimated cost of finding a term's place in a sentence, in characters of work. */
const PLACE_UNITS = 20;
const TIMES_MIN = 2;
const NAMED_FACTOR = 1.6;
/** Minimum share of a term's occurrences after an article or similar word; below it the term is not taken for a noun. */
const NOUN_SHARE_MIN = 0.3;
/** Minimum share of a noun's occurrences at the end of a phrase; adjectives ("different buttons") stay below it. */
const HEAD_SHARE_MIN = 0.5;

const DETERMINERS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set("the a an this that these those our your their my his her its of some any each every no new".split(" ")),
  es: new Set(
    "el la los las un una unos unas este esta estos estas ese esa nuestro nuestra su sus mi tu de del al cada otro otra nuevo nueva".split(
      " ",
    ),
  ),
  fr: new Set(
    "le la les l un une des ce cet cette ces notre nos votre vos leur son sa ses mon ma du de d au aux chaque nouveau nouvelle".split(
      " ",
    ),
  ),
  ca: new Set(
    "el la els les l un una uns unes aquest aquesta aquests aquestes nostre nostra seu seva meu meva de del d dels al cada nou nova".split(
      " ",
    ),
  ),
};
/** Words that join two nouns to one term: "plan de pruebas". English has none. */
const LINKS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set(),
  es: new Set(["de", "del"]),
  fr: new Set(["de", "du", "des", "d"]),
  ca: new Set(["de", "del", "d"]),
};

/** "De" before an infinitive ("de decidir") does not mark a noun. */
const OF = new Set(["de", "d"]);
const INFINITIVE = /(?:ar|er|ir|re)$/u;

/** Expressions of time are never terms, however often they are said. */
const TIMES_OF_DAY = new Set(
  (
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december " +
    "today tomorrow yesterday morning afternoon evening day days week weeks month months year years hour hours minute minutes second seconds time times end number lunes martes miercoles jueves viernes sabado domingo " +
    "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre manana tarde noche ayer dias semana semanas mes meses ano anos hora horas minuto minutos final numero " +
    "lundi mardi mercredi jeudi vendredi samedi dimanche janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre demain matin soir jour jours semaine semaines mois annee annees ans heure heures minute minutes fin nombre " +
    "dilluns dimarts dimecres dijous divendres dissabte diumenge gener febrer marc maig juny juliol agost octubre novembre desembre dema mati tarda vespre ahir dia setmana setmanes mesos any anys hores minuts"
  ).split(" "),
);

/** `space`: the characters before the word within a phrase: an apostrophe of an elision, or a space. */
type Token = {
  text: string;
  space: string;
  folded: string;
  content: boolean;
  determined: boolean;
  named: boolean;
  breaks: boolean;
};
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

type Phrase = { stems: string[]; phrase: Token[]; ends: boolean };

function* phrasesOf(sentence: Sentence, language: MeetingLanguage): Generator<Phrase> {
  const tokens = tokensOf(sentence.text, language);
  for (let from = 0; from < tokens.length; from += 1) {
    for (const phrase of phrasesFrom(tokens, from, language)) {
      const stems = phrase.filter((token) => token.content).map((token) => stem(token.folded, language));
      if (new Set(stems).size < stems.length) continue;
      const next = tokens[from + phrase.length];
      yield { stems, phrase, ends: next === undefined || next.breaks || !next.content };
    }
  }
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

function tokensOf(text: string, language: MeetingLanguage): Token[] {
  const tokens: Token[] = [];
  let previous = "";
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{N}]+)*/gu)) {
    const word = match[0];
    const folded = foldWord(word);
    const gap = text.slice(0, match.index).slice(-2);
    const contracted = /['’]$/u.test(gap) && language === "en";
    const named = match.index > 0 && /^\p{Lu}/u.test(word) && !/[.?!¿¡"]\s?$/u.test(gap);
    // "New York State": a small word with a capital before another capital begins a name.
    const opensName = named && /^ \p{Lu}/u.test(text.slice(match.index + word.length, match.index + word.length + 2));
    const content =
      !contracted &&
      folded.length > 2 &&
      !/^\d+$/u.test(folded) &&
      (opensName || !isStopWord(folded, language)) &&
      !TIMES_OF_DAY.has(folded);
    const between = text.slice(end, match.index);
    end = match.index + word.length;
    tokens.push({
      text: word,
      space: /^['’]$/u.test(between) ? between : " ",
      folded,
      content,
      determined: DETERMINERS[language].has(previous) && !(OF.has(previous) && INFINITIVE.test(folded)),
      named,
      breaks: /[,.;:?!()"]/u.test(gap),
    });
    previous = folded;
  }
  return tokens;
}

/** Returns the phrases of one to three content words that begin at a token. */
function phrasesFrom(tokens: readonly Token[], from: number, language: MeetingLanguage): Token[][] {
  if (tokens[from]?.content !== true) return [];
  const phrases: Token[][] = [];
  const phrase: Token[] = [];
  for (let index = from; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || (index > from && token.breaks)) break;
    const links = LINKS[language].has(token.folded) && phrase.at(-1)?.content === true;
    if (!token.content && !links) break;
    phrase.push(token);
    if (token.content) phrases.push([...phrase]);
    if (phrases.length === PHRASE_WORDS_MAX) break;
  }
  return phrases;
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
