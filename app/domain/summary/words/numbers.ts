import type { MeetingLanguage } from "#app/domain/languages.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * Which numbers a text says, in digits or in words of the four languages, so that an invented amount is found and "25"
 * is known to be the "veinticinco" that was said. Values are decimal strings without separators.
 */
const UNITS: Record<string, number> = {};
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
  "thirteen trece treize tretze",
  "fourteen catorce quatorze catorze",
  "fifteen quince quinze",
  "sixteen dieciseis seize setze",
  "seventeen diecisiete disset",
  "eighteen dieciocho divuit",
  "nineteen diecinueve dinou",
  "twenty veinte vingt vint",
  "veintiuno veintiun",
  "veintidos",
  "veintitres",
  "veinticuatro",
  "veinticinco",
  "veintiseis",
  "veintisiete",
  "veintiocho",
  "veintinueve",
  "thirty treinta trente trenta",
].entries()) {
  for (const word of words.split(" ")) if (word) UNITS[word] = value;
}
const TENS: Record<string, number> = {};
for (const [index, words] of [
  "twenty veinte vingt vint",
  "thirty treinta trente trenta",
  "forty cuarenta quarante quaranta",
  "fifty cincuenta cinquante cinquanta",
  "sixty sesenta soixante seixanta",
  "seventy setenta septante",
  "eighty ochenta huitante vuitanta",
  "ninety noventa nonante noranta",
].entries()) {
  for (const word of words.split(" ")) TENS[word] = (index + 2) * 10;
}
const HUNDREDS: Record<string, number> = {
  hundred: 100,
  cien: 100,
  ciento: 100,
  cent: 100,
  cents: 100,
  doscientos: 200,
  doscientas: 200,
  trescientos: 300,
  trescientas: 300,
  cuatrocientos: 400,
  quinientos: 500,
  quinientas: 500,
  seiscientos: 600,
  setecientos: 700,
  ochocientos: 800,
  novecientos: 900,
};
const SCALES: Record<string, number> = {
  thousand: 1000,
  mil: 1000,
  mille: 1000,
  million: 1e6,
  millions: 1e6,
  millon: 1e6,
  millones: 1e6,
  milio: 1e6,
  milions: 1e6,
};
const JOINERS = new Set(["and", "y", "et", "i"]);
/** "One" is an article or pronoun in three of the languages, but it begins amounts ("one hundred"). */
const ONES = new Set(["one", "uno", "un", "una", "une", "u", "first", "primero", "premier", "primer"]);
/** Words for small numbers count things ("two options") rather than say amounts. */
const NUMBER_WORD_MIN = 11;

/** Numbers in digits, separators of thousands and leading zeros removed: "1.200 €" → 1200, "3,5 %" → 3.5, "05" → 5. */
export function digitNumbers(text: string): string[] {
  const found = text.match(/\d+(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+[.,]\d+|\d+/gu) ?? [];
  return found.map(plainNumber);
}

function plainNumber(token: string): string {
  const grouped = /^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?$/u.test(token);
  const bare = grouped ? token.replace(/[.,'’\u00a0\u202f ](?=\d{3})/gu, "") : token;
  const plain = bare.replace(",", ".").replace(/^0+(?=\d)/u, "");
  return plain.includes(".") ? plain.replace(/\.?0+$/u, "") : plain;
}

/** Numbers in words, each as the largest amount that its words make ("thirty five thousand" → 35000). */
export function wordNumbers(text: string): number[] {
  const words = foldedWords(text);
  const found: number[] = [];
  let index = 0;
  while (index < words.length) {
    const [value, used] = readAmount(words, index);
    if (used > 0) found.push(value);
    index += Math.max(1, used);
  }
  return found;
}

function readAmount(words: string[], from: number): [value: number, used: number] {
  let total = 0;
  let part = 0;
  let used = 0;
  let index = from;
  for (; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1] ?? "";
    const joins = JOINERS.has(word) && used > 0 && valueOf(next) !== null;
    if (joins) continue;
    const opens = ONES.has(word) && (HUNDREDS[next] === 100 || SCALES[next] !== undefined);
    const scale = SCALES[word];
    const hundred = HUNDREDS[word];
    const value = valueOf(word);
    if (opens) part += 1;
    else if (scale !== undefined) {
      total += Math.max(1, part) * scale;
      part = 0;
    } else if (hundred === 100 && part > 0 && part < 10) part *= 100;
    else if (value !== null && fits(part, value)) part += value;
    else break;
    used = index - from + 1;
  }
  return [total + part, used];
}

/** "twenty" takes "five" but not "thirty": otherwise "two three" would be five. */
function fits(part: number, value: number): boolean {
  if (part === 0) return true;
  return part % 100 === 0 ? value < 100 : part % 10 === 0 && part % 100 >= 20 && value < 10;
}

function valueOf(word: string): number | null {
  return UNITS[word] ?? TENS[word] ?? HUNDREDS[word] ?? null;
}

/** Everything that may count as said: digits, words, digits with a scale ("3 million"), and the parts of a time or date. */
export function numbersSaid(text: string): Set<string> {
  const said = new Set<string>([...digitNumbers(text), ...wordNumbers(text).map(String)]);
  for (const word of foldedWords(text)) {
    const value = valueOf(word);
    if (value !== null) said.add(String(value));
    if (ONES.has(word)) said.add("1");
    if (/^\d+/u.test(word)) said.add(plainNumber(/^\d+/u.exec(word)?.[0] ?? ""));
  }
  for (const match of text
    .toLowerCase()
    .matchAll(/(?<!\d)(\d+(?:[.,]\d+)?)\s*(thousand|k\b|mil\b|mille|million|millones|mill[oó]n|milions?)/gu)) {
    const scale = /^(thousand|k|mil|mille)$/u.test(match[2] ?? "") ? 1000 : 1e6;
    said.add(String(Number(plainNumber(match[1] ?? "")) * scale));
  }
  return said;
}

/** Words that are numbers in another language than the one that is spoken. */
const NO_NUMBER: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set(["once", "cent", "cents", "seize", "mil", "mille", "set"]),
  es: new Set(["set", "cent", "seize"]),
  fr: new Set(["once", "set", "dos"]),
  ca: new Set(["once", "seize"]),
};

/** The numbers of a text that must have been said for the text to be true. */
export function numbersClaimed(text: string, language: MeetingLanguage): string[] {
  const own = foldedWords(text).filter((word) => !NO_NUMBER[language].has(word) && !/\d/u.test(word));
  const written = wordNumbers(own.join(" ")).filter((value) => value >= NUMBER_WORD_MIN);
  return [...digitNumbers(text), ...written.map(String)];
}

/** Words that say a small number and as often something else: an order, a moment, a part, what is new, a duty. */
const AMBIGUOUS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set(["second"]),
  es: new Set(["segundo", "cuarto", "tercero"]),
  fr: new Set(["second", "neuf", "quart"]),
  ca: new Set(["segon", "nou", "deu", "quart", "sis", "set"]),
};

/** The numbers in words that a text says, the small ones too, without words that as often say something else. */
export function smallNumbersClaimed(text: string, language: MeetingLanguage): string[] {
  const own = foldedWords(text).filter(
    (word) => !NO_NUMBER[language].has(word) && !AMBIGUOUS[language].has(word) && !/\d/u.test(word),
  );
  return wordNumbers(own.join(" ")).map(String);
}
