import type { MatchPiece } from "#app/features/meeting/transcript/search/find-matches.ts";

/** The marked pieces of one row. */
export type RowMarks = readonly (MatchPiece & { current: boolean })[];

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
