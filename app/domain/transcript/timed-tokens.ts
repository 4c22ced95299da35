import { foldWord } from "#app/domain/transcript/fold.ts";
import type { RecognisedWindow } from "#app/domain/transcript/segment.ts";

type WindowSegment = RecognisedWindow["segments"][number];

/** A token of a segment's own text (so that what is kept is spelled as it was), its folded form and its time. */
export type TimedToken = { text: string; folded: string; startMs: number; endMs: number; exact: boolean };

/**
 * The tokens of a segment with their times: the engine's own where its words spell the text, else spread over the
 * segment by length, which is right to about a second inside one breath of speech.
 */
export function timedTokens(segment: WindowSegment): TimedToken[] {
  const texts = segment.text.split(/\s+/u).filter((token) => token.length > 0);
  const folded = texts.map(foldWord);
  return fromWords(segment, texts, folded) ?? interpolated(segment, texts, folded);
}

/** Engines cut words differently from spaces ("don", "'t"), so tokens and words are matched by their letters. */
function fromWords(segment: WindowSegment, texts: string[], folded: string[]): TimedToken[] | null {
  if (segment.words === null) return null;
  const words = segment.words.map((word) => ({ ...word, folded: foldWord(word.text) }));
  if (words.map((word) => word.folded).join("") !== folded.join("")) return null;
  const spoken = words.filter((word) => word.folded !== "");
  const tokens: TimedToken[] = [];
  let at = 0;
  let used = 0;
  let clockMs = segment.startMs;
  texts.forEach((text, index) => {
    const key = folded[index] ?? "";
    const startMs = key === "" ? clockMs : (spoken[at]?.startMs ?? clockMs);
    let left = key.length;
    while (left > 0 && at < spoken.length) {
      const word = spoken[at];
      if (word === undefined) break;
      const taken = Math.min(left, word.folded.length - used);
      left -= taken;
      used += taken;
      clockMs = word.endMs;
      if (used === word.folded.length) {
        at += 1;
        used = 0;
      }
    }
    tokens.push({ text, folded: key, startMs, endMs: Math.max(startMs, clockMs), exact: true });
  });
  return tokens;
}

function interpolated(segment: WindowSegment, texts: string[], folded: string[]): TimedToken[] {
  // Two letters more than written: a short word takes longer than its letters say.
  const weights = texts.map((text) => text.length + 2);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spanMs = Math.max(0, segment.endMs - segment.startMs);
  let passed = 0;
  return texts.map((text, index) => {
    const startMs = segment.startMs + (spanMs * passed) / total;
    passed += weights[index] ?? 0;
    const endMs = segment.startMs + (spanMs * passed) / total;
    return { text, folded: folded[index] ?? "", startMs, endMs, exact: false };
  });
}
