import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { isInstruction, withoutInstructions } from "#app/domain/summary/instructions.ts";
import { daysIn } from "#app/domain/summary/words/calendar.ts";
import { amountsInDigits } from "#app/domain/summary/words/amounts.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { withoutSounds } from "#app/domain/transcript/sounds.ts";
import type { Segment, SegmentId } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";

/** A stretch of the meeting: positions of segments, `to` excluded. */
export type Range = { from: number; to: number };

/** A segment as the check reads it. Orders to an assistant are no proof, so they stand apart. */
export type Heard = {
  text: string;
  words: readonly string[];
  forms: ReadonlySet<string>;
  speaker: readonly string[];
  orders: string;
};

/** The transcript, read once for all lines that are compared with it. */
export type Talk = {
  language: MeetingLanguage;
  /** The language of the minutes. */
  written: MeetingLanguage;
  segments: readonly Segment[];
  positions: ReadonlyMap<SegmentId, number>;
  heard: readonly Heard[];
  /** The positions of each form, in order, and its weight: what is said everywhere shows no place. */
  found: ReadonlyMap<string, readonly number[]>;
  weigh: (form: string) => number;
  /** The forms of each order to an assistant that somebody read out. */
  orders: readonly ReadonlySet<string>[];
};

/** A window of a search: some three sentences. A long segment is a window of its own. */
const WINDOW_WORDS = 50;
const WINDOW_SEGMENTS_MAX = 8;
/** Words of related languages share their beginning: "presupuesto", "pressupost"; "décision", "decision". */
const COGNATE_CHARS = 5;

/** Digits with separators of thousands. */
const GROUPED = /(?<![\d.,])\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+(?!\d)/gu;

/**
 * Returns the forms by which a text is found in a talk: stems of its words. Between two languages only beginnings of words that
 * the languages share, names, digits and days are found.
 */
export function formsOf(text: string, language: MeetingLanguage, isTranslated: boolean): Set<string> {
  // "4,200" and "four thousand two hundred" are one form.
  const plain = amountsInDigits(text, language).replace(GROUPED, (number) => number.replace(/\D/gu, ""));
  const words = foldedWords(plain).filter((word) => !isStopWord(word, language));
  if (!isTranslated) return new Set(words.filter(isTelling).map((word) => stem(word, language)));
  const beginnings = words
    .filter((word) => word.length > 2 || /\d/u.test(word))
    .map((word) => word.slice(0, COGNATE_CHARS));
  return new Set([...beginnings, ...daysIn(text)]);
}

/** A small number is said of many things: where it stands shows no place. */
function isTelling(word: string): boolean {
  return !/^\d{1,2}$/u.test(word);
}

export function isTranslated({ language, written }: Pick<Talk, "language" | "written">): boolean {
  return language !== written;
}

/** Reads a transcript, in turns (turns.ts). `written`: the language of the lines that will be compared with it. */
export function* readTalk(
  segments: readonly Segment[],
  language: MeetingLanguage,
  written: MeetingLanguage = language,
): Turns<Talk> {
  const crosses = language !== written;
  const heard: Heard[] = [];
  const found = new Map<string, number[]>();
  const orders: Set<string>[] = [];
  for (const [position, segment] of segments.entries()) {
    yield segment.text.length;
    const one = hear(segment, language, crosses);
    heard.push(one);
    for (const form of one.forms) {
      const positions = found.get(form);
      if (positions) positions.push(position);
      else found.set(form, [position]);
    }
    if (one.orders !== "") orders.push(formsOf(one.orders, language, crosses));
  }
  return {
    language,
    written,
    segments,
    positions: new Map(segments.map(({ id }, position) => [id, position])),
    heard,
    found,
    weigh: (form) => Math.log(1 + segments.length / (found.get(form)?.length ?? segments.length)),
    orders,
  };
}

/** "L_C_D_" and "U.S.A." are one word. */
const SPELLED = /\p{Lu}(?:[_.]\p{Lu})+[_.]?/gu;
/** Tokenised transcripts have spaces before punctuation, which hide the ends of sentences. */
const SPACE_BEFORE_END = /(?<!\s)\s{1,3}([.,?!…])/gu;

function hear({ text, speaker }: Segment, language: MeetingLanguage, crosses: boolean): Heard {
  const plain = withoutSounds(text)
    .replace(SPELLED, (letters) => letters.replace(/[_.]/gu, ""))
    .replace(SPACE_BEFORE_END, "$1");
  const isSuspect = isInstruction(plain);
  const sentences = isSuspect ? itemSentences(plain, language) : [];
  const ordinary = isSuspect ? sentences.flatMap(withoutInstructions).join(" ") : plain;
  return {
    text: ordinary,
    words: foldedWords(ordinary),
    forms: formsOf(ordinary, language, crosses),
    speaker: speaker === null ? [] : foldedWords(speaker),
    orders: isSuspect ? sentences.filter(isInstruction).join(" ") : "",
  };
}

/** Returns the window that begins at a position. */
export function windowAt({ heard }: Talk, from: number): Range {
  let to = from;
  let words = 0;
  while (to < heard.length && to - from < WINDOW_SEGMENTS_MAX && (to === from || words < WINDOW_WORDS)) {
    words += heard[to]?.words.length ?? 0;
    to += 1;
  }
  return { from, to };
}

/** Returns the range with so many segments more on both sides. */
export function widened({ heard }: Talk, { from, to }: Range, by: number): Range {
  return { from: Math.max(0, from - by), to: Math.min(heard.length, to + by) };
}

/** Returns the range with its neighbours on both sides: segments until so many words are reached, so that a long turn is enough. */
export function withNeighbours({ heard }: Talk, { from, to }: Range, words: number): Range {
  const wordsAt = (at: number) => heard[at]?.words.length ?? 0;
  let [start, end] = [from, to];
  for (let left = words; start > 0 && left > 0; left -= wordsAt(start)) start -= 1;
  for (let left = words; end < heard.length && left > 0; end += 1) left -= wordsAt(end);
  return { from: start, to: end };
}

/** Returns the weight of those forms that are said in a range. */
export function coverOf(talk: Talk, forms: Iterable<string>, { from, to }: Range): number {
  let sum = 0;
  for (const form of forms) if (isFormIn(talk, form, { from, to })) sum += talk.weigh(form);
  return sum;
}

export function isFormIn({ found }: Talk, form: string, { from, to }: Range): boolean {
  const positions = found.get(form) ?? [];
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((positions[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (positions[low] ?? Number.POSITIVE_INFINITY) < to;
}

/** Returns the ordinary words of a range as one text. */
export function textOf({ heard }: Talk, { from, to }: Range): string {
  return heard
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}
