// Proves a speech model on this machine before a meeting relies on it: it recognises one sentence whose words are known.
//
// trial.ogg is the end of J. F. Kennedy's inaugural address (20 January 1961), a work of the United States government in the public domain.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { EngineBroken } from "../model-process.mjs";
import { decodeAudio } from "./decode.mjs";

const SENTENCE = "ask not what your country can do for you ask what you can do for your country";
const FILE = path.join(import.meta.dirname, "trial.ogg");
/** The smallest models mistake a word or two; one that is damaged, or of another kind, mistakes nearly all. */
const WRONG_WORDS_MAX = 4;
/** The trial costs as much as a piece of this length, because silence is added to a short one. */
const COST_SECONDS = 12;
/** A model that needs longer for talk than the talk lasts is too slow. */
const SECONDS_PER_SECOND_MAX = 1;

/**
 * Throws EngineBroken where the model writes other words or is slower than the talk.
 * @param {(pcm: Uint8Array) => Promise<{ text: string, cpuSeconds: number }>} recognise
 * @returns {Promise<number>} seconds of a processor for a second of talk
 */
export async function tryModel(recognise) {
  const pcm = await decodeAudio(new Uint8Array(await readFile(FILE)));
  const { text, cpuSeconds } = await recognise(new Uint8Array(pcm));
  if (wrongWords(text) > WRONG_WORDS_MAX) throw new EngineBroken("wrong-words");
  const speed = cpuSeconds / COST_SECONDS;
  if (speed > SECONDS_PER_SECOND_MAX) throw new EngineBroken("too-slow");
  return speed;
}

/** Words that are wrong, missing or too many. @param {string} text */
export function wrongWords(text) {
  const wanted = SENTENCE.split(" ");
  const said = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  /** The distance to the first words of the sentence, by their number. */
  let row = wanted.map((_, at) => at + 1);
  row.unshift(0);
  for (const [at, word] of said.entries()) {
    const next = [at + 1];
    for (const [place, other] of wanted.entries()) {
      const swapped = (row[place] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(swapped, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? wanted.length;
}
