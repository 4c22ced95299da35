import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";

/**
 * Gives the lines of a new engine version the ids of earlier lines with the same meaning, so that a line that a person corrected,
 * removed or ticked off is recognised. Lines with the same words match first; then lines that rest on the same moments.
 */
export function matchLines(before: readonly EditableField[], written: readonly EditableField[]): EditableField[] {
  return written.map((field) => {
    const old = before.find(({ key, type }) => key === field.key && type === field.type);
    return old ? { ...field, lines: matchField(old.lines, field.lines) } : field;
  });
}

/** Minimum share of the moments of two lines that both lines must name. */
const SAME_MOMENTS_MIN = 0.5;

function matchField(before: readonly Line[], written: readonly Line[]): Line[] {
  const free = new Set(before);
  const matched = written.map((line) => {
    const same = [...free].find((old) => wordsOf(old) === wordsOf(line));
    if (same) free.delete(same);
    return same ? { ...line, id: same.id } : null;
  });
  return matched.flatMap((line, index) => {
    if (line) return [line];
    const fresh = written[index];
    const near = [...free].find((old) => fresh && sharedMoments(old, fresh) >= SAME_MOMENTS_MIN);
    if (near) free.delete(near);
    return fresh && near ? [{ ...fresh, id: near.id }] : (fresh ?? []);
  });
}

function wordsOf({ text, cells }: Line): string {
  return foldedWords([text, ...cells].join(" ")).join(" ");
}

function sharedMoments(a: Line, b: Line): number {
  const all = new Set([...a.segmentIds, ...b.segmentIds]);
  if (all.size === 0) return 0;
  return a.segmentIds.filter((id) => b.segmentIds.includes(id)).length / all.size;
}
