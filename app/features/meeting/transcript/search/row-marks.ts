import type { Segment } from "#app/domain/transcript/segment.ts";
import type { Match, MatchPiece } from "#app/features/meeting/transcript/search/find-matches.ts";

/** The marked pieces of one row. */
export type RowMarks = readonly (MatchPiece & { current: boolean })[];

/** The matches of one row, which are consecutive in the list of all matches. */
export function marksOfRow(
  row: number,
  segments: readonly Segment[],
  { matches, current }: { matches: readonly Match[]; current: number },
  piecesOf: (segments: readonly Segment[], match: Match) => MatchPiece[],
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

/** Whether two rows have the same marks, so that a row is not drawn again. */
export function isSameMarks(a: RowMarks | null, b: RowMarks | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || a.length !== b.length) return false;
  return a.every((mark, index) => {
    const other = b[index];
    return (
      other?.segmentId === mark.segmentId &&
      other.start === mark.start &&
      other.end === mark.end &&
      other.current === mark.current
    );
  });
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
