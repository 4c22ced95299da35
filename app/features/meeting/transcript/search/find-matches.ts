import type { TranscriptRow } from "#app/domain/transcript/group-turns.ts";
import { LETTERS, stripAccents } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/**
 * A text as the search compares it: without case, accents and the differences between kinds of quotation marks, dashes and
 * spaces. `at` has the position of each of its letters in the original; null when no letter was moved.
 */
type Folded = { text: string; at: Uint32Array | null };

/** ASCII without the apostrophe, which people leave out when they type: "obrien" finds "O'Brien". */
const ASCII = /^[\x20-\x26\x28-\x7e]*$/;

/** The letters that all searches compare alike, and signs that people do not distinguish when they type. */
const SPELT: Record<string, string> = {
  ...LETTERS,
  "'": "",
  "’": "",
  "‘": "",
  ʼ: "",
  "“": '"',
  "”": '"',
  "«": '"',
  "»": '"',
  "‐": "-",
  "‑": "-",
  "–": "-",
  "—": "-",
  "…": "...",
  "·": "",
  "\u00ad": "",
};

const known = new Map<string, string>();

export function fold(original: string): Folded {
  if (ASCII.test(original)) return { text: original.toLowerCase(), at: null };
  let text = "";
  const at: number[] = [];
  let offset = 0;
  for (const sign of original) {
    const folded = foldSign(sign);
    for (let index = 0; index < folded.length; index += 1) at.push(offset);
    text += folded;
    offset += sign.length;
  }
  at.push(original.length);
  return { text, at: Uint32Array.from(at) };
}

/** The folded query; consecutive spaces count as one. */
export function foldQuery(query: string): string {
  return fold(query.trim().replace(/\s+/g, " ")).text;
}

function foldSign(sign: string): string {
  const before = known.get(sign);
  if (before !== undefined) return before;
  const plain = stripAccents(sign.normalize("NFKD").toLowerCase());
  const folded = Array.from(plain, (each) => SPELT[each] ?? (/\s/.test(each) ? " " : each)).join("");
  known.set(sign, folded);
  return folded;
}

/** The range of the original that the folded letters [start, end) stand for: never empty, never half a letter. */
export function unfold({ text, at }: Folded, start: number, end: number): { start: number; end: number } {
  if (at === null) return { start, end };
  const last = at[end - 1] ?? 0;
  let after = end;
  while (after < text.length && at[after] === last) after += 1;
  return { start: at[start] ?? 0, end: at[after] ?? last + 1 };
}

/** A match: in which row, and which letters of that row's folded words. */
export type Match = { row: number; start: number; end: number };

/** A part of a match in one segment, in letters of its text. A match may go over the border of two. */
export type MatchPiece = { segmentId: string; start: number; end: number };

/** A row's words as they are read: its segments with a space between them. */
type FoldedRow = { text: string; starts: number[] };

/** Folded once for each segment, however often the transcript grows around it. */
const folds = new WeakMap<Segment, Folded>();
const rowFolds = new WeakMap<readonly Segment[], FoldedRow>();

function foldSegment(segment: Segment): Folded {
  const known = folds.get(segment);
  if (known) return known;
  const folded = fold(segment.text);
  folds.set(segment, folded);
  return folded;
}

/** A row's words, folded once for as long as the row stands. */
export function foldRow(segments: readonly Segment[]): FoldedRow {
  const known = rowFolds.get(segments);
  if (known) return known;
  const starts: number[] = [];
  let text = "";
  for (const segment of segments) {
    starts.push(text.length);
    text += `${foldSegment(segment).text} `;
  }
  const folded = { text: text.slice(0, -1), starts };
  rowFolds.set(segments, folded);
  return folded;
}

/** All places that fit, in the order of the recording; they never overlap. An empty query fits nowhere. */
export function findMatches(rows: readonly TranscriptRow[], query: string): Match[] {
  const wanted = foldQuery(query);
  const matches: Match[] = [];
  if (wanted === "") return matches;
  for (const [row, each] of rows.entries()) {
    if (each.kind !== "turn") continue;
    const { text } = foldRow(each.turn.segments);
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      matches.push({ row, start: at, end: at + wanted.length });
    }
  }
  return matches;
}

/** Which letters of which segments a match of this row is. */
export function piecesOf(segments: readonly Segment[], { start, end }: Match): MatchPiece[] {
  const { starts } = foldRow(segments);
  return segments.flatMap((segment, index) => {
    const folded = foldSegment(segment);
    const from = Math.max(0, start - (starts[index] ?? 0));
    const to = Math.min(folded.text.length, end - (starts[index] ?? 0));
    return from < to ? [{ segmentId: segment.id, ...unfold(folded, from, to) }] : [];
  });
}

/** When a match is said, in ms: the start of the segment that it begins in. */
export function momentOf(segments: readonly Segment[], { start }: Match): number {
  const { starts } = foldRow(segments);
  const index = Math.max(
    0,
    starts.findLastIndex((each) => each <= start),
  );
  return segments[index]?.startMs ?? 0;
}
