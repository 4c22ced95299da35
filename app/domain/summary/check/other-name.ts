import { boundTo, type Clause, clausesIn, weightIn } from "#app/domain/summary/check/clauses.ts";
import { type Fact, isSpelledLike } from "#app/domain/summary/check/find-facts.ts";
import { formsOf, isTranslated, type Range, type Talk, withNeighbours } from "#app/domain/summary/check/talk-index.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** Words around a place among which another name may stand nearer to the line's words. */
const AROUND = 150;
/** Words around a place in which a name is said. */
const AROUND_NAME = 60;
/** So many of the places of a name are read. */
const MENTIONS_MAX = 60;
/** Another name must be so much nearer to the line's words, and have so much of what is said of the line in one place. */
const NEARER_MIN = 1.95;
const THERE_MIN = 0.7;
/** Or the line's name has next to nothing of that. */
const FAR_MAX = 0.15;

type Line = { sentence: string; facts: readonly Fact[]; ranges: readonly Range[] };

/** Tells whether the talk names another one with the line's words: "Josiane delivers on Tuesdays" in a line about Hervé. */
export function isSaidOfAnother(talk: Talk, fact: Fact & { kind: "name" }, line: Line): boolean {
  const labels = new Set(talk.heard.flatMap(({ speaker }) => speaker));
  // Between two languages next to no words of a line are found.
  if (isTranslated(talk)) return false;
  const words = nameAround(fact.word, line);
  if (fact.isAcronym || words.some((word) => [...labels].some((label) => isSpelledLike(word, label, false))))
    return false;
  const own = new Set(words.flatMap((word) => [word, ...formsOf(word, talk.written, isTranslated(talk))]));
  const forms = [...formsOf(line.sentence, talk.written, isTranslated(talk))].filter((form) => !own.has(form));
  const inLine = new Set(foldedWords(line.sentence));
  const isNamed = ({ words: said }: Clause) =>
    [...said].some((word) => words.some((one) => isSpelledLike(one, word, false)));
  const isOther = (clause: Clause) => !isNamed(clause) && clause.names.some((name) => !inLine.has(name));
  const near = line.ranges.map((range) => clausesIn(talk, withNeighbours(talk, range, AROUND)));
  const mentioned = [...own].flatMap((word) => talk.found.get(word) ?? []).slice(0, MENTIONS_MAX);
  const mentions = mentioned.map((at) => clausesIn(talk, withNeighbours(talk, { from: at, to: at + 1 }, AROUND_NAME)));
  const most = (read: readonly (readonly Clause[])[], isCounted: (clause: Clause) => boolean) =>
    Math.max(
      0,
      ...read.flatMap((clauses) => clauses.filter(isCounted).map((clause) => boundTo(talk, forms, clause, clauses))),
    );
  if (isBesideAnother(talk, forms, [...near, ...mentions], isNamed, isOther)) return true;
  const theirs = most([...near, ...mentions], isNamed);
  const others = most(near, isOther);
  const best = most(near, () => true);
  return (others > NEARER_MIN * theirs && others >= THERE_MIN * best) || theirs < FAR_MAX * best;
}

/**
 * One sentence names both, and gives the line's words to the other one: "Honorine brings cakes and Félicien the drinks". A name with one of the
 * line's words may share the others: "In Graz the market opens on Thursday, in Wels on Saturday".
 */
function isBesideAnother(
  talk: Talk,
  forms: readonly string[],
  read: readonly (readonly Clause[])[],
  isNamed: (clause: Clause) => boolean,
  isOther: (clause: Clause) => boolean,
): boolean {
  const hasWords = (clause: Clause) => weightIn(talk, forms, clause) > 0;
  if (read.some((clauses) => clauses.some((clause) => isNamed(clause) && hasWords(clause)))) return false;
  return read.some((clauses) => {
    const sentences = new Set(clauses.filter(isNamed).map(({ sentence }) => sentence));
    return clauses.some((clause) => sentences.has(clause.sentence) && isOther(clause) && hasWords(clause));
  });
}

/** The words of the line's names that stand beside each other: "Torben Falk". */
function nameAround(word: string, { sentence, facts }: Line): string[] {
  const names = new Set(facts.flatMap((fact) => (fact.kind === "name" ? fact.word : [])));
  const words = foldedWords(sentence);
  const at = words.indexOf(word);
  let [from, to] = [at, at + 1];
  while (names.has(words[from - 1] ?? "")) from -= 1;
  while (names.has(words[to] ?? "")) to += 1;
  return at < 0 ? [word] : words.slice(from, to);
}
