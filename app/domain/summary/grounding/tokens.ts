import type { MeetingLanguage } from "#app/domain/languages.ts";
import { shareRoot } from "#app/domain/summary/grounding/endings.ts";
import { isFreeWord } from "#app/domain/summary/grounding/free-words.ts";
import {
  deniedBy,
  isConditional,
  isOpinion,
  type Operator,
  operatorOf,
  repeatsDenial,
  standsBetween,
  spelledOut,
  type Tense,
  tenseOf,
} from "#app/domain/summary/grounding/operators.ts";
import { groupsOf } from "#app/domain/summary/grounding/synonyms.ts";
import { timeWordOf } from "#app/domain/summary/words/calendar.ts";
import { amountsInDigits } from "#app/domain/summary/words/amounts.ts";
import { digitNumbers, smallNumbersClaimed } from "#app/domain/summary/words/numbers.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A word that claims something, with what is done to it. `at` counts the claims of its text; `number` is a decimal string. */
export type Claim = {
  word: string;
  stem: string;
  groups: readonly number[];
  number: string | null;
  /** A day, a month or a word such as "tomorrow", by its meaning. */
  time: string | null;
  isCapital: boolean;
  tense: Tense;
  /** Follows a form of "to be", as a passive does. */
  isAfterBe: boolean;
  /** Follows a preposition of time or place: it may stand anywhere in its clause. */
  isAdverbial: boolean;
  clause: number;
  at: number;
};

/** An operator and the claims that it covers: `heads` surely, `reach` is the rest of its clause. */
export type Covering = {
  operator: Operator;
  head: number | null;
  reach: readonly number[];
  clause: number;
  isWide: boolean;
};

export type Words = { claims: readonly Claim[]; operators: readonly Covering[]; hasBy: boolean };

/** `spelled`: as it is written; `raw`: in lower case, with accents; `word`: folded. */
type Raw = { spelled: string; raw: string; word: string; isCapital: boolean; clause: number };

const WORD = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/gu;
const CLAUSE_END = clauseEnd("");
/** "I" is Catalan for "and", and English for oneself. */
const CLAUSE_END_CA = clauseEnd("|i");
const BE = /^(?:is|are|was|were|be|been|being|es|son|fue|fueron|sera|seran|est|sont|ete|sera|seront|ser|sido|estat)$/u;
const PLACING: ReadonlySet<string> = new Set(
  "in on at until till before after during since en hasta antes desde tras dans au aux avant apres jusqu depuis al als fins abans despres des".split(
    " ",
  ),
);
const BY = /(?<![\p{L}])(?:by|por|par|per)(?![\p{L}])/iu;
const NUMBER_SEPARATED = /\d+(?:[.,'’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+[.,]\d+/gu;
/** English operators that are nouns after a determiner. */
const NOUNS: ReadonlySet<string> = new Set("plan plans hope hopes wish wishes".split(" "));
const DETERMINERS: ReadonlySet<string> = new Set(
  "the a an this that these those our my your his her its their new old next whole".split(" "),
);
/** A denial after its verb, as in "ferme pas" and "decided nothing". */
const AFTER_VERB: ReadonlySet<string> = new Set("pas jamais rien aucun aucune personne nothing none".split(" "));

/** No spoken clause has this many claims. Without a limit, a text of denials only would take quadratic time. */
const REACH_MAX = 200;

/** Cuts a text into the words that claim something and the operators over them. */
export function wordsOf(text: string, language: MeetingLanguage): Words {
  const raws = rawWords(text, language);
  const claims: Claim[] = [];
  let deniedClause = -1;
  const open: { operator: Operator; clause: number; next: number; isAfterVerb: boolean }[] = [];
  for (const [index, { spelled, raw, word, isCapital, clause }] of raws.entries()) {
    const before = raws.slice(Math.max(0, index - 2), index).flatMap((one) => (one.clause === clause ? one.word : []));
    // "May" after another word is the month.
    const isMay = spelled === "May" && raws[index - 1]?.clause === clause;
    const meaning = isMay ? null : operatorOf(word, language);
    // "The plan" is a thing, "we plan" is not yet done.
    const isThing = NOUNS.has(word) && DETERMINERS.has(before.at(-1) ?? "");
    // "Nearly 40" is a number that must be as near as it was said.
    const isAbout = meaning === "nearly" && numberOf(raws[index + 1]?.word ?? "", language) !== null;
    const operator = isAbout || isThing ? null : meaning;
    if (operator === "not") {
      if (deniedClause === clause && repeatsDenial(word, language)) continue;
      deniedClause = clause;
    }
    const denied = operator === null ? deniedBy(word, language) : null;
    if (operator !== null || denied !== null) {
      const previous = raws[index - 1];
      const isAfterVerb = AFTER_VERB.has(word) && previous?.clause === clause && claims.at(-1)?.word === previous.word;
      // "It closes unless we find a buyer": what stands before is the condition's.
      const first = word === "unless" ? claims.findIndex((one) => one.clause === clause) : -1;
      open.push({ operator: operator ?? "not", clause, next: first === -1 ? claims.length : first, isAfterVerb });
    }
    if (operator !== null || (denied === null && isFreeWord(word, language))) continue;
    const meant = denied ?? word;
    const deniedOperator = denied === null ? null : operatorOf(meant, language);
    if (deniedOperator !== null)
      open.push({ operator: deniedOperator, clause, next: claims.length, isAfterVerb: false });
    if (isConditional(raw, language)) {
      open.push({ operator: "possible", clause, next: claims.length, isAfterVerb: false });
    }
    const stemmed = stem(meant, language);
    claims.push({
      word: meant,
      stem: stemmed,
      groups: groupsOf(meant, stemmed, language),
      number: numberOf(meant, language),
      time: timeWordOf(meant, spelled),
      isCapital,
      tense: tenseOf(raw, before, language),
      isAfterBe: before.some((one) => BE.test(one)),
      isAdverbial: before.some((one) => PLACING.has(one)),
      clause,
      at: claims.length,
    });
  }
  const operators = open.map(({ operator, clause, next, isAfterVerb }): Covering => {
    const first = isAfterVerb ? next - 1 : next;
    const reach: number[] = [];
    for (let at = first; reach.length < REACH_MAX && claims[at]?.clause === clause; at += 1) reach.push(at);
    const head = reach.find((at) => !standsBetween(claims[at]?.word ?? "", language)) ?? reach[0] ?? null;
    const isWide = operator === "if" || (head !== null && isOpinion(claims[head]?.word ?? "", language));
    return { operator, head, reach, clause, isWide };
  });
  return { claims, operators, hasBy: BY.test(text) };
}

function clauseEnd(more: string): RegExp {
  const words = `but|pero|sino|mais|però|sinó|because|porque|parce|perquè|and|or|y|et|while|mientras${more}`;
  return new RegExp(`[.,;:!?…()|]+|(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "giu");
}

function rawWords(text: string, language: MeetingLanguage): Raw[] {
  const plain = amountsInDigits(spelledOut(text.replace(/\{[^{}]{0,60}\}/gu, " "), language), language).replace(
    NUMBER_SEPARATED,
    (token) => digitNumbers(token)[0]?.replace(".", "_") ?? token,
  );
  const raws: Raw[] = [];
  let clause = 0;
  let from = 0;
  const add = (part: string) => {
    for (const [raw] of part.matchAll(WORD)) {
      const word = raw.includes("_") ? raw.toLowerCase() : (foldedWords(raw)[0] ?? "");
      if (word !== "")
        raws.push({ spelled: raw, raw: raw.toLowerCase(), word, isCapital: /^\p{Lu}/u.test(raw), clause });
    }
    clause += 1;
  };
  for (const match of plain.matchAll(language === "ca" ? CLAUSE_END_CA : CLAUSE_END)) {
    add(plain.slice(from, match.index));
    from = match.index + match[0].length;
    // "Because" and "but" also say how two clauses belong together; only the first is a claim.
    if (/^(?:because|porque|parce|perquè)$/iu.test(match[0])) {
      raws.push({
        spelled: match[0],
        raw: match[0].toLowerCase(),
        word: foldedWords(match[0])[0] ?? "",
        isCapital: false,
        clause,
      });
    }
  }
  add(plain.slice(from));
  return raws;
}

/** Returns the value of a word that is a number: "5th", "five", "3_5". */
function numberOf(word: string, language: MeetingLanguage): string | null {
  const digits = /^(\d+(?:_\d+)?)(?:st|nd|rd|th|er|e|o|a|k)?$/u.exec(word)?.[1];
  if (digits !== undefined) return digits.replace("_", ".").replace(/^0+(?=\d)/u, "");
  const value = smallNumbersClaimed(word, language)[0];
  return value === undefined || value === "0" || value === "1" ? null : value;
}

/** Tells whether two claims may mean the same: one stem, synonyms, one root, one number, or one day. */
export function meansTheSame(one: Claim, other: Claim, language: MeetingLanguage): boolean {
  if (one.number !== null || other.number !== null) return one.number === other.number || one.word === other.word;
  // "Martes" is no "Marta"; "monthly" and "month" may be compared as words.
  const isDay = [one.time, other.time].some((time) => time?.startsWith("d") === true);
  if (isDay || (one.time !== null && other.time !== null)) return one.time === other.time;
  return (
    one.stem === other.stem ||
    one.groups.some((group) => other.groups.includes(group)) ||
    shareRoot(one.word, other.word, language)
  );
}
