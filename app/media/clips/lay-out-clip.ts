import { type ClipRange, type ClipTrack, cutTrack, type CutTrack } from "#app/media/clips/clip-track.ts";
import type { ClipPlan } from "#app/media/clips/plan-clip.ts";
import { viewOf } from "#app/media/byte-source.ts";
import { growingNumbers } from "#app/media/mp4/build-table.ts";
import { isAscending, sortedByOffset } from "#app/media/mp4/sample-table.ts";
import { sampleDelta, sampleTime } from "#app/media/mp4/timeline.ts";
import { joinBytes } from "#app/domain/sha256.ts";
import { box, letters, uint32s } from "#app/media/mp4/write-m4a.ts";
import { writeMoov } from "#app/media/mp4/write-movie.ts";
import { openTrackTable } from "#app/media/mp4/write-tables.ts";

/** Bytes of the recording, one span after the other. */
export type ClipSpans = { offsets: Uint32Array; sizes: Uint32Array };

/** A piece of a sample of one of the tracks. `timeMs`: of decoding, in the clip. */
type Pieces = { tracks: Uint32Array; offsets: Uint32Array; sizes: Uint32Array; timesMs: Float64Array };

/**
 * Picture and sound of one moment may be this far apart in a file. Where they are further apart, a player would have to read from two places
 * at once, and the clip is laid out in turns of picture and sound instead.
 */
const APART_MS_MAX = 5000;
const TURN_MS = 5000;

/** An MP4 of the tracks; null where none of them has anything in the range. */
export function planTracks(tracks: readonly ClipTrack[], range: ClipRange): ClipPlan | null {
  // Chromium plays hidden sound that is longer than the hidden picture: 0.4 s of Opus were measured.
  const isRetimed = tracks.every(({ prerollMs }) => prerollMs === 0);
  const cuts = tracks.flatMap((track) => cutTrack(track, range, isRetimed) ?? []);
  if (cuts.length === 0) return null;
  const { head, spans } = layOutClip(cuts);
  const picture = cuts.find(({ track }) => track.handler === "vide");
  return {
    type: picture === undefined ? "audio/mp4" : "video/mp4",
    byteLength: spans.sizes.reduce((sum, size) => sum + size, head.byteLength),
    head,
    spans,
    startsAtMs: range.fromMs,
    endsAtMs: Math.max(...cuts.map(({ endMs }) => endMs)),
    ...(picture !== undefined && shownSize(picture)),
  };
}

/**
 * The size as it is shown; empty where nothing says it. A picture that was filmed upright is stored lying, and turned by its matrix. Some
 * writers leave the fields of the header empty.
 */
function shownSize({ track: { display, entries } }: CutTrack): { width?: number; height?: number } {
  const view = viewOf(display);
  const entry = viewOf(entries[0] ?? new Uint8Array(0));
  const stored = (at: number) => (entry.byteLength < 36 ? 0 : entry.getUint16(at));
  const width = Math.round(view.getUint32(36) / 0x10000) || stored(32);
  const height = Math.round(view.getUint32(40) / 0x10000) || stored(34);
  if (width === 0 || height === 0) return {};
  const isTurned = view.getInt32(0) === 0 && view.getInt32(4) !== 0;
  return isTurned ? { width: height, height: width } : { width, height };
}

/**
 * An MP4 of the tracks: its bytes up to the first sample, and the spans of the recording that follow. `moov` stands first, so that it plays
 * before all of it is there. The samples keep the recording's order, so that a range of the clip is mostly a range of the recording.
 */
function layOutClip(cuts: readonly CutTrack[]): { head: Uint8Array; spans: ClipSpans } {
  const pieces = listPieces(cuts);
  const order = orderOf(pieces, cuts.length);
  const places = new Float64Array(order.length);
  const offsets = growingNumbers();
  const sizes = growingNumbers();
  let end = -1;
  let mediaBytes = 0;
  for (const piece of order) {
    const offset = pieces.offsets[piece] ?? 0;
    const size = pieces.sizes[piece] ?? 0;
    places[piece] = mediaBytes;
    mediaBytes += size;
    if (size === 0) continue;
    if (offset === end) sizes.amend((sizes.last() ?? 0) + size);
    else {
      offsets.push(offset);
      sizes.push(size);
    }
    end = offset + size;
  }
  const tables = fillTables(cuts, places, pieces);
  const ftyp = box("ftyp", "isom", 0x200, "isom", "iso2", "mp41");
  const headBytes = ftyp.byteLength + writeTracks(cuts, tables, 0).byteLength + MDAT_HEADER_BYTES;
  const head = joinBytes([
    ftyp,
    writeTracks(cuts, tables, headBytes),
    uint32s([MDAT_HEADER_BYTES + mediaBytes]),
    letters("mdat"),
  ]);
  return { head, spans: { offsets: offsets.finish(), sizes: sizes.finish() } };
}
const MDAT_HEADER_BYTES = 8;

function listPieces(cuts: readonly CutTrack[]): Pieces {
  const count = cuts.reduce((sum, { runs }) => sum + runs.reduce((all, { first, end }) => all + end - first, 0), 0);
  const pieces: Pieces = {
    tracks: new Uint32Array(count),
    offsets: new Uint32Array(count),
    sizes: new Uint32Array(count),
    timesMs: new Float64Array(count),
  };
  let at = 0;
  for (const [
    track,
    {
      track: { samples, timescale },
      runs,
      // Counted from there, so that a long way from a key sample does not count.
      playedFrom: origin,
    },
  ] of cuts.entries()) {
    for (const { first, end, start } of runs) {
      const begins = sampleTime(samples, first);
      for (let sample = first; sample < end; sample++, at++) {
        pieces.tracks[at] = track;
        pieces.offsets[at] = samples.offsets[sample] ?? 0;
        pieces.sizes[at] = samples.sizes[sample] ?? 0;
        pieces.timesMs[at] = Math.max(((start + sampleTime(samples, sample) - begins - origin) * 1000) / timescale, 0);
      }
    }
  }
  return pieces;
}

/** The order of the pieces in the clip: that of the recording, if it is one that plays. */
function orderOf(pieces: Pieces, tracks: number): Uint32Array {
  const numbers = Uint32Array.from(pieces.offsets, (_, piece) => piece);
  const byOffset = isAscending(pieces.offsets) ? numbers : sortedByOffset(pieces.offsets);
  if (tracks === 1 || longestWayBackMs(byOffset, pieces) <= APART_MS_MAX) return byOffset;
  const of = (values: Uint32Array | Float64Array, piece: number) => values[piece] ?? 0;
  const turnOf = (piece: number) => Math.floor(of(pieces.timesMs, piece) / TURN_MS);
  return byOffset.toSorted((a, b) => turnOf(a) - turnOf(b) || of(pieces.tracks, a) - of(pieces.tracks, b));
}

/** The longest way back in time from a piece to one behind it. */
function longestWayBackMs(order: Uint32Array, { timesMs }: Pieces): number {
  let reached = 0;
  let longest = 0;
  for (const piece of order) {
    const time = timesMs[piece] ?? 0;
    reached = Math.max(reached, time);
    longest = Math.max(longest, reached - time);
  }
  return longest;
}

function fillTables(cuts: readonly CutTrack[], places: Float64Array, pieces: Pieces) {
  let at = 0;
  return cuts.map(({ track, runs, shift, retimed }) => {
    const table = openTrackTable();
    for (const { first, end } of runs) {
      let begun: { offset: number; size: number } | null = null;
      for (let sample = first; sample < end; sample++, at++) {
        const delta = retimed?.deltas[sample - first] ?? sampleDelta(track.samples, sample);
        begun ??= { offset: places[at] ?? 0, size: 0 };
        begun.size += pieces.sizes[at] ?? 0;
        // A piece that takes no time is the beginning of the sample behind it.
        if (track.inPieces && delta === 0 && sample + 1 < end) continue;
        const composition = retimed?.compositions[sample - first] ?? track.composition(sample) + shift;
        table.add({ ...begun, delta, description: track.description(sample), key: track.isKey(sample), composition });
        begun = null;
      }
    }
    return table;
  });
}

function writeTracks(
  cuts: readonly CutTrack[],
  tables: readonly ReturnType<typeof openTrackTable>[],
  mediaStart: number,
): Uint8Array {
  return writeMoov(
    0,
    cuts.flatMap(({ track, edits, retimed }, index) => {
      const table = tables[index];
      if (table === undefined) return [];
      const { handler, display, entries } = track;
      const timescale = retimed?.timescale ?? track.timescale;
      const length = edits.reduce((sum, edit) => sum + edit.length, 0);
      const media = { timescale, mediaLength: table.length, entries, tables: table.finish(mediaStart) };
      return [{ id: index + 1, handler, made: 0, length, display, edits, ...media }];
    }),
  );
}
