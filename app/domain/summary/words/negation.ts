import type { MeetingLanguage } from "#app/domain/languages.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * Words that turn what stands after them into its opposite. Only the plain ones: "hardly" or "instead of" are left to the
 * reader. French says it twice, and "ne" alone is often swallowed, so "pas" and its like count.
 */
const NEGATIONS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: setOf("not never cannot nobody nothing none neither without"),
  es: setOf("no nunca jamas nadie nada ninguno ninguna ningun tampoco sin"),
  fr: setOf("pas jamais aucun aucune personne rien sans"),
  ca: setOf("no mai ningu res cap tampoc sense"),
};
/** What may stand for a negation in the talk: whoever "refuses" or "cancels" may be written down as not doing it. */
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
/** "Don't we …?" proposes, "not only" adds, "ne … que" is "only": none of them denies. */
const NO_DENIAL: Record<MeetingLanguage, RegExp> = {
  en: /\bn['’]t (?:we|you|they|he|she|it|i|there)\b|\bnot (?:only|just|least)\b|\bwhy not\b/giu,
  es: /\bno s[oó]lo\b|[¿,]\s*no\s*\?|\bpor qu[eé] no\b|\bno obstante\b/giu,
  fr: /\bpas (?:seulement|mal)\b|\bn['’]est-ce pas\b|\bpourquoi pas\b/giu,
  ca: /\bno (?:nom[eé]s|sols|obstant)\b|\bper qu[eè] no\b/giu,
};
/** "No, …" and "No. …" answer; they deny nothing of the sentence that follows. */
const ANSWER = /(?:^|[.!?,;:…]\s*)no\s*[,.;:!…]/giu;
/** A denial reaches as far as this many content words, and no further than its clause. */
const REACH = 3;
/** Of the words after it, how many are looked at: no clause has so many small words in a row. */
const LOOKED_AT = 60;
const CLAUSE_END = /[.,;:!?…()]+|\b(?:but|pero|sino|mais|però|sin[oó]|because|porque|parce|perquè|and|y|et)\b/giu;

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Whether a text denies something. `n't` is a word of its own: "didn't" folds to "didn" and "t". */
export function isDenial(text: string, language: MeetingLanguage): boolean {
  return denialsIn(text, language).length > 0;
}

/** Whether a talk holds anything that may be written down as a denial; more generous than `isDenial`. */
export function mayDeny(text: string, language: MeetingLanguage): boolean {
  return foldedWords(text).some(
    (word) =>
      NEGATIONS[language].has(word) ||
      DENIES_TOO[language].has(word) ||
      REFUSALS[language].some((beginning) => word.startsWith(beginning)),
  );
}

/** What each denial of a text denies: the stems of the content words that follow it in its clause. */
export function denialsIn(text: string, language: MeetingLanguage): string[][] {
  return clausesOf(text, language).flatMap((words) =>
    words.flatMap((word, index) => {
      if (!isNegation(language)(word)) return [];
      return [contentAfter(words, index, language).map((next) => stem(next, language))];
    }),
  );
}

/** The first content words after a place; no more are looked for than a denial reaches. */
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
  // "cannot" and "can't" alike; the apostrophe would part the word otherwise.
  const whole = language === "en" ? plain.replace(/n['’]t\b/giu, " not") : plain;
  return whole.split(CLAUSE_END).map((clause) => foldedWords(clause));
}
