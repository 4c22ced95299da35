import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * Words that negate the words after them. Only plain negations: "hardly" or "instead of" are left to the reader. French negates
 * with two words, and "ne" is often dropped in speech, so "pas" and similar words count.
 */
const NEGATIONS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: setOf("not never cannot nobody nothing none neither without"),
  es: setOf("no nunca jamas nadie nada ninguno ninguna ningun tampoco sin"),
  fr: setOf("pas jamais aucun aucune personne rien sans"),
  ca: setOf("no mai ningu res cap tampoc sense"),
};
/** Words that may stand for a negation in the talk: somebody who "refuses" or "cancels" may be reported as not doing it. */
const DENIES_TOO: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: setOf("no nor nope t against avoid instead rather hardly barely unable"),
  es: setOf("ni contra apenas evitar parar lugar"),
  fr: setOf("ne n non ni contre guere plus plutot"),
  ca: setOf("ni contra evitar lloc"),
};
const REFUSALS: Record<MeetingLanguage, readonly string[]> = {
  en: "fail refus reject declin cancel stop drop lack miss imposs unclear undecid unknown unsure unfinish postpon delay".split(
    " ",
  ),
  es: "rechaz neg cancel anul falt impos pospon aplaz dej fracas".split(" "),
  fr: "refus rejet annul manqu imposs evit arret report echou".split(" "),
  ca: "rebutj neg cancel anul falt imposs atur deix ajorn posp fracass".split(" "),
};
/** Not denials: "Don't we …?" proposes, "not only" adds, "ne … que" means "only". */
const NO_DENIAL: Record<MeetingLanguage, RegExp> = {
  en: /\bn['’]t (?:we|you|they|he|she|it|i|there)\b|\bnot (?:only|just|least)\b|\bwhy not\b/giu,
  es: /\bno s[oó]lo\b|[¿,]\s*no\s*\?|\bpor qu[eé] no\b|\bno obstante\b/giu,
  fr: /\bpas (?:seulement|mal)\b|\bn['’]est-ce pas\b|\bpourquoi pas\b/giu,
  ca: /\bno (?:nom[eé]s|sols|obstant)\b|\bper qu[eè] no\b/giu,
};
/** "No, …" and "No. …" are answers; they do not negate the sentence that follows. */
const ANSWER = /(?:^|[.!?,;:…]\s*)no\s*[,.;:!…]/giu;
/** A denial covers at most this many content words, within its clause. */
const REACH = 3;
/** Number of words examined after a denial: no clause has this many small words in a row. */
const LOOKED_AT = 60;
const CLAUSE_END = /[.,;:!?…()]+|\b(?:but|pero|sino|mais|però|sin[oó]|because|porque|parce|perquè|and|y|et)\b/giu;

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Tells whether a text denies something. In English, `n't` counts as "not". */
export function isDenial(text: string, language: MeetingLanguage): boolean {
  return denialsIn(text, language).length > 0;
}

/**
 * Tells whether a talk contains anything that may be written down as a denial; more generous than `isDenial`. Here "didn't" folds
 * to "didn" and "t", and `t` counts.
 */
export function mayDeny(text: string, language: MeetingLanguage): boolean {
  return foldedWords(text).some(
    (word) =>
      NEGATIONS[language].has(word) ||
      DENIES_TOO[language].has(word) ||
      REFUSALS[language].some((beginning) => word.startsWith(beginning)),
  );
}

/** Returns the stems that each denial of a text covers: the content words that follow it in its clause. */
export function denialsIn(text: string, language: MeetingLanguage): string[][] {
  return clausesOf(text, language).flatMap((words) =>
    words.flatMap((word, index) => {
      if (!isNegation(language)(word)) return [];
      return [contentAfter(words, index, language).map((next) => stem(next, language))];
    }),
  );
}

/** Returns the first content words after a position, no more than a denial covers. */
function contentAfter(words: readonly string[], index: number, language: MeetingLanguage): string[] {
  const after: string[] = [];
  for (let at = index + 1; at < words.length && at <= index + LOOKED_AT && after.length < REACH; at += 1) {
    const word = words[at] ?? "";
    if (!isStopWord(word, language)) after.push(word);
  }
  return after;
}

function isNegation(language: MeetingLanguage): (word: string) => boolean {
  return (word) => NEGATIONS[language].has(word);
}

function clausesOf(text: string, language: MeetingLanguage): string[][] {
  const plain = text.replace(NO_DENIAL[language], " ").replace(ANSWER, ". ");
  // Treats "can't" like "cannot"; otherwise the apostrophe would split the word.
  const whole = language === "en" ? plain.replace(/n['’]t\b/giu, " not") : plain;
  return whole.split(CLAUSE_END).map((clause) => foldedWords(clause));
}
