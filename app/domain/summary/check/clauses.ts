import { formsOf, isTranslated, type Range, type Talk, textOf } from "#app/domain/summary/check/talk-index.ts";
import { turnsIn } from "#app/domain/summary/check/turns-in.ts";
import { certainNamesOf } from "#app/domain/summary/names.ts";
import { timeWordOf } from "#app/domain/summary/words/calendar.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { isStopWord } from "#app/domain/summary/words/stop-words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** A stretch of a sentence between two signs. `turn` and `sentence` are numbers within the range that was read. */
export type Clause = {
  text: string;
  turn: number;
  sentence: number;
  speaker: readonly string[];
  words: ReadonlySet<string>;
  forms: ReadonlySet<string>;
  /** Folded words that name somebody or something. */
  names: readonly string[];
};

/** A comma, a colon or a dash; none within a number or a time. */
const SIGN = /(?<!\d)[,;:]|[,;:](?!\d)|\s[–—-]\s/u;
/** "And" in the four languages. It parts a clause where somebody is named on both sides. */
const AND = /\s(?:and|y|e|i|et)\s/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** Words of one clause belong together; less so those of a sentence, its neighbours, the turn, and the turns beside it. */
const NEARNESS = {
  clause: 1,
  sentence: 0.8,
  nextSentence: 0.6,
  twoSentences: 0.4,
  turn: 0.25,
  nextTurn: 0.5,
  nextLongTurn: 0.3,
  twoTurns: 0.25,
};

/** Each range is read once, however many lines are compared with it. */
const READ = new WeakMap<Talk, Map<string, Clause[]>>();

/** Returns the clauses of a range, in their order. */
export function clausesIn(talk: Talk, range: Range): readonly Clause[] {
  const known = READ.get(talk) ?? new Map<string, Clause[]>();
  READ.set(talk, known);
  const key = `${range.from}-${range.to}`;
  const clauses = known.get(key) ?? readClauses(talk, range);
  known.set(key, clauses);
  return clauses;
}

function readClauses(talk: Talk, range: Range): Clause[] {
  let sentence = 0;
  return turnsIn(talk, range).flatMap((part, turn) =>
    itemSentences(textOf(talk, part), talk.language).flatMap((said) => {
      sentence += 1;
      const speaker = talk.heard[part.from]?.speaker ?? [];
      return partsOf(said, talk).flatMap((text): Clause[] => {
        const words = new Set(foldedWords(text));
        if (words.size === 0) return [];
        const forms = formsOf(text, talk.language, isTranslated(talk));
        return [{ text, turn, sentence, speaker, words, forms, names: namesOf(text, talk) }];
      });
    }),
  );
}

function partsOf(sentence: string, talk: Talk): string[] {
  return sentence.split(SIGN).flatMap((clause) => {
    const parts = clause.split(AND);
    return parts.filter((part) => namesOf(part, talk).length > 0).length > 1 ? parts : [clause];
  });
}

/** Returns the weight of the forms that are said in a clause itself. */
export function weightIn(talk: Talk, forms: readonly string[], clause: Clause): number {
  return forms.reduce((sum, form) => sum + (clause.forms.has(form) ? talk.weigh(form) : 0), 0);
}

/** Names are spelled with a capital, days and months are none. */
function namesOf(text: string, talk: Talk): string[] {
  const known = certainNamesOf(talk);
  return [...text.matchAll(WORD)].flatMap(([word]) => {
    const [folded = ""] = foldedWords(word);
    const isName = /^\p{Lu}/u.test(word) && known.has(folded) && folded.length > 2;
    return isName && !isStopWord(folded, talk.language) && timeWordOf(folded, word) === null ? [folded] : [];
  });
}

/** The share of the forms' weight that is said in a clause or near it, from 0 on. */
export function boundTo(talk: Talk, forms: Iterable<string>, clause: Clause, clauses: readonly Clause[]): number {
  let sum = 0;
  for (const form of forms) {
    const near = clauses.map((other) => (other.forms.has(form) ? nearness(clause, other) : 0));
    sum += talk.weigh(form) * Math.max(0, ...near);
  }
  return sum;
}

function nearness(one: Clause, other: Clause): number {
  if (one === other) return NEARNESS.clause;
  const sentences = Math.abs(one.sentence - other.sentence);
  if (sentences === 0) return NEARNESS.sentence;
  switch (Math.abs(one.turn - other.turn)) {
    case 0:
      return sentences === 1 ? NEARNESS.nextSentence : sentences === 2 ? NEARNESS.twoSentences : NEARNESS.turn;
    case 1:
      return sentences <= 2 ? NEARNESS.nextTurn : NEARNESS.nextLongTurn;
    case 2:
      return NEARNESS.twoTurns;
    default:
      return 0;
  }
}
