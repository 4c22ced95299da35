import type { Checker } from "#app/domain/summary/check/check-text.ts";
import { factsOf, isHeard } from "#app/domain/summary/check/find-facts.ts";
import {
  coverOf,
  formsOf,
  isTranslated,
  type Range,
  type Talk,
  widened,
} from "#app/domain/summary/check/talk-index.ts";
import { isQuestion, isRefusal, NEGATION, turnsIn } from "#app/domain/summary/check/turns-in.ts";

/** Segments around a place in which the talk about it may go on. */
const AROUND = 3;
/** A turn speaks of a line when it has so much of its words, compared with the turn that has most. */
const ABOUT_MIN = 0.7;
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
  const turns = ranges.flatMap((range) => turnsIn(talk, widened(talk, range, AROUND))).toSorted((a, b) => a.from - b.from);
  const covers = turns.map((turn) => coverOf(talk, forms, turn));
  const best = Math.max(0, ...covers);
  if (best === 0) return false;
  const last = covers.findLastIndex((cover) => cover >= best * ABOUT_MIN);
  const [turn, reply] = [turns[last], turns[last + 1]];
  if (!turn) return false;
  const texts = talk.heard.slice(turn.from, reply?.to ?? turn.to).map(({ text }) => text);
  const facts = factsOf(sentence, talk);
  // "Tuesday?" "No, Thursday." has the day of the line. A line that names somebody tells of their proposal, or of who refused it.
  const isAnswered = facts.some(
    (fact) => fact.kind === "speaker" || (reply !== undefined && isHeard(fact, factsAt(reply), talk)),
  );
  const isRefused = reply !== undefined && isAsked(talk, turn) && isRefusal(talk, reply) && !isAnswered;
  return isRefused || (DECIDED.test(sentence) && texts.some((text) => BUT.test(text)));
}

function isAsked({ heard }: Talk, { from, to }: Range): boolean {
  return heard.slice(from, to).some(({ text }) => text.includes("?"));
}
