import type { Segment } from "#app/domain/transcript/segment.ts";
import { type Match, type MatchPiece, piecesOf } from "#app/features/meeting/transcript/search/find-matches.ts";
import type { RowMarks } from "#app/features/meeting/transcript/search/same-marks.ts";

/** The matches of one row, which are consecutive in the list of all matches. */
export function marksOfRow(
  row: number,
  segments: readonly Segment[],
  { matches, current }: { matches: readonly Match[]; current: number },
): RowMarks | null {
  const marks: (MatchPiece & { current: boolean })[] = [];
  for (let index = firstOf(matches, row); matches[index]?.row === row; index += 1) {
    const match = matches[index];
    if (!match) break;
    for (const piece of piecesOf(segments, match)) marks.push({ ...piece, current: index === current });
  }
  return marks.length === 0 ? null : marks;
}

/** Index of the first match in this row or after it. */
function firstOf(matches: readonly Match[], row: number): number {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((matches[middle]?.row ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Splits a text into its marked and plain pieces. */
export function cutText(
  text: string,
  marks: RowMarks,
): { at: number; text: string; mark: "plain" | "match" | "current" }[] {
  const cut: { at: number; text: string; mark: "plain" | "match" | "current" }[] = [];
  let at = 0;
  const add = (to: number, mark: "plain" | "match" | "current") => {
    if (to > at) cut.push({ at, text: text.slice(at, to), mark });
    at = Math.max(at, to);
  };
  for (const { start, end, current } of marks) {
    add(start, "plain");
    add(end, current ? "current" : "match");
  }
  add(text.length, "plain");
  return cut;
}
