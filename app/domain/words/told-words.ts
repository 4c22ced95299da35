import { SPELLED_WORDS_MAX } from "#app/domain/limits/words.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { SpokenSegment } from "#app/domain/transcript/segment.ts";
import { wordKey } from "#app/domain/words/own-word.ts";

/** Rare names take a token for two or three letters; more letters per token would send too many. */
const BYTES_PER_TOKEN = 2;
const encoder = new TextEncoder();
const SEPARATOR = ", ";

/**
 * The list of words for an engine that takes text before the speech: the first ones that its limit has room for. A word that is part of
 * another one (a first name of a whole name) is left out. Null without words.
 */
export function promptOf(words: readonly string[], tokensMax: number): string | null {
  const whole = withoutParts(words);
  const told: string[] = [];
  let bytes = 0;
  for (const word of whole) {
    bytes += encoder.encode(SEPARATOR + word).length;
    if (bytes > tokensMax * BYTES_PER_TOKEN) break;
    told.push(word);
  }
  return told.length === 0 ? null : told.join(SEPARATOR);
}

function withoutParts(words: readonly string[]): string[] {
  const all = words.map((word) => ` ${wordKey(word)} `);
  return words.filter((_word, index) => !all.some((other, at) => at !== index && other.includes(all[index] ?? "")));
}

/** Fewer names in a row may be somebody who greets two people. */
const REPEATED_MIN = 3;

/**
 * Whether a segment only repeats the list of words that the engine was told, or a part of it in its order: where nobody speaks, Whisper
 * writes its prompt.
 */
export function repeatsPrompt({ text }: Pick<SpokenSegment, "text">, words: readonly string[]): boolean {
  const said = foldedWords(text).join(" ");
  if (said === "") return false;
  const list = withoutParts(words).map(wordKey);
  for (const [index] of list.entries()) {
    let stretch = list.slice(index, index + REPEATED_MIN - 1).join(" ");
    for (const word of list.slice(index + REPEATED_MIN - 1)) {
      stretch += ` ${word}`;
      if (stretch === said) return true;
      if (stretch.length > said.length) break;
    }
  }
  return false;
}

/** The words that some lines say, whatever their capitals and accents: a model that writes about them is told how they are spelled. */
export function saidWords(words: readonly string[], lines: readonly { text: string }[]): string[] {
  if (words.length === 0) return [];
  const said = ` ${lines.flatMap(({ text }) => foldedWords(text)).join(" ")} `;
  return withoutParts(words.filter((word) => said.includes(` ${wordKey(word)} `))).slice(0, SPELLED_WORDS_MAX);
}
