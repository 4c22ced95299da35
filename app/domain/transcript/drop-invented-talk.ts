import { foldedWords } from "#app/domain/transcript/fold.ts";
import { isFiller } from "#app/domain/transcript/invented-phrases.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A shorter recording may really contain only one "Thank you". */
const FILLER_RECORDING_MS_MIN = 30_000;
/** Limits of repetition: the same text this often in a row, or in this share of all segments. */
const SAME_TEXTS_MAX = 3;
const SAME_SHORT_TEXTS_MAX = 8;
const SHORT_WORDS = 2;
const REFRAIN_TIMES_MIN = 6;
const REFRAIN_SHARE_MIN = 0.5;

/**
 * Removes invented talk that only the whole transcript reveals. Engines that hear music repeat one text in window after window,
 * and a recording with nothing but thanks and farewells has no speech. A "thank you" within talk stays, so this runs only when
 * all windows are there.
 */
export function dropInventedTalk(
  segments: readonly Segment[],
  recordingMs: number,
): { kept: Segment[]; dropped: number } {
  const said = dropRefrains(segments);
  const nobodySpoke = recordingMs >= FILLER_RECORDING_MS_MIN && said.every(({ text }) => isFiller(text));
  const kept = nobodySpoke ? [] : said;
  return { kept, dropped: segments.length - kept.length };
}

/** Removes repetitions of a text that returns more often than in any talk; as many as a person might have said stay. */
function dropRefrains(segments: readonly Segment[]): Segment[] {
  const keys = segments.map(({ text }) => foldedWords(text).join(" "));
  const times = new Map<string, number>();
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  const isRefrain = (key: string) => {
    const count = times.get(key) ?? 0;
    return wordsIn(key) > SHORT_WORDS && count >= REFRAIN_TIMES_MIN && count > REFRAIN_SHARE_MIN * segments.length;
  };
  const heard = new Map<string, number>();
  let row = 0;
  return segments.filter((_, index) => {
    const key = keys[index] ?? "";
    row = index > 0 && key === keys[index - 1] ? row + 1 : 1;
    heard.set(key, (heard.get(key) ?? 0) + 1);
    const inRow = row > (wordsIn(key) > SHORT_WORDS ? SAME_TEXTS_MAX : SAME_SHORT_TEXTS_MAX);
    return !inRow && !(isRefrain(key) && (heard.get(key) ?? 0) > SAME_TEXTS_MAX);
  });
}

function wordsIn(key: string): number {
  return key === "" ? 0 : key.split(" ").length;
}
