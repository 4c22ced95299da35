import { WINDOW_OVERLAP_MS } from "#app/domain/limits/media.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";

/** A known talk as a speech engine would recognise it in windows: with jitter, in segments of any length, with words misheard. */

export type Spoken = { text: string; startMs: number; endMs: number };

export const talk = (words: readonly string[], random: () => number): Spoken[] => {
  let clock = 0;
  return words.map((text) => {
    const startMs = clock + random() * 300;
    const endMs = startMs + 200 + random() * 300;
    clock = endMs;
    return { text, startMs, endMs };
  });
};

/** Small and seeded by fast-check, so that a failure replays. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** As two engines, or one engine twice, would write the same word. */
function spell(text: string, random: () => number): string {
  const chance = random();
  if (chance < 0.2) return text.toUpperCase();
  if (chance < 0.4) return `${text}${",.?…"[Math.floor(random() * 4)]}`;
  if (chance < 0.5) return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
  return chance < 0.6 ? text.normalize("NFD").replace(/\p{M}/gu, "") : text;
}

/**
 * `mishear` says what a window takes a word for: itself, another, several or none. Words at the edge of the audio are
 * heard by chance.
 */
export function recognise(
  words: Spoken[],
  cuts: number[],
  timed: boolean,
  random: () => number,
  mishear: (word: Spoken, window: number) => string[] = ({ text }) => [text],
): RecognisedWindow[] {
  const jitter = (ms: number) => (random() - 0.5) * 2 * ms;
  return cuts.slice(0, -1).map((startMs, index) => {
    const endMs = cuts[index + 1] ?? startMs;
    const present = words.filter((word) => {
      const inside = word.startMs >= startMs - WINDOW_OVERLAP_MS && word.endMs <= endMs + WINDOW_OVERLAP_MS;
      const touched = word.endMs > startMs - WINDOW_OVERLAP_MS && word.startMs < endMs + WINDOW_OVERLAP_MS;
      return inside || (touched && random() < 0.5);
    });
    const heard = present.flatMap((word) => mishear(word, index).map((text) => ({ ...word, text })));
    const segments: RecognisedWindow["segments"] = [];
    while (heard.length > 0) {
      const part = heard.splice(0, 1 + Math.floor(random() * 12));
      const text = part.map((word) => spell(word.text, random)).join(" ");
      const shift = random() * 200 - 100;
      const list = part.map((word) => ({
        text: word.text,
        startMs: word.startMs + shift + jitter(80),
        endMs: word.endMs + shift,
      }));
      const first = list[0]?.startMs ?? 0;
      const endMs = list.at(-1)?.endMs ?? first;
      segments.push({ startMs: first, endMs, text, speaker: null, words: timed ? list : null });
    }
    return { index, startMs, endMs, segments };
  });
}

export const cutsOf = (lengthMs: number, pieces: readonly number[]): number[] => {
  const cuts = [0];
  for (const piece of pieces) {
    const next = (cuts.at(-1) ?? 0) + piece;
    if (next > lengthMs - 12_000) break;
    cuts.push(next);
  }
  return [...cuts, lengthMs];
};
