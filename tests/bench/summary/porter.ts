/** The stemmer of M. F. Porter (1980), which the usual ROUGE figures are computed with. English, lower case. */
const CONSONANT = "[^aeiou]";
const VOWEL = "[aeiouy]";
const CONSONANTS = `${CONSONANT}[^aeiouy]*`;
const VOWELS = `${VOWEL}[aeiou]*`;
const MEASURE_0 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}`, "u");
const MEASURE_1 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}(${VOWELS})?$`, "u");
const MEASURE_2 = new RegExp(`^(${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`, "u");
const HAS_VOWEL = new RegExp(`^(${CONSONANTS})?${VOWEL}`, "u");
const SHORT = new RegExp(`^${CONSONANTS}${VOWEL}[^aeiouwxy]$`, "u");

const STEP_2: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["logi", "log"],
];
const STEP_3: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];
const STEP_4 = "ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|ion|al|er|ic|ou".split("|");

export function porterStem(word: string): string {
  if (word.length < 3 || /[^a-z]/u.test(word)) return word;
  let stem = word.startsWith("y") ? `Y${word.slice(1)}` : word;
  stem = plurals(stem);
  stem = pastAndGerund(stem);
  if (stem.endsWith("y") && HAS_VOWEL.test(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaceEnding(stem, STEP_2);
  stem = replaceEnding(stem, STEP_3);
  stem = dropEnding(stem);
  return finalE(stem).toLowerCase();
}

function plurals(stem: string): string {
  if (/(ss|i)es$/u.test(stem)) return stem.slice(0, -2);
  return /[^s]s$/u.test(stem) ? stem.slice(0, -1) : stem;
}

function pastAndGerund(stem: string): string {
  if (stem.endsWith("eed")) return MEASURE_0.test(stem.slice(0, -3)) ? stem.slice(0, -1) : stem;
  const base = stem.replace(/(ed|ing)$/u, "");
  if (base === stem || !HAS_VOWEL.test(base)) return stem;
  if (/(at|bl|iz)$/u.test(base)) return `${base}e`;
  if (/([^aeiouylsz])\1$/u.test(base)) return base.slice(0, -1);
  return SHORT.test(base) ? `${base}e` : base;
}

function replaceEnding(stem: string, endings: readonly (readonly [string, string])[]): string {
  const found = endings.filter(([ending]) => stem.endsWith(ending)).toSorted((a, b) => b[0].length - a[0].length)[0];
  if (!found) return stem;
  const base = stem.slice(0, -found[0].length);
  return MEASURE_0.test(base) ? base + found[1] : stem;
}

function dropEnding(stem: string): string {
  const ending = STEP_4.find((candidate) => stem.endsWith(candidate));
  if (ending === undefined) return stem;
  const base = stem.slice(0, -ending.length);
  if (ending === "ion" && !/[st]$/u.test(base)) return stem;
  return MEASURE_2.test(base) ? base : stem;
}

function finalE(stem: string): string {
  let result = stem;
  if (stem.endsWith("e")) {
    const base = stem.slice(0, -1);
    if (MEASURE_2.test(base) || (MEASURE_0.test(base) && !(MEASURE_1.test(base) && SHORT.test(base)))) result = base;
  }
  return result.endsWith("ll") && MEASURE_2.test(result) ? result.slice(0, -1) : result;
}
