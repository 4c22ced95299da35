import { withOthers } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * Amounts in words of the four languages. One of several words is one number: who says "two hundred euros" has said neither "two euros" nor
 * "a hundred".
 */
const UNITS = new Map<string, number>();
for (const [value, words] of [
  "zero cero",
  "",
  "two dos deux dues second segundo deuxieme segon",
  "three tres trois third tercero troisieme tercer",
  "four cuatro quatre fourth cuarto quatrieme quart",
  "five cinco cinq cinc fifth quinto cinquieme",
  "six seis sis sixth sexto sixieme",
  "seven siete sept set seventh septimo septieme",
  "eight ocho huit vuit eighth octavo huitieme",
  "nine nueve neuf nou ninth noveno neuvieme",
  "ten diez dix deu tenth decimo dixieme",
  "eleven once onze eleventh onzieme",
  "twelve doce douze dotze twelfth",
  "thirteen trece treize tretze thirteenth treizieme",
  "fourteen catorce quatorze catorze fourteenth quatorzieme",
  "fifteen quince quinze fifteenth quinzieme",
  "sixteen dieciseis seize setze sixteenth seizieme",
  "seventeen diecisiete disset seventeenth",
  "eighteen dieciocho divuit eighteenth",
  "nineteen diecinueve dinou nineteenth",
  "twenty veinte vingt vint twentieth vingtieme",
  "veintiuno veintiun veintiuna",
  "veintidos",
  "veintitres",
  "veinticuatro",
  "veinticinco",
  "veintiseis",
  "veintisiete",
  "veintiocho",
  "veintinueve",
  "thirty treinta trente trenta thirtieth",
].entries()) {
  for (const word of words.split(" ")) if (word) UNITS.set(word, value);
}
const TENS = new Map<string, number>();
for (const [index, words] of [
  "twenty veinte vingt vingts vint",
  "thirty treinta trente trenta",
  "forty cuarenta quarante quaranta",
  "fifty cincuenta cinquante cinquanta",
  "sixty sesenta soixante seixanta",
  "seventy setenta septante setanta",
  "eighty ochenta huitante vuitanta",
  "ninety noventa nonante noranta",
].entries()) {
  for (const word of words.split(" ")) TENS.set(word, (index + 2) * 10);
}
const HUNDREDS = new Map<string, number>(
  "hundred cien ciento cent cents centes".split(" ").map((word) => [word, 100] as const),
);
for (const [index, stem] of "dosc tresc cuatroc quin seisc setec ochoc novec".split(" ").entries()) {
  for (const ending of ["os", "as"]) HUNDREDS.set(`${stem}ient${ending}`, (index + 2) * 100);
}
const SCALES = new Map<string, number>();
for (const [scale, words] of [
  [1000, "thousand mil mille"],
  [1e6, "million millions millon millones milio milions"],
  [1e9, "billion billions milliard milliards"],
] as const) {
  for (const word of words.split(" ")) SCALES.set(word, scale);
}
const JOINERS = new Set(["and", "y", "et", "i"]);
/** "One" is an article or pronoun in three of the languages, but it begins amounts ("one hundred") and ends them ("twenty one"). */
export const ONES = new Set(["one", "uno", "un", "una", "une", "u", "first", "primero", "premier", "primer"]);
/** "Three point five": the words between a number and its decimals. */
const POINTS = new Set(["point", "coma", "virgule"]);
/** Words that are numbers in another language than the one that is spoken. */
export const NO_NUMBER: Readonly<Record<MeetingLanguage, ReadonlySet<string>>> = withOthers<ReadonlySet<string>>(
  {
    en: new Set(["once", "cent", "cents", "seize", "mil", "mille", "set"]),
    es: new Set(["set", "cent", "seize"]),
    fr: new Set(["once", "set", "dos"]),
    ca: new Set(["once", "seize"]),
  },
  new Set(),
);
/** "A twenty second break": a unit of time or a part, which no amount takes in. */
const NO_PART = new Set(["second", "segundo", "segon", "quart", "cuarto"]);
const FRENCH_TEENS = new Map(
  "dix onze douze treize quatorze quinze seize".split(" ").map((word, index) => [word, 10 + index] as const),
);
const CATALAN_TENS = new Set("trenta quaranta cinquanta seixanta setanta vuitanta noranta".split(" "));

/** Returns the number that one word says, without scales; null for other words. */
export function valueOf(word: string): number | null {
  return UNITS.get(word) ?? TENS.get(word) ?? HUNDREDS.get(word) ?? null;
}

/** Numbers in words, each as the largest amount that its words make ("thirty five thousand" → 35000). */
export function wordNumbers(words: readonly string[]): number[] {
  const found: number[] = [];
  for (let index = 0; index < words.length; ) {
    const { value, used } = readAmount(words, index);
    if (used > 0) found.push(value);
    index += Math.max(1, used);
  }
  return found;
}

/** An amount that is being read: finished scales, and the hundreds, tens and units after them. */
type Reading = { total: number; part: number };
type Step = Reading & { words: number };

/** Reads the amount that begins at a word; `used` words belong to it, none where no amount begins there. */
function readAmount(words: readonly string[], from: number): { value: number; used: number } {
  let reading: Reading = { total: 0, part: 0 };
  let used = 0;
  for (let index = from; index < words.length; ) {
    if (used > 0 && isJoiner(words, index, reading)) {
      index += 1;
      continue;
    }
    const step = readTeens(words, index, reading) ?? readWord(words, index, reading);
    if (step === null) break;
    reading = step;
    index += step.words;
    used = index - from;
  }
  const value = reading.total + reading.part;
  return used > 0 ? withDecimals(words, from, { value, used }) : { value, used };
}

function isJoiner(words: readonly string[], index: number, { part }: Reading): boolean {
  const next = words[index + 1] ?? "";
  return JOINERS.has(words[index] ?? "") && (valueOf(next) !== null || (ONES.has(next) && takesOne(part)));
}

/** "Dix-sept", "quatre-vingts", "soixante et onze": French counts in twenties, and adds to ten. */
function readTeens(words: readonly string[], index: number, { total, part }: Reading): Step | null {
  const [word = "", next = ""] = [words[index], words[index + 1]];
  if (word === "quatre" && /^vingts?$/u.test(next) && part % 100 === 0) return { total, part: part + 80, words: 2 };
  const teen = FRENCH_TEENS.get(word);
  if (teen === undefined) return null;
  const unit = word === "dix" && /^(?:sept|huit|neuf)$/u.test(next) ? (UNITS.get(next) ?? 0) : 0;
  const before = words[index - 1] ?? "";
  const tens = JOINERS.has(before) ? (words[index - 2] ?? "") : before;
  const isTwenties = (tens === "soixante" && part % 100 === 60) || (/^vingts?$/u.test(tens) && part % 100 === 80);
  if (!isTwenties && (unit === 0 || part % 100 !== 0)) return null;
  return { total, part: part + teen + unit, words: unit === 0 ? 1 : 2 };
}

function readWord(words: readonly string[], index: number, { total, part }: Reading): Step | null {
  const [word = "", next = ""] = [words[index], words[index + 1]];
  const isOpening = HUNDREDS.get(next) === 100 || SCALES.get(next) !== undefined;
  if (ONES.has(word) && (isOpening ? part % 10 === 0 : isLastOne(words, index, part))) {
    return { total, part: part + 1, words: 1 };
  }
  const scale = SCALES.get(word);
  if (scale !== undefined) {
    // "Mil millones", "dos mil millones".
    const isOfThousands = scale > 1000 && total >= 1000 && total < scale;
    const more = isOfThousands ? (total + part) * scale : total + Math.max(1, part) * scale;
    return { total: more, part: 0, words: 1 };
  }
  if (HUNDREDS.get(word) === 100 && part > 0 && part < (word === "hundred" ? 100 : 10)) {
    return { total, part: part * 100, words: 1 };
  }
  const value = valueOf(word);
  return value !== null && fits(part, value) ? { total, part: part + value, words: 1 } : null;
}

/** "twenty" takes "five" but not "thirty": otherwise "two three" would be five. */
function fits(part: number, value: number): boolean {
  if (part === 0) return true;
  return part % 100 === 0 ? value < 100 : part % 10 === 0 && part % 100 >= 20 && value > 0 && value < 10;
}

function takesOne(part: number): boolean {
  return part % 10 === 0 && part % 100 >= 20;
}

/** "Twenty one", "treinta y un", "trenta-un", "quatre-vingt-un"; elsewhere "un" is an article. */
function isLastOne(words: readonly string[], index: number, part: number): boolean {
  if (!takesOne(part)) return false;
  const [word = "", before = ""] = [words[index], words[index - 1]];
  if (/^(?:one|first)$/u.test(word) || JOINERS.has(before) || CATALAN_TENS.has(before)) return true;
  return /^vingts?$/u.test(before) && part % 100 === 80;
}

/** "Three point five", "dos coma cinco millones". */
function withDecimals(
  words: readonly string[],
  from: number,
  { value, used }: { value: number; used: number },
): { value: number; used: number } {
  let index = from + used;
  if (!POINTS.has(words[index] ?? "")) return { value, used };
  let digits = "";
  for (index += 1; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const one = ONES.has(word) ? 1 : (UNITS.get(word) ?? TENS.get(word));
    if (one === undefined || SCALES.get(word) !== undefined || (digits !== "" && one > 9)) break;
    digits += String(one);
    if (one > 9) {
      index += 1;
      break;
    }
  }
  if (digits === "") return { value, used };
  const whole = Number(`${value}.${digits}`);
  const scale = SCALES.get(words[index] ?? "");
  return scale === undefined
    ? { value: whole, used: index - from }
    : { value: Math.round(whole * scale), used: index + 1 - from };
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Words of one amount stand side by side, or have hyphens between them. */
const BETWEEN = /^(?:\s{1,3}|\s?[-\u2010\u2011]\s?)$/u;
const SCALED =
  /(?<![\d.,])(\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+|\d+(?:[.,]\d+)?)[\s\u00a0]?(thousand|k|mil|mille|millions?|millones|mill[oó]n|mili[oó]|milions|milliards?|billions?)(?![\p{L}\d])/giu;

/** Returns the text with its amounts of several words in digits: "twenty five thousand euros" and "25 mil" are one number each. */
export function amountsInDigits(text: string, language: MeetingLanguage): string {
  return inScale(inScale(inDigits(text, language)));
}

function inDigits(text: string, language: MeetingLanguage): string {
  const found = [...text.matchAll(WORD)];
  const words = found.map(([word]) => numberWord(word, language));
  let plain = "";
  let copied = 0;
  for (let start = 0; start < words.length; ) {
    const end = endOfRun(text, found, words, start);
    const run = words.slice(start, end);
    for (let index = 0; index < run.length; ) {
      const { value, used } = readAmount(run, index);
      const [first, last] = [found[start + index], found[start + index + used - 1]];
      if (used > 1 && first && last) {
        plain += `${text.slice(copied, first.index)}${value}`;
        copied = last.index + last[0].length;
      }
      index += Math.max(1, used);
    }
    start = Math.max(end, start + 1);
  }
  return plain + text.slice(copied);
}

/** Returns a folded word where it may be part of an amount in the language; else an empty text. */
function numberWord(word: string, language: MeetingLanguage): string {
  const [folded = ""] = foldedWords(word);
  if (NO_NUMBER[language].has(folded) || NO_PART.has(folded)) return "";
  const isPart = valueOf(folded) !== null || SCALES.get(folded) !== undefined || ONES.has(folded);
  return isPart || JOINERS.has(folded) || POINTS.has(folded) ? folded : "";
}

/** Returns the index after the last word of the run that begins at `start`; `start` where no run begins there. */
function endOfRun(text: string, found: readonly RegExpMatchArray[], words: readonly string[], start: number): number {
  let end = start;
  while (words[end]) {
    const [before, here] = [found[end - 1], found[end]];
    if (end > start && !BETWEEN.test(text.slice((before?.index ?? 0) + (before?.[0].length ?? 0), here?.index))) break;
    end += 1;
  }
  return end;
}

/** "25 mil" and "3.5 million" as one number each. */
function inScale(text: string): string {
  return text.replace(SCALED, (whole: string, digits: string, word: string) => {
    const scale = SCALES.get(foldedWords(word)[0] ?? "") ?? 1000;
    const value = Number(plainNumber(digits)) * scale;
    return Number.isFinite(value) ? String(Number(value.toFixed(3))) : whole;
  });
}

/** Returns a number in digits as a decimal text: without separators of thousands and leading zeros. */
export function plainNumber(token: string): string {
  const grouped = /^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?$/u.test(token);
  const bare = grouped ? token.replace(/[.,'’\u00a0\u202f ](?=\d{3})/gu, "") : token;
  const plain = bare.replace(",", ".").replace(/^0+(?=\d)/u, "");
  return plain.includes(".") ? plain.replace(/\.?0+$/u, "") : plain;
}
