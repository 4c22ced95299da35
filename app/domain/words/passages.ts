import { foldWord } from "#app/domain/transcript/fold.ts";

/** Neighbouring words of a text, with their positions in it. */
export type Passage = {
  text: string;
  from: number;
  to: number;
  /** Folded words with one space between them. */
  key: string;
  /** The same without the space. */
  letters: string;
  sound: string;
  parts: number;
  /** Begins with a capital letter, or with the sentence, where every word has one. */
  isName: boolean;
};

/** Two words said as one: the same sound at their border is heard once. */
export function joinSounds(one: string, other: string): string {
  return one !== "" && one.at(-1) === other[0] ? one + other.slice(1) : one + other;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Between words of one passage: a space, a hyphen or an apostrophe, but no end of a sentence or of a part of it. */
const JOINING = /^(?:\s+|[-‐-―'’·])$/u;
const SENTENCE_END = /[.!?…:]\s*["'»”]*\s*$/u;

export function joinedWords(key: string): string {
  return key.replaceAll(" ", "");
}

/** All passages of one to `partsMax` words. `soundOf` writes one word as it sounds. */
export function* passagesOf(
  text: string,
  { partsMax, soundOf }: { partsMax: number; soundOf: (word: string) => string },
): Generator<Passage> {
  const words = [...text.matchAll(WORD)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    folded: foldWord(match[0]),
    sound: soundOf(match[0]),
  }));
  for (const [index, first] of words.entries()) {
    const isFirst = index === 0 || SENTENCE_END.test(text.slice(words[index - 1]?.to, first.from));
    const isName = isFirst || /^\p{Lu}/u.test(text.slice(first.from));
    let [key, sound] = ["", ""];
    for (let parts = 1; parts <= partsMax; parts++) {
      const last = words[index + parts - 1];
      const before = words[index + parts - 2];
      if (!last || (parts > 1 && before && !JOINING.test(text.slice(before.to, last.from)))) break;
      key = key === "" ? last.folded : `${key} ${last.folded}`;
      sound = joinSounds(sound, last.sound);
      const { from } = first;
      const { to } = last;
      yield { text: text.slice(from, to), from, to, key, letters: joinedWords(key), sound, parts, isName };
    }
  }
}
