import type { Checker } from "#app/domain/summary/check/check-text.ts";
import { factsOf, isHeard } from "#app/domain/summary/check/find-facts.ts";
import {
  coverOf,
  formsOf,
  isTranslated,
  type Range,
  type Talk,
  textOf,
  widened,
} from "#app/domain/summary/check/talk-index.ts";
import { isAssent, isRefusal, NEGATION, turnsIn } from "#app/domain/summary/check/turns-in.ts";
import { itemSentences } from "#app/domain/summary/words/item-sentences.ts";

/** Segments around a place in which the talk about it may go on. */
const AROUND = 3;
/** A turn speaks of a line when it has so much of its words, compared with the turn that has most. */
const ABOUT_MIN = 0.7;
/** Turns after a "but" in which somebody may agree to it. */
const ASSENT_TURNS = 2;
/** A line that says that something was decided. */
const DECIDED = /(?<!\p{L})(?:decid|décid|agree|approv|aprov|aprob|acord[óa]|approuv|adopt)/iu;
const BUT = /(?<!\p{L})(?:but|though|although|pero|aunque|però|tot i que|mais|quoique)(?!\p{L})/iu;

/**
 * Tells whether a line gives as agreed what the last turn about it leaves open: a question that somebody answers with "No", and, where the
 * line says "decided", a proposal with a "but". Meaning is for a judge; these two forms are plain.
 */
export function isNotAgreed({ talk, factsAt }: Checker, sentence: string, ranges: readonly Range[]): boolean {
  if (NEGATION.test(sentence)) return false;
  const forms = formsOf(sentence, talk.written, isTranslated(talk));
  const turns = ranges
    .flatMap((range) => turnsIn(talk, widened(talk, range, AROUND)))
    .toSorted((a, b) => a.from - b.from);
  const covers = turns.map((turn) => coverOf(talk, forms, turn));
  const best = Math.max(0, ...covers);
  if (best === 0) return false;
  const last = covers.findLastIndex((cover) => cover >= best * ABOUT_MIN);
  const [turn, reply] = [turns[last], turns[last + 1]];
  if (!turn) return false;
  const facts = factsOf(sentence, talk);
  // "Tuesday?" "No, Thursday." has the day of the line. A line that names somebody tells of their proposal, or of who refused it.
  const isAnswered = facts.some(
    (fact) => fact.kind === "speaker" || (reply !== undefined && isHeard(fact, factsAt(reply), talk)),
  );
  const isRefused = reply !== undefined && isAsked(talk, turn) && isRefusal(talk, reply) && !isAnswered;
  return isRefused || (DECIDED.test(sentence) && isLimited(talk, forms, turns.slice(last)));
}

function isAsked({ heard }: Talk, { from, to }: Range): boolean {
  return heard.slice(from, to).some(({ text }) => text.includes("?"));
}

/**
 * A "but" in the sentence of the proposal, in the next one, or where the reply begins, and nobody says "okay" afterwards. Long turns have one
 * about something else.
 */
function isLimited(talk: Talk, forms: ReadonlySet<string>, [turn, ...after]: readonly Range[]): boolean {
  if (!turn) return false;
  const said = itemSentences(textOf(talk, turn), talk.language);
  const sharedIn = (text: string) =>
    [...formsOf(text, talk.language, isTranslated(talk))].filter((form) => forms.has(form)).length;
  const shared = said.map(sharedIn);
  const at = shared.indexOf(Math.max(...shared));
  const [reply, ...later] = after;
  const first = reply === undefined ? "" : (itemSentences(textOf(talk, reply), talk.language)[0] ?? "");
  const isReplyLimited = BUT.test(first);
  if (!isReplyLimited && !said.slice(at, at + 2).some((text) => BUT.test(text))) return false;
  return !(isReplyLimited ? later : after).slice(0, ASSENT_TURNS).some((range) => isAssent(talk, range));
}
