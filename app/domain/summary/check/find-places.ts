import { coverOf, isFormIn, type Range, type Talk, widened, windowAt } from "#app/domain/summary/check/talk-index.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** The places of a line in the meeting: those that its engine cited, or those that its words found. */
export type Places = {
  ranges: Range[];
  /** The moments that a reader is shown. */
  segmentIds: SegmentId[];
  /** Share of the line's words, by weight, that is said there; 0 where nothing is shared. */
  share: number;
  /** Number of the line's words that are said there. */
  shared: number;
  /** The engine's citation, where it stays. */
  cited: SegmentId[];
};

/** A line may speak of so many places; more marks than that help no reader. */
const PLACES_MAX = 3;
/** Another place must have so much of the line, compared with the best one, that no place before it has. */
const MORE_MIN = 0.4;
/** A cited place stays while it has so much of the line, compared with the best place: an engine knows what its words stand for. */
const CITED_MIN = 0.4;
/** Segments around a cited one that belong to it: a thought rarely ends where a segment does. */
const AROUND = 2;
/** A citation of more segments than this, in several places, names no place. */
const CITED_SEGMENTS_MAX = 40;
/**
 * A whole part of a meeting, which a small model read at once, is where to look, and not what to show. Listeners' signals are no lines of
 * it, and leave gaps.
 */
const PART = { segmentsMin: 12, segmentsMax: 400, gapMax: 8, partsMax: 2 };
const SHOWN_PER_PLACE_MAX = 4;

/**
 * Finds where a line was said. Citations of an engine are hints: those of unknown segments, of orders to an assistant, or of a place that
 * has next to nothing of the line are replaced by the places which the words find.
 */
export function findPlaces(talk: Talk, forms: ReadonlySet<string>, cited: readonly SegmentId[]): Places {
  const known = [...new Set(cited)]
    .flatMap((id) => talk.positions.get(id) ?? [])
    .filter((position) => talk.heard[position]?.words.length !== 0)
    .toSorted((a, b) => a - b);
  const parts = partsOf(known);
  const hinted = parts ?? (known.length > CITED_SEGMENTS_MAX ? [] : rangesOf(known));
  const found = search(talk, forms);
  const best = found[0] ? coverOf(talk, forms, found[0]) : 0;
  const hintedCover = coverOfAll(
    talk,
    forms,
    hinted.map((range) => widened(talk, range, AROUND)),
  );
  const keepsHints = hinted.length > 0 && hintedCover >= best * CITED_MIN;
  // A place that has nothing of the line is no place of it, where another one has something.
  const shared = hinted.filter((range) => coverOf(talk, forms, widened(talk, range, 1)) > 0);
  const ranges = keepsHints ? (shared.length > 0 ? shared : hinted) : found;
  const total = [...forms].reduce((sum, form) => sum + talk.weigh(form), 0);
  const near = ranges.map((range) => widened(talk, range, AROUND));
  return {
    ranges,
    segmentIds: keepsHints ? shownOf(talk, forms, ranges, parts !== null) : momentsIn(talk, forms, found),
    cited: keepsHints ? [...cited] : [],
    share: total === 0 ? 0 : coverOfAll(talk, forms, near) / total,
    shared: [...forms].filter((form) => near.some((range) => isFormIn(talk, form, range))).length,
  };
}

/** Single lines are shown as they were cited. Of parts, the moments of the line; their beginning, where no word of it was said. */
function shownOf(talk: Talk, forms: ReadonlySet<string>, cited: readonly Range[], areParts: boolean): SegmentId[] {
  if (!areParts) return idsIn(talk, cited);
  const found = search(talk, forms, cited);
  // A short part has no whole window.
  const moments = momentsIn(talk, forms, found.length > 0 ? found : cited);
  return moments.length > 0 ? moments : idsIn(talk, cited).slice(0, 1);
}

function idsIn({ segments, heard }: Talk, ranges: readonly Range[]): SegmentId[] {
  return ranges.flatMap(({ from, to }) =>
    segments.slice(from, to).flatMap(({ id }, index) => (heard[from + index]?.words.length === 0 ? [] : [id])),
  );
}

/** Null for a citation that names single lines. */
function partsOf(positions: readonly number[]): Range[] | null {
  if (positions.length <= SHOWN_PER_PLACE_MAX || positions.length > PART.segmentsMax) return null;
  // Of few lines, only a run is a part: in a short meeting that is the whole of it.
  if (positions.length <= PART.segmentsMin) {
    const runs = rangesOf(positions);
    return runs.length === 1 ? runs : null;
  }
  const parts = rangesOf(positions, PART.gapMax);
  return parts.length <= PART.partsMax ? parts : null;
}

/** Neighbouring positions are one range. `gapMax`: the positions that may be missing between two of one range. */
function rangesOf(positions: readonly number[], gapMax = 0): Range[] {
  const ranges: Range[] = [];
  for (const position of positions) {
    const last = ranges.at(-1);
    if (last && position <= last.to + gapMax) last.to = position + 1;
    else ranges.push({ from: position, to: position + 1 });
  }
  return ranges;
}

/** Returns the windows (within `parts`) that have most of the forms, best first; each after the first adds forms of its own. */
function search(talk: Talk, forms: ReadonlySet<string>, parts?: readonly Range[]): Range[] {
  const starts = new Set<number>();
  for (const form of forms) {
    for (const position of talk.found.get(form) ?? []) {
      starts.add(position);
      if (position > 0) starts.add(position - 1);
    }
  }
  const isWithin = ({ from, to }: Range) => parts?.some((part) => from >= part.from && to <= part.to) ?? true;
  const windows = [...starts].map((from) => windowAt(talk, from)).filter(isWithin);
  const chosen: Range[] = [];
  let left = new Set(forms);
  let first = 0;
  while (chosen.length < PLACES_MAX && left.size > 0) {
    const best = bestOf(talk, left, windows);
    if (best === null || best.cover < first * MORE_MIN) break;
    if (chosen.length === 0) first = best.cover;
    chosen.push(best.range);
    left = new Set([...left].filter((form) => !isFormIn(talk, form, best.range)));
  }
  return chosen;
}

/** The shorter of two windows with the same words is nearer to them. */
function bestOf(
  talk: Talk,
  forms: ReadonlySet<string>,
  windows: readonly Range[],
): { range: Range; cover: number } | null {
  let best: { range: Range; cover: number; words: number } | null = null;
  for (const range of windows) {
    const cover = coverOf(talk, forms, range);
    if (cover === 0 || (best !== null && cover < best.cover)) continue;
    const words = wordsIn(talk, range);
    if (best === null || cover > best.cover || words < best.words) best = { range, cover, words };
  }
  return best;
}

function wordsIn({ heard }: Talk, { from, to }: Range): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += heard[at]?.words.length ?? 0;
  return sum;
}

function coverOfAll(talk: Talk, forms: ReadonlySet<string>, ranges: readonly Range[]): number {
  const said = [...forms].filter((form) => ranges.some((range) => isFormIn(talk, form, range)));
  return said.reduce((sum, form) => sum + talk.weigh(form), 0);
}

/** The segments of the places that have most of the line, each with words of its own, in the order of the meeting. */
function momentsIn(talk: Talk, forms: ReadonlySet<string>, ranges: readonly Range[]): SegmentId[] {
  const positions = ranges.flatMap(({ from, to }) => {
    const chosen: number[] = [];
    let left = [...forms];
    let first = 0;
    while (chosen.length < SHOWN_PER_PLACE_MAX) {
      const covers = Array.from({ length: to - from }, (_, index) => coverOf(talk, left, oneAt(from + index)));
      const most = Math.max(...covers);
      if (most <= 0 || most < first * MORE_MIN) break;
      if (chosen.length === 0) first = most;
      const at = from + covers.indexOf(most);
      chosen.push(at);
      left = left.filter((form) => !isFormIn(talk, form, oneAt(at)));
    }
    return chosen;
  });
  return [...new Set(positions)].toSorted((a, b) => a - b).flatMap((at) => talk.segments[at]?.id ?? []);
}

function oneAt(at: number): Range {
  return { from: at, to: at + 1 };
}
