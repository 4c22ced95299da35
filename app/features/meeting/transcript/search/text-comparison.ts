/** The comparison and the marks of a search. The page loads them after its first view. */
export { findMatches, momentOf, piecesOf } from "#app/features/meeting/transcript/search/find-matches.ts";
export { foldAhead } from "#app/features/meeting/transcript/search/fold-ahead.ts";
export { cutText, marksOfRow } from "#app/features/meeting/transcript/search/row-marks.ts";
