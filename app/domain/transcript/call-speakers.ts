import { SPEAKER_CONFIDENCE_MIN } from "#app/domain/limits/calls.ts";
import { LINKED_SPEAKERS_MAX } from "#app/domain/limits/media.ts";
import type { RecognisedWindow, Word } from "#app/domain/transcript/segment.ts";

/** A stretch in which one person spoke, by the platform's own signals. Times in ms from the start of the recording. */
export type SpeakerStretch = { label: string; startMs: number; endMs: number; confidence: number };

/** "Speaker A": a voice that is distinguished but not named. */
const UNNAMED = /^Speaker [A-Z]{1,2}$/;

/**
 * Names each voice: by its label when that is certain enough, else by a letter that stays the same for the whole call. `aliases`
 * are the letters given so far, by label; `taken` are the labels that the call itself uses. The same input gives the same
 * letters, and a letter is never taken back.
 */
export function nameSpeakers(
  stretches: readonly SpeakerStretch[],
  known: { aliases: Readonly<Record<string, string>>; taken: readonly string[] },
): { stretches: SpeakerStretch[]; aliases: Readonly<Record<string, string>> } {
  const aliases = new Map(Object.entries(known.aliases));
  const own = [...known.taken, ...stretches.map(({ label }) => label)].filter((label) => UNNAMED.test(label));
  const named = stretches.map((stretch) => {
    const { label, confidence } = stretch;
    if (confidence >= SPEAKER_CONFIDENCE_MIN && !UNNAMED.test(label)) return { ...stretch };
    const alias = aliases.get(label) ?? letterFor(label, new Set(aliases.values()), new Set(own));
    aliases.set(label, alias);
    return { ...stretch, label: alias };
  });
  return { stretches: named, aliases: Object.fromEntries(aliases) };
}

/** Returns the call's own letter when no voice has it yet; else a letter that neither Acta nor the call has given. */
function letterFor(label: string, given: ReadonlySet<string>, own: ReadonlySet<string>): string {
  if (UNNAMED.test(label) && !given.has(label)) return label;
  return freeLetter(new Set([...given, ...own]));
}

function freeLetter(taken: ReadonlySet<string>): string {
  for (let number = 0; ; number += 1) {
    const label = `Speaker ${lettersOf(number)}`;
    if (!taken.has(label)) return label;
  }
}

/** A … Z, AA … */
function lettersOf(number: number): string {
  const last = String.fromCharCode(65 + (number % 26));
  return number < 26 ? last : lettersOf(Math.floor(number / 26) - 1) + last;
}

type SpokenPiece = RecognisedWindow["segments"][number];

/**
 * Assigns each recognised piece to the voice that spoke at its time. A piece in which the speaker changes is split at that word.
 * A piece that no signal covers has no speaker. Words are never lost, doubled or reordered.
 */
export function giveSpeakers(segments: readonly SpokenPiece[], stretches: readonly SpeakerStretch[]): SpokenPiece[] {
  if (stretches.length === 0) return segments.map((segment) => ({ ...segment, speaker: null }));
  return segments.flatMap((segment) => {
    const { words } = segment;
    const parts = words && words.length > 0 && sameText(words, segment.text) ? turnsOf(words, stretches) : null;
    if (parts === null || parts.length <= 1) {
      return [{ ...segment, speaker: parts?.[0]?.speaker ?? speakerOf(segment, stretches) }];
    }
    return parts.map(({ speaker, words: own }, index) => ({
      startMs: index === 0 ? segment.startMs : (own[0]?.startMs ?? segment.startMs),
      endMs: index === parts.length - 1 ? segment.endMs : (own.at(-1)?.endMs ?? segment.endMs),
      text: own.map(({ text }) => text.trim()).join(" "),
      speaker,
      words: own,
    }));
  });
}

/** Tells whether the words make up the text; only then can the text be split at a word. */
function sameText(words: readonly Word[], text: string): boolean {
  const plain = (part: string) => part.replace(/\s+/gu, "");
  return plain(words.map((word) => word.text).join("")) === plain(text);
}

type Turn = { speaker: string | null; words: Word[] };

/**
 * A signal lags behind the sound and drops out in pauses, so a word without a signal belongs to the speaker of the word before,
 * and one word is not a turn.
 */
function turnsOf(words: readonly Word[], stretches: readonly SpeakerStretch[]): Turn[] {
  const speakers = words.map((word) => speakerOf(word, stretches));
  const first = speakers.find((speaker) => speaker !== null) ?? null;
  let last = first;
  const filled = speakers.map((speaker) => (last = speaker ?? last));
  const turns: Turn[] = [];
  for (const [index, word] of words.entries()) {
    const speaker = filled[index] ?? null;
    const turn = turns.at(-1);
    if (turn?.speaker === speaker) turn.words.push(word);
    else turns.push({ speaker, words: [word] });
  }
  return joinShort(turns);
}

function joinShort(turns: Turn[]): Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const before = joined.at(-1);
    if (before && (before.speaker === turn.speaker || turn.words.length < TURN_WORDS_MIN)) {
      before.words.push(...turn.words);
    } else if (before && joined.length === 1 && before.words.length < TURN_WORDS_MIN) {
      before.speaker = turn.speaker;
      before.words.push(...turn.words);
    } else joined.push({ speaker: turn.speaker, words: [...turn.words] });
  }
  return joined;
}

const TURN_WORDS_MIN = 2;

/** Returns the speaker with the most time in this range; null when no signal touches it. */
function speakerOf(time: { startMs: number; endMs: number }, stretches: readonly SpeakerStretch[]): string | null {
  const spoken = new Map<string, number>();
  for (const { label, startMs, endMs } of stretches) {
    const overlapMs = Math.min(endMs, time.endMs) - Math.max(startMs, time.startMs);
    if (overlapMs >= 0) spoken.set(label, (spoken.get(label) ?? 0) + overlapMs);
  }
  let best: string | null = null;
  for (const [label, ms] of spoken) if (best === null || ms > (spoken.get(best) ?? 0)) best = label;
  return best;
}

/** A word that two neighbouring windows recognised, with each window's label of its speaker. */
export type SharedWord = { left: string | null; right: string | null };

/** The words that two neighbouring windows share. `isLong`: their sound overlaps so long that most people speak in both. */
export type Border = { words: readonly SharedWord[]; isLong: boolean };

/** A single word may stand at a change of speakers and be assigned to either. */
const LINK_WORDS_MIN = 3;
const LINK_SHARE_MIN = 0.8;

/**
 * Translates each window's labels into the labels of the first window. A speech engine numbers the voices of each window anew, so
 * "Speaker 1" of two windows may be two people. Two labels are one person when both windows recognised the same words from them.
 * At a long border a person who says nothing there gets a number that nobody has. At a short one null when any label cannot be
 * linked: numbers would then claim an unproved identity and speaking time. `borders[i]` is the one between window i and the next.
 */
export function linkSpeakers(
  windows: readonly RecognisedWindow[],
  borders: readonly Border[],
): Map<string, string>[] | null {
  const [first, ...others] = windows;
  if (!first) return [];
  const names = [new Map(labelsOf(first).map((label) => [label, label]))];
  const taken = new Set(labelsOf(first));
  for (const [index, window] of others.entries()) {
    const { words, isLong } = borders[index] ?? { words: [], isLong: false };
    const before = names[index] ?? new Map<string, string>();
    const linked = new Map<string, string>();
    const alone: string[] = [];
    for (const label of labelsOf(window)) {
      const same = sameSpeaker(label, words);
      const name = same === null ? undefined : before.get(same);
      if (name !== undefined && ![...linked.values()].includes(name)) linked.set(label, name);
      else alone.push(label);
    }
    if (alone.length > 0 && !isLong) return null;
    for (const label of alone) {
      const name = UNNAMED.test(label) ? freeLetter(taken) : freeNumber(taken);
      linked.set(label, name);
      taken.add(name);
    }
    names.push(linked);
  }
  return taken.size > LINKED_SPEAKERS_MAX ? null : names;
}

function freeNumber(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(`Speaker ${number}`)) number += 1;
  return `Speaker ${number}`;
}

function labelsOf({ segments }: RecognisedWindow): string[] {
  return [...new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
}

/** Returns the label in the window before of the person with this `label`. */
function sameSpeaker(label: string, words: readonly SharedWord[]): string | null {
  const votes = new Map<string, number>();
  const own = words.filter(({ right }) => right === label);
  for (const { left } of own) if (left !== null) votes.set(left, (votes.get(left) ?? 0) + 1);
  const [best] = [...votes].toSorted((a, b) => b[1] - a[1]);
  return best && best[1] >= LINK_WORDS_MIN && best[1] >= LINK_SHARE_MIN * own.length ? best[0] : null;
}
