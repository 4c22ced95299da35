import type { IndexedRun, PieceIndex } from "#app/media/pieces/piece-index.ts";
import type { CallStream, SegmentHeader } from "#app/media/pieces/segment-header.ts";

/** A segment, with `startMs` in milliseconds of the recording; before it began, it is negative. */
export type PlacedSegment = { stream: CallStream; segment: number; startMs: number; header: SegmentHeader };

/** A run and its place in the recording. */
export type PlacedRun = {
  segment: PlacedSegment;
  run: IndexedRun;
  /** When its first sample is decoded, in the track's units from the segment's beginning. */
  time: number;
  timescale: number;
  /** From the first byte of all media. */
  offset: number;
  /** The piece before it is not there, or could not be used. */
  afterHole: boolean;
};

export type PlacedRuns = { mix: PlacedRun[]; tab: PlacedRun[]; picture: PlacedRun[] };

/** Brings what came in any order into the order in which it is played: segments by their beginning, pieces by their number. */
export function placeRuns(segments: readonly PlacedSegment[], indices: Iterable<PieceIndex>): PlacedRuns {
  const bySegment = new Map<string, PieceIndex[]>(segments.map((segment) => [keyOf(segment), []]));
  for (const index of indices) if (!index.damaged) bySegment.get(keyOf(index))?.push(index);
  const placed: PlacedRuns = { mix: [], tab: [], picture: [] };
  for (const segment of segments.toSorted((a, b) => a.startMs - b.startMs || a.segment - b.segment)) {
    const pieces = bySegment.get(keyOf(segment)) ?? [];
    pieces.sort((a, b) => a.seq - b.seq);
    placeSegment(segment, pieces, placed);
  }
  return placed;
}

function keyOf({ stream, segment }: { stream: CallStream; segment: number }): string {
  return `${stream}-${segment}`;
}

function placeSegment(segment: PlacedSegment, pieces: readonly PieceIndex[], placed: PlacedRuns): void {
  const { sound, picture } = segment.header;
  const ends = { sound: 0, picture: 0 };
  let next = pieces[0]?.seq ?? 0;
  for (const piece of pieces) {
    const afterHole = piece.seq !== next;
    next = piece.seq + 1;
    for (const run of piece.runs) {
      const timescale = (run.track === "sound" ? sound : picture)?.timescale;
      if (timescale === undefined || run.count === 0) continue;
      const time = run.time ?? ends[run.track];
      ends[run.track] = time + run.length;
      const into = run.track === "picture" ? placed.picture : placed[segment.stream];
      into.push({ segment, run, time, timescale, offset: piece.mediaStart + run.offset, afterHole });
    }
  }
}
