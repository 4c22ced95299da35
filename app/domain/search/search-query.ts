import { SEARCH_QUERY_CHARS_MAX, SEARCH_TERMS_MAX } from "#app/domain/limits/search.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { type ListSource, parseListSource } from "#app/domain/meeting/list.ts";
import { phraseWords, searchWords, wordsAndPhrases } from "#app/domain/search/search-words.ts";
import { MONTHS } from "#app/domain/summary/words/calendar.ts";
import { isDay } from "#app/domain/time.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { ownEntry } from "#app/domain/own-entry.ts";

/**
 * The meaning of what a person types into the search box. Words are looked for as stems and as beginnings of words, phrases in quotes
 * as they are. Filters are words with a colon, in the four languages. Everything is folded: no accents, lower case.
 */
export type SearchQuery = {
  words: string[];
  phrases: string[][];
  /** Names, each as its words: of people who said what is looked for, and of people who are in the meeting. */
  speakers: string[][];
  persons: string[][];
  source: ListSource | null;
  /** The first day, and the day before which the meeting began: "2026-11-01". */
  after: string | null;
  before: string | null;
  /** Filters that could not be read ("before:soon"), as they were typed. */
  unread: string[];
};

export type SearchFilter = "from" | "person" | "after" | "before";

/** en | es | fr | ca, folded. `from:` takes a source ("zoom", "upload") or the name of a speaker. */
const FILTERS: ReadonlyMap<string, SearchFilter> = new Map(
  (
    [
      ["from", "from by de por par per"],
      ["person", "person with persona con personne avec amb"],
      ["after", "after since despues desde apres depuis despres"],
      ["before", "before until antes hasta avant jusque abans fins"],
    ] as const
  ).flatMap(([filter, names]) => names.split(" ").map((name) => [name, filter] as const)),
);

/** Sources by the words that people use for them, beside their own names. */
const SOURCES: Readonly<Record<string, ListSource>> = {
  file: "upload",
  recording: "upload",
  archivo: "upload",
  fichier: "upload",
  fitxer: "upload",
  llamada: "call",
  appel: "call",
  trucada: "call",
};

const QUOTES = `"“”«»„`;
/** A filter with its value, a phrase, or a word. A quote that is not closed reaches to the end. */
const PIECES = new RegExp(`(?:(\\p{L}+):)?(?:[${QUOTES}]([^${QUOTES}]*)[${QUOTES}]?|([^\\s${QUOTES}]+))`, "gu");

/** A filter, a phrase or a word as it was typed, from `at` on in the text. */
export type QueryPiece = {
  at: number;
  whole: string;
  /** Null for what is looked for. */
  filter: SearchFilter | null;
  /** Without the filter's name and without quotes. */
  value: string;
  isPhrase: boolean;
};

const filterNamed = (name: string) => FILTERS.get(foldedWords(name).join("")) ?? null;

/** The typed text, piece by piece. A filter may have a space before its value ("from: Ana"). */
export function queryPieces(typed: string): QueryPiece[] {
  const pieces: QueryPiece[] = [];
  for (const piece of plainPieces(typed)) {
    const before = pieces.at(-1);
    const open = before && openFilter(before);
    if (!before || !open || piece.filter !== null || openFilter(piece) !== null) {
      pieces.push(piece);
      continue;
    }
    const whole = typed.slice(before.at, piece.at + piece.whole.length);
    pieces.splice(-1, 1, { ...piece, at: before.at, whole, filter: open });
  }
  return pieces.slice(0, SEARCH_TERMS_MAX);
}

/** The filter of a piece that is only its name ("from:"). */
function openFilter({ filter, whole, isPhrase }: QueryPiece): SearchFilter | null {
  const name = /^(\p{L}+):$/u.exec(whole)?.[1];
  return filter !== null || isPhrase || name === undefined ? null : filterNamed(name);
}

function plainPieces(typed: string): QueryPiece[] {
  return [...typed.slice(0, SEARCH_QUERY_CHARS_MAX).matchAll(PIECES)].map(
    ({ 0: whole, 1: name, 2: quoted, 3: word, index: at }) => {
      const filter = name === undefined ? null : filterNamed(name);
      const isPhrase = quoted !== undefined;
      if (filter !== null) return { at, whole, filter, value: (quoted ?? word ?? "").trim(), isPhrase };
      const phrase = name === undefined ? quoted : `${name} ${quoted}`;
      return { at, whole, filter, value: isPhrase ? (phrase ?? "") : whole, isPhrase };
    },
  );
}

/** The text without one of its pieces. */
export function withoutPiece(typed: string, { at, whole }: Pick<QueryPiece, "at" | "whole">): string {
  return `${typed.slice(0, at)} ${typed.slice(at + whole.length)}`.replace(/\s+/gu, " ").trim();
}

/** The text without a filter at its end whose value is still to be typed ("budget from:"). */
export function withoutOpenFilter(typed: string): string {
  const open = /(?:^|\s)(\p{L}+):\s*$/u.exec(typed);
  return open?.[1] !== undefined && filterNamed(open[1]) !== null ? typed.slice(0, open.index).trim() : typed.trim();
}

/** `today`: the day of the person who asks, "2026-11-23". */
export function parseSearchQuery(typed: string, today: string): SearchQuery {
  const query: SearchQuery = {
    words: [],
    phrases: [],
    speakers: [],
    persons: [],
    source: null,
    after: null,
    before: null,
    unread: [],
  };
  for (const { whole, filter, value, isPhrase } of queryPieces(typed)) {
    if (filter !== null) {
      if (!applyFilter(query, filter, value, today)) query.unread.push(whole);
    } else if (isPhrase) {
      addPhrase(query, phraseWords(value));
    } else {
      const { words, phrases } = wordsAndPhrases(value);
      query.words.push(...words);
      query.phrases.push(...phrases);
    }
  }
  return {
    ...query,
    words: [...new Set(query.words)].slice(0, SEARCH_TERMS_MAX),
    phrases: query.phrases.slice(0, SEARCH_TERMS_MAX),
  };
}

/** A phrase of one word is that word: exactly so, without its stem. */
function addPhrase(query: SearchQuery, words: string[]): void {
  if (words.length > 0) query.phrases.push(words);
}

/** Whether the value means something to the filter. A filter that is repeated narrows further, except the source. */
function applyFilter(query: SearchQuery, filter: SearchFilter, value: string, today: string): boolean {
  const words = searchWords(value);
  if (words.length === 0) return false;
  switch (filter) {
    case "person":
      query.persons.push(words);
      return true;
    case "from": {
      const source = parseListSource(words.join("")) ?? ownEntry(SOURCES, words.join("")) ?? null;
      if (source === null) query.speakers.push(words);
      else query.source = source;
      return true;
    }
    default: {
      const day = readDay(value, today);
      if (day === null) return false;
      const is = filter === "after" ? query.after : query.before;
      const isNarrower = is === null || (filter === "after" ? day > is : day < is);
      if (isNarrower) query[filter] = day;
      return true;
    }
  }
}

const TODAY = new Set("today hoy aujourdhui avui".split(" "));
const YESTERDAY = new Set("yesterday ayer hier ahir".split(" "));

/**
 * A day as people type it: "2026-11-01", "2026-11", "2026", "1/11/2026" and "1.11.2026" (day first), a month by its name (the last
 * one that has begun), today, yesterday. A month or a year is its first day. Null where it is none of these.
 */
function readDay(value: string, today: string): string | null {
  const iso = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(value);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const local = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(value);
  if (local) return dayOf(local[3], local[2], local[1]);
  const word = foldedWords(value).join("");
  if (TODAY.has(word)) return today;
  if (YESTERDAY.has(word)) return new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  const month = MONTHS.findIndex((names) => names.includes(word)) + 1;
  if (month === 0) return null;
  const year = Number(today.slice(0, 4));
  return dayOf(String(month > Number(today.slice(5, 7)) ? year - 1 : year), String(month), undefined);
}

function dayOf(year: string | undefined, month = "1", day = "1"): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(text) ? text : null;
}

/** Whether there is nothing to look for. */
export function isEmptyQuery({ words, phrases, speakers, persons, source, after, before }: SearchQuery): boolean {
  return (
    words.length + phrases.length + speakers.length + persons.length === 0 &&
    source === null &&
    after === null &&
    before === null
  );
}
