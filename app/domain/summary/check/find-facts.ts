import type { HeardFacts } from "#app/domain/summary/check/heard-in.ts";
import { daysIn } from "#app/domain/summary/words/calendar.ts";
import { isTranslated, type Talk } from "#app/domain/summary/check/talk-index.ts";
import { certainNamesOf, nameWordsOf, namesIn, openingNames } from "#app/domain/summary/names.ts";
import { timeWordOf } from "#app/domain/summary/words/calendar.ts";
import { isCommonUnit, isCurrency, NO_UNIT, numbersByUnit } from "#app/domain/summary/words/units.ts";
import { digitTimes } from "#app/domain/summary/words/clock-times.ts";
import { digitNumbers, smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { amountsInDigits } from "#app/domain/summary/words/amounts.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A fact of a line that code can look for in any language. */
export type Fact =
  /** `units`: what the line counts with it, as far as they can be compared with the talk's. */
  | { kind: "number"; value: string; units: readonly string[] }
  | { kind: "time"; minutes: number }
  | { kind: "day"; day: string }
  | { kind: "address"; words: readonly string[] }
  | { kind: "name"; word: string; isAcronym: boolean }
  /** Somebody who took part, by the words of their label. */
  | { kind: "speaker"; words: readonly string[] };

/** An address or a file. Two sentences without a space between them ("now.Then", "it.pressing") are neither. */
const ADDRESS =
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+|\p{L}+:\/\/\S+|(?<![\p{L}\p{N}])[\p{Ll}\p{N}][\p{L}\p{N}_-]*(?:\.[\p{L}\p{N}_-]+)*\.\p{Ll}{2,24}(?![\p{L}\p{N}])(?:\/\S*)?/gu;
/** "One" and "un" are articles and pronouns more often than numbers. */
const NO_CLAIM: ReadonlySet<string> = new Set(["0", "1"]);
/** Somebody who sums up counts things that nobody counted aloud ("the three phases"): so small a number in words is no fact. */
const COUNTED_MAX = 4;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Weeks, months and quarters are too vague to be looked for. */
const EXACT_DAY = /^(?:d\d+|r1|r3)$/u;

/** Returns the facts of one sentence of the minutes. */
export function factsOf(text: string, talk: Talk): Fact[] {
  const { times, rest } = digitTimes(text);
  const byUnit = numbersByUnit(rest, talk.written);
  const units = [...byUnit.keys()].filter((unit) => unit !== NO_UNIT && (!isTranslated(talk) || isCommonUnit(unit)));
  return [
    ...times.map((minutes): Fact => ({ kind: "time", minutes })),
    ...numbersIn(rest, talk).map(
      (value): Fact => ({ kind: "number", value, units: units.filter((unit) => byUnit.get(unit)?.has(value)) }),
    ),
    ...[...daysIn(text)].filter((day) => EXACT_DAY.test(day)).map((day): Fact => ({ kind: "day", day })),
    ...addressesIn(text).map((words): Fact => ({ kind: "address", words })),
    ...peopleIn(text, talk),
  ];
}

function numbersIn(text: string, { written }: Talk): string[] {
  // Digits within a word ("mn005") are part of a name.
  const plain = amountsInDigits(text, written).replace(/\p{L}+\d+\w*/gu, " ");
  const digits = digitNumbers(plain);
  const words = smallNumbersClaimed(plain, written).filter((number) => Number(number) > COUNTED_MAX);
  return [...new Set([...digits, ...words])].filter((number) => !NO_CLAIM.has(number));
}

function addressesIn(text: string): string[][] {
  return [...text.matchAll(ADDRESS)].map(([piece]) => foldedWords(piece));
}

/** In a headline every word has a capital: there only words that the talk uses as names are names. */
const HEADLINE_SHARE = 0.6;
const NAME_CHARS_MIN = 2;
/** "Open: a screen or not." */
const LABEL = /^\p{L}+:\s/u;

function namesOf(text: string, talk: Talk): Fact[] {
  const { written } = talk;
  const known = nameWordsOf(talk);
  const raw = [...text.matchAll(WORD)].map(([word]) => word);
  const content = raw.filter((word) => !isStopWord(foldedWords(word)[0] ?? "", written));
  const isHeadline =
    content.length > 2 && content.filter((word) => /^\p{Lu}/u.test(word)).length >= content.length * HEADLINE_SHARE;
  const inside = new Set(namesIn(text, written));
  const speakers = speakerWords(talk);
  const certain = certainNamesOf(talk);
  // Between two languages every word of the line is one that nobody said.
  const openings = new Set(isTranslated(talk) ? [] : openingNames(text, talk));
  const named = new Set<string>();
  for (const [index, word] of raw.entries()) {
    const [folded = ""] = foldedWords(word);
    if (folded.length < NAME_CHARS_MIN || isStopWord(folded, written) || timeWordOf(folded, word) !== null) continue;
    if (!/^\p{Lu}/u.test(word) || isRole(folded, known, speakers) || isCurrency(word)) continue;
    const isOpening = index === 0 || !inside.has(folded);
    const isLabel = index === 0 && LABEL.test(text) && !certain.has(folded);
    if (isLabel) continue;
    const isName = isHeadline ? speakers.has(folded) : isOpening ? known.has(folded) || openings.has(folded) : true;
    if (isName) named.add(word);
  }
  return [...named].map((word) => ({
    kind: "name",
    word: foldedWords(word)[0] ?? "",
    isAcronym: /^[\p{Lu}\p{N}]+$/u.test(word),
  }));
}

/** "The Minister", of whom a talk also speaks in the plural, is what somebody is, and no name. */
function isRole(word: string, known: ReadonlySet<string>, speakers: ReadonlySet<string>): boolean {
  if (!known.has(word) || speakers.has(word)) return false;
  return known.has(`${word}s`) || (word.endsWith("s") && known.has(word.slice(0, -1)));
}

function speakerWords({ heard }: Talk): Set<string> {
  return new Set(heard.flatMap(({ speaker }) => speaker));
}

/** Roles stand in the plural too: "the designers". */
function isNamed(folded: string, label: string): boolean {
  return folded.includes(` ${label} `) || folded.includes(` ${label}s `);
}

/** The people who took part and are named in a text, and the other names. */
function peopleIn(text: string, talk: Talk): Fact[] {
  const folded = ` ${foldedWords(text).join(" ")} `;
  const labels = new Map(talk.heard.map(({ speaker }) => [speaker.join(" "), speaker]));
  const speakers = [...labels.values()].filter(
    (words) => words.length > 0 && !/^\p{Ll}+ \d+$/u.test(words.join(" ")) && isNamed(folded, words.join(" ")),
  );
  const named = new Set(speakers.flat());
  const names = namesOf(text, talk).filter((fact) => fact.kind !== "name" || !named.has(fact.word));
  return [...speakers.map((words): Fact => ({ kind: "speaker", words })), ...names];
}

/** Tells whether a fact was said in a range. A name may be that of somebody who speaks there. */
export function isHeard(fact: Fact, heard: HeardFacts, talk: Talk): boolean {
  switch (fact.kind) {
    case "number":
      return heard.numbers.has(fact.value);
    case "time":
      return heard.times.has(fact.minutes);
    case "day":
      return heard.days.has(fact.day);
    case "address":
      return fact.words.every((word) => heard.words.has(word) || heard.speakers.has(word));
    case "name":
      return isNameHeard(fact, heard, isTranslated(talk));
    case "speaker":
      return fact.words.every((word) => heard.words.has(word) || heard.speakers.has(word));
  }
}

/**
 * Tells whether a number counts there what it counts in the line. A unit that nobody said with any number may be the line's own word
 * ("twelve fifty" are euros), and a word that follows a single number may be no unit ("eighty exactly").
 */
export function isCountedThere(
  { value, units }: Fact & { kind: "number" },
  places: readonly HeardFacts[],
  isUnit: (unit: string) => boolean,
): boolean {
  return units.filter(isUnit).every((unit) => {
    const counted = places.flatMap(({ byUnit }) => byUnit.get(unit) ?? []);
    return counted.length === 0 || counted.some((numbers) => numbers.has(value));
  });
}

/** Tells whether a number follows from another one of the line and one that was said: "22 of 60" from 60 and 38. */
export function isReckoned(value: string, others: readonly string[], heard: HeardFacts): boolean {
  return others.some((other) => {
    if (other === value || !heard.numbers.has(other)) return false;
    const [a, b] = [Number(value), Number(other)];
    return heard.numbers.has(String(Math.abs(a - b))) || heard.numbers.has(String(a + b));
  });
}

function isNameHeard({ word, isAcronym }: Fact & { kind: "name" }, heard: HeardFacts, crosses: boolean): boolean {
  if (heard.words.has(word) || heard.speakers.has(word)) return true;
  if (isAcronym && heard.letters.includes(word)) return true;
  const like = (said: string) => isSpelledLike(word, said, crosses);
  return [...heard.words].some(like) || [...heard.speakers].some(like);
}

/** A recogniser and a translator spell names in their own way: "Kristina" and "Christina", "Londres" and "London". */
export function isSpelledLike(word: string, said: string, crosses: boolean): boolean {
  if (said === word || said === `${word}s` || word === `${said}s`) return true;
  if (word.length < 4 || said.length < 4) return false;
  if (said.startsWith(word) || word.startsWith(said)) return Math.abs(said.length - word.length) <= 2;
  if (crosses && word.slice(0, 3) === said.slice(0, 3)) return true;
  const away = word.length >= 8 ? 2 : 1;
  return word.length >= 5 && Math.abs(word.length - said.length) <= away && isWithin(word, said, away);
}

/** Tells whether so few letters are inserted, removed or replaced. */
function isWithin(a: string, b: string, most: number): boolean {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = (before[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      line.push(Math.min(changed, (before[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    before = line;
  }
  return (before[b.length] ?? most + 1) <= most;
}
