import { NEAR_WORD_LETTERS_MIN } from "#app/domain/limits/words.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";
import type { Turns } from "#app/domain/turns.ts";
import { editCost } from "#app/domain/words/edit-cost.ts";
import { joinedWords, joinSounds, type Passage, passagesOf } from "#app/domain/words/passages.ts";
import { type OwnWord, wordKey } from "#app/domain/words/own-word.ts";
import { soundKey } from "#app/domain/words/sound-key.ts";

/** A place of the transcript: positions in the segment's text. */
export type HeardPlace = { segmentId: SegmentId; from: number; to: number };

/**
 * A form that was heard and is almost an own word. `isKnown`: a person has corrected the same form to this word before. `places`: all of
 * its places, in the order of the transcript.
 */
export type WordOffer = { word: string; heard: string; isKnown: boolean; places: HeardPlace[] };

type Text = { id: SegmentId; text: string };
/** The word as it is compared: its letters, its sound, its words and its digits. */
type Sought = { own: OwnWord; letters: string; sound: string; parts: number; digits: string };
type Match = { place: HeardPlace; passage: Passage; sought: Sought; cost: number; isKnown: boolean };

/**
 * Finds what is almost an own word: the same beginning by its sound, and little else different. Never a form of which every word is common
 * in the language (`isCommon`), an own word itself, or an inflected own word. A form that a person has corrected before is found however
 * different it is. Known forms come first, then those that were heard most often.
 */
export function* findNearWords(input: {
  segments: readonly Text[];
  words: readonly OwnWord[];
  /** Tells whether a folded word belongs to the common words of the language. */
  isCommon: (word: string) => boolean;
}): Turns<WordOffer[]> {
  const { words, isCommon } = input;
  const sought = words.map(soughtOf);
  const index = indexOf(sought);
  const soundOf = remembering(soundKey);
  const judged = new Map<string, Judgement | null>();
  const matches: Match[] = [];
  for (const { id, text } of input.segments) {
    yield text.length * PASSAGES_A_WORD;
    const inSegment: Match[] = [];
    for (const passage of passagesOf(text, { partsMax: index.partsMax, soundOf })) {
      const form = `${passage.isName ? "n" : ""}${passage.key}`;
      let judgement = judged.get(form);
      if (judgement === undefined) judged.set(form, (judgement = judge(passage, index, isCommon)));
      if (judgement === null) continue;
      const place = { segmentId: id, from: passage.from, to: passage.to };
      inSegment.push({ place, passage, ...judgement });
    }
    matches.push(...bestOf(inSegment));
  }
  return offersOf(matches);
}

/** A transcript repeats its words, and writing one as it sounds takes twenty replacements. */
function remembering(compute: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const value = known.get(word) ?? compute(word);
    known.set(word, value);
    return value;
  };
}

/** Each character is read in about this many passages. */
const PASSAGES_A_WORD = 4;

function soughtOf(own: OwnWord): Sought {
  const key = wordKey(own.word);
  const letters = joinedWords(key);
  return {
    own,
    letters,
    sound: own.word
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .map(soundKey)
      .reduce(joinSounds, ""),
    parts: key.split(" ").length,
    digits: digitsOf(letters),
  };
}

/** The highest cost, by the letters of the shorter one: a third of a long word may differ by similar sounds, a short one must sound alike. */
function costMost(letters: number): number {
  if (letters < 5) return 0;
  if (letters < 6) return 0.5;
  if (letters < 7) return 1;
  if (letters < 9) return 1.5;
  return letters < 12 ? 2 : 2.5;
}

type Index = {
  /** By the beginning of the sound. */
  near: Map<string, Sought[]>;
  /** By the forms that were corrected before. */
  known: Map<string, Sought>;
  /** Own words and their parts, as they are spelled. */
  right: Set<string>;
  partsMax: number;
};

function indexOf(all: readonly Sought[]): Index {
  const near = new Map<string, Sought[]>();
  const known = new Map<string, Sought>();
  const right = new Set<string>();
  let partsMax = 1;
  for (const one of all) {
    const key = wordKey(one.own.word);
    right.add(key);
    for (const form of one.own.heard) known.set(wordKey(form), one);
    // A recogniser writes one word as two more often than as three, and long ones only.
    partsMax = Math.max(partsMax, one.parts + 1, ...one.own.heard.map((form) => wordKey(form).split(" ").length));
    if (one.letters.length < NEAR_WORD_LETTERS_MIN) continue;
    const first = beginningOf(one.sound);
    near.set(first, [...(near.get(first) ?? []), one]);
  }
  return { near, known, right, partsMax };
}

/** Vowels are confused with each other, consonants at the beginning rarely. */
function beginningOf(sound: string): string {
  return sound.slice(0, 1).replace(/[eiou]/u, "a");
}

type Judgement = { sought: Sought; cost: number; isKnown: boolean };

/** The own word that a passage almost is; null for none. */
function judge(passage: Passage, index: Index, isCommon: (word: string) => boolean): Judgement | null {
  const { key, letters } = passage;
  if (index.right.has(key)) return null;
  const known = index.known.get(key);
  const nearest = known ? { sought: known, cost: 0, isKnown: true } : nearestTo(passage, index);
  if (nearest === null || isInflected(letters, nearest.sought.letters)) return null;
  // Last, because it costs the most.
  const parts = key.split(" ");
  return parts.every((part) => part.length < NEAR_WORD_LETTERS_MIN || isCommon(part)) ? null : nearest;
}

function nearestTo(passage: Passage, { near }: Index): Judgement | null {
  const { letters, parts, sound, isName } = passage;
  if (letters.length < NEAR_WORD_LETTERS_MIN) return null;
  let best: Judgement | null = null;
  for (const sought of near.get(beginningOf(sound)) ?? []) {
    if (sought.digits !== digitsOf(letters) || Math.abs(sought.parts - parts) > 1) continue;
    if (Math.abs(sought.letters.length - letters.length) > 3) continue;
    // A recogniser writes names with a capital letter; without one it is a rare word of the language rather than a name.
    const isLikely = isName || !/^\p{Lu}/u.test(sought.own.word);
    const ownMost = costMost(Math.min(letters.length, sought.letters.length)) / (isLikely ? 1 : 2);
    const most = Math.min(best?.cost ?? ownMost, ownMost);
    const cost = SPLIT_COST * Math.abs(sought.parts - parts) + editCost(sound, sought.sound, most);
    if (cost <= most && (best === null || cost < best.cost)) best = { sought, cost, isKnown: false };
  }
  return best;
}

/** A recogniser may write one word as two, or two as one; the sound then has to be nearer. */
const SPLIT_COST = 0.25;

/** "Gironas", "Girona's" and "Gironabus" are said of Girona, and "Actas" may be the plural of another word than Acta. */
function isInflected(letters: string, own: string): boolean {
  return letters.startsWith(own) || own === `${letters}s` || own === `${letters}es`;
}

function digitsOf(letters: string): string {
  return letters.replace(/\D+/gu, "");
}

/** Of passages that overlap, the nearest; of equally near ones the shortest. */
function bestOf(matches: readonly Match[]): Match[] {
  const ranked = matches.toSorted(
    (one, other) =>
      Number(other.isKnown) - Number(one.isKnown) || one.cost - other.cost || one.passage.parts - other.passage.parts,
  );
  const kept: Match[] = [];
  for (const match of ranked) {
    const overlaps = kept.some(({ place }) => place.from < match.place.to && match.place.from < place.to);
    if (!overlaps) kept.push(match);
  }
  return kept.toSorted((one, other) => one.place.from - other.place.from);
}

function offersOf(matches: readonly Match[]): WordOffer[] {
  const offers = new Map<string, WordOffer>();
  for (const { passage, place, sought, isKnown } of matches) {
    const { word } = sought.own;
    const id = JSON.stringify([word, passage.key]);
    const offer = offers.get(id) ?? { word, heard: passage.text, isKnown, places: [] };
    offer.places.push(place);
    offers.set(id, offer);
  }
  return [...offers.values()].toSorted(
    (one, other) => Number(other.isKnown) - Number(one.isKnown) || other.places.length - one.places.length,
  );
}
