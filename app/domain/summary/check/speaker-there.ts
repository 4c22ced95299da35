import type { Places } from "#app/domain/summary/check/find-places.ts";
import {
  coverOf,
  formsOf,
  isTranslated,
  type Range,
  type Talk,
  withNeighbours,
} from "#app/domain/summary/check/talk-index.ts";

/** Words around a place in which a speaker's turns are compared. */
const AROUND = 40;
/** A speaker has so much of what the line says of them, compared with what others say there. */
const SHARE_MIN = 0.8;

/**
 * Tells whether a line may speak of somebody who took part: they are named near its words, or say most of them. Their turn counts as a
 * whole, because people take several segments for a thought.
 */
export function isSpeakerThere(talk: Talk, words: readonly string[], sentence: string, { ranges }: Places): boolean {
  const own = new Set(words);
  const forms = [...formsOf(sentence, talk.written, isTranslated(talk))].filter((form) => !own.has(form));
  let best = 0;
  let theirs = 0;
  for (const turn of ranges.flatMap((range) => turnsIn(talk, withNeighbours(talk, range, AROUND)))) {
    const cover = coverOf(talk, forms, turn);
    const isTheirs = isSpeaker(talk, words, turn) || isNamedIn(talk, words, turn);
    best = Math.max(best, cover);
    if (isTheirs) theirs = Math.max(theirs, cover);
  }
  // Nothing of the line is found there in words: a translation, or the engine's own words.
  if (best === 0) return ranges.some((range) => isAnywhere(talk, words, withNeighbours(talk, range, AROUND)));
  return theirs > 0 && theirs >= best * SHARE_MIN;
}

/** The stretches of a range in which one person speaks. */
function turnsIn({ heard }: Talk, { from, to }: Range): Range[] {
  const labelOf = (at: number) => heard[at]?.speaker.join(" ") ?? "";
  const turns: Range[] = [];
  for (let start = from; start < to; ) {
    let end = start + 1;
    while (end < to && labelOf(end) !== "" && labelOf(end) === labelOf(start)) end += 1;
    turns.push({ from: start, to: end });
    start = end;
  }
  return turns;
}

function isSpeaker({ heard }: Talk, words: readonly string[], { from }: Range): boolean {
  return words.every((word) => heard[from]?.speaker.includes(word));
}

/** Somebody who is named in a turn, or addressed in it. */
function isNamedIn({ heard }: Talk, words: readonly string[], { from, to }: Range): boolean {
  return heard.slice(from, to).some((one) => words.every((word) => one.words.includes(word)));
}

function isAnywhere(talk: Talk, words: readonly string[], range: Range): boolean {
  return turnsIn(talk, range).some((turn) => isSpeaker(talk, words, turn) || isNamedIn(talk, words, turn));
}
