import { findPlaces, type Places } from "#app/domain/summary/check/find-places.ts";
import {
  formsOf,
  type Heard,
  isFormIn,
  isTranslated,
  type Range,
  type Talk,
  textOf,
  withNeighbours,
} from "#app/domain/summary/check/talk-index.ts";
import { isQuestion, isRefusal, NEGATION, turnsIn } from "#app/domain/summary/check/turns-in.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";
import { isSpeaking } from "#app/domain/summary/words/first-person.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/** "Who takes the plumber down?", "I do": the words of a question are the answer's rather than the asker's. */
const ASKED_WEIGHT = 0.85;
const ANSWERED_WEIGHT = 1;
/** Words around a place in which the speech of people is compared. */
const AROUND = 40;
/** A clause with fewer words of its own says too little: the whole sentence is compared. */
const CLAUSE_FORMS_MIN = 2;
/** To be named beside the words of a line says more than to say a few of them. */
const NAMED_WEIGHT = 1.5;
/** People of a list, and the words between two of them ("and the", "designer and the"). */
const LISTED_MIN = 3;
const LISTED_WORDS_MAX = 3;
/** Turns on both sides of one that names a person. */
const TURNS_AROUND = 2;
/** Somebody who agrees to do what was asked says little. */
const ASSENT_WORDS_MAX = 8;
const QUESTION = /[?\uFF1F]\s*$/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;

/**
 * Tells whether a line may speak of somebody who took part: in the passages about it that person says most of it, or a turn that does names
 * them. Their own name does not choose the passages, because people say "marketing" and "user interface" of other things too. Of
 * a sentence about two people, each is compared with the words that follow their name.
 */
export function isSpeakerThere(talk: Talk, words: readonly string[], sentence: string, places: Places): boolean {
  if (isEnumerated(talk, words, sentence)) return true;
  const forms = formsAbout(talk, words, sentence);
  const own = findPlaces(talk, new Set(forms), places.cited).ranges;
  const ranges = (own.length > 0 ? own : places.ranges).map((range) => withNeighbours(talk, range, AROUND));
  const objects = NEGATION.test(sentence);
  const covers = ranges.map((range) => coversIn(talk, words, { forms, objects }, range));
  const best = Math.max(0, ...covers.map((cover) => cover.best));
  const theirs = Math.max(0, ...covers.map((cover) => cover.theirs));
  // Nothing of the line is found there in words: a translation, or the engine's own words.
  if (best === 0) return ranges.some((range) => isAnywhere(talk, words, range));
  return theirs > 0 && theirs >= best;
}

/** The words of the sentence from the person's name to the next participant's, without names of participants. */
function formsAbout(talk: Talk, words: readonly string[], sentence: string): string[] {
  const labels = labelsOf(talk);
  const named = new Set(labels.flat());
  const folded = foldedWords(sentence);
  const starts = labels.flatMap((label) => startsOf(folded, label).map((at) => ({ label: label.join(" "), at })));
  const mine = starts.find(({ label }) => label === words.join(" "));
  const next = Math.min(
    folded.length,
    ...starts.filter(({ at, label }) => mine && label !== mine.label && at > mine.at).map(({ at }) => at),
  );
  const formsIn = (part: readonly string[]) => [
    ...formsOf(part.filter((word) => !named.has(word)).join(" "), talk.written, isTranslated(talk)),
  ];
  const clause = formsIn(mine ? folded.slice(mine.at, next) : folded);
  return clause.length >= CLAUSE_FORMS_MIN ? clause : formsIn(folded);
}

/** A sentence that lists three people or more tells of none of them alone: "Ana, Pau and Marta presented their work." */
function isEnumerated(talk: Talk, words: readonly string[], sentence: string): boolean {
  const folded = foldedWords(sentence);
  const people = labelsOf(talk)
    .flatMap((label) => startsOf(folded, label).map((at) => ({ label, at })))
    .toSorted((a, b) => a.at - b.at);
  const isNextToOne = ({ label, at }: (typeof people)[number], next: (typeof people)[number] | undefined) =>
    next !== undefined && next.at - at - label.length <= LISTED_WORDS_MAX;
  const mine = people.findIndex(({ label }) => label.join(" ") === words.join(" "));
  let [first, last] = [mine, mine];
  for (let one = people[first - 1]; one && isNextToOne(one, people[first]); one = people[first - 1]) first -= 1;
  for (let one = people[last]; one && isNextToOne(one, people[last + 1]); one = people[last]) last += 1;
  return mine >= 0 && last - first + 1 >= LISTED_MIN;
}

function labelsOf({ heard }: Talk): string[][] {
  const labels = new Map(heard.map(({ speaker }) => [speaker.join(" "), [...speaker]]));
  return [...labels.values()].filter((label) => label.length > 0);
}

function startsOf(words: readonly string[], label: readonly string[]): number[] {
  return words.flatMap((_, at) =>
    label.every((word, index) => words[at + index]?.replace(/s$/u, "") === word.replace(/s$/u, "")) ? [at] : [],
  );
}

/** The most of the forms that one person says in a range, and the most that this one does, or a turn that names them. */
function coversIn(
  talk: Talk,
  words: readonly string[],
  { forms, objects }: { forms: readonly string[]; objects: boolean },
  range: Range,
) {
  const byPerson = new Map<string, Map<string, number>>();
  let best = 0;
  let theirs = 0;
  const turns = turnsIn(talk, range);
  for (const [at, turn] of turns.entries()) {
    const label = talk.heard[turn.from]?.speaker.join(" ") ?? "";
    const said = byPerson.get(label) ?? new Map<string, number>();
    byPerson.set(label, said);
    const before = turns[at - 1];
    const refuses = isRefusal(talk, turn);
    const asked = askedOnly(talk, turn);
    const askedBefore = before === undefined ? asked : askedOnly(talk, before);
    for (const form of forms) {
      const own = isFormIn(talk, form, turn)
        ? asked.has(form) || isTakenOver(talk, turns[at + 1])
          ? ASKED_WEIGHT
          : 1
        : 0;
      const isAnswer =
        before !== undefined &&
        !refuses &&
        (isQuestion(talk, before) ? isFormIn(talk, form, before) : askedBefore.has(form));
      const answered = isAnswer ? ANSWERED_WEIGHT : 0;
      said.set(form, Math.max(said.get(form) ?? 0, own, answered));
    }
    const cover = [...said].reduce((sum, [form, weight]) => sum + weight * talk.weigh(form) ** 2, 0);
    best = Math.max(best, cover);
    if (
      before &&
      label === words.join(" ") &&
      ((takesOver(talk, turn) && !refuses) || (objects && isObjection(talk, turn)))
    )
      theirs = Math.max(theirs, weightIn(talk, forms, { from: before.from, to: turn.to }));
    if (label === words.join(" ")) theirs = Math.max(theirs, cover);
    else if (isNamedIn(talk, words, turn))
      theirs = Math.max(theirs, NAMED_WEIGHT * weightIn(talk, forms, nextTo(talk, words, turns, at)));
  }
  return { best, theirs };
}

/** Returns forms that a turn has in its questions and in no other sentence of it. Between two languages too few are found to tell. */
function askedOnly(talk: Talk, turn: Range): Set<string> {
  if (isTranslated(talk)) return new Set();
  const sentences = itemSentences(textOf(talk, turn), talk.language);
  const formsOfAll = (those: readonly string[]) => formsOf(those.join(" "), talk.language, false);
  const said = formsOfAll(sentences.filter((sentence) => !QUESTION.test(sentence)));
  return new Set(
    [...formsOfAll(sentences.filter((sentence) => QUESTION.test(sentence)))].filter((form) => !said.has(form)),
  );
}

/** Somebody else takes over at once what a turn says: it was a request. */
function isTakenOver(talk: Talk, reply: Range | undefined): boolean {
  return reply !== undefined && takesOver(talk, reply) && !isRefusal(talk, reply);
}

/**
 * A turn with its neighbours: "Perfect, Pau" follows the offer that Pau is to make. Of what the person refused nothing is theirs: neither the
 * words before their "No", nor those of the question that it answers.
 */
function nextTo(talk: Talk, words: readonly string[], turns: readonly Range[], at: number): Range {
  const from = Math.max(0, at - TURNS_AROUND);
  const last = turns.findLastIndex(
    (turn, index) => index <= at + TURNS_AROUND && (index <= at || isSpeaker(talk, words, turn)),
  );
  const near = turns.slice(from, last + 1);
  const refused = near.findLastIndex((turn) => isSpeaker(talk, words, turn) && isRefusal(talk, turn));
  const theirs = near.slice(Math.max(0, refused));
  return { from: theirs[0]?.from ?? 0, to: theirs.at(-1)?.to ?? 0 };
}

/** "Okay, I'll do that" takes over the words of the turn before. */
function takesOver({ heard, language }: Talk, { from, to }: Range): boolean {
  const parts = heard.slice(from, to);
  const length = parts.reduce((sum, { words }) => sum + words.length, 0);
  return length <= ASSENT_WORDS_MAX && parts.some(({ text }) => isSpeaking(text, language));
}

/** Somebody who says no to a proposal speaks of its words. */
function isObjection({ heard }: Talk, { from, to }: Range): boolean {
  return heard.slice(from, to).some(({ text }) => NEGATION.test(text));
}

/** A rare word tells more of who said it than several that all say. */
function weightOf(talk: Talk, forms: Iterable<string>): number {
  let sum = 0;
  for (const form of forms) sum += talk.weigh(form) ** 2;
  return sum;
}

function weightIn(talk: Talk, forms: readonly string[], range: Range): number {
  return weightOf(
    talk,
    forms.filter((form) => isFormIn(talk, form, range)),
  );
}

function isSpeaker({ heard }: Talk, words: readonly string[], { from }: Range): boolean {
  return words.every((word) => heard[from]?.speaker.includes(word));
}

/** Somebody who is named in a turn, or addressed in it. */
function isNamedIn({ heard }: Talk, words: readonly string[], { from, to }: Range): boolean {
  return heard
    .slice(from, to)
    .some((one) => words.every((word) => one.words.includes(word)) && isSpelledAsName(one, words));
}

/** "The user interface" names nobody: a name has a capital, where the transcript has capitals. */
function isSpelledAsName({ text }: Heard, words: readonly string[]): boolean {
  if (!/\p{Lu}/u.test(text)) return true;
  const capitals = new Set(
    [...text.matchAll(WORD)].flatMap(([word]) => (/^\p{Lu}/u.test(word) ? foldedWords(word) : [])),
  );
  return words.every((word) => capitals.has(word));
}

function isAnywhere(talk: Talk, words: readonly string[], range: Range): boolean {
  return turnsIn(talk, range).some((turn) => isSpeaker(talk, words, turn) || isNamedIn(talk, words, turn));
}
