import { invariant } from "#app/domain/invariant.ts";
import { MOOF_BYTES_MAX } from "#app/domain/limits.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { collectSamples, layOutStretches, type SampleCollector } from "#app/media/collect-samples.ts";
import { type RangeReader, viewOf } from "#app/media/range-reader.ts";
import { readFragment, type SampleRun } from "#app/media/read-fragment.ts";
import type { Movie } from "#app/media/read-movie.ts";
import type { TrackHeader } from "#app/media/read-track-header.ts";
import { refuse } from "#app/media/refuse-recording.ts";
import { indexTables, type SampleIndex, type TrackSamples } from "#app/media/sample-index.ts";
import { type TopLevelBox, walkBoxes } from "#app/media/walk-boxes.ts";

export type FragmentedMovie = {
  reader: RangeReader;
  movie: Movie;
  /** The tracks whose samples are wanted. */
  tracks: readonly TrackHeader[];
  /** Where the fragments begin: behind `moov`. */
  from: number;
};

export type ScannedFragments = {
  index: SampleIndex;
  /** When the last picture or sound ends, in milliseconds. */
  endMs: number;
};

/** Boxes beside the fragments that have to be whole where they begin; anything else may be rubbish behind the end. */
const KNOWN_BOXES = new Set("moof mdat sidx ssix styp mfra free skip wide uuid emsg prft meta udta".split(" "));
const INDEX_BYTES_MAX = 1024 * 1024;

/**
 * Finds the samples of a movie in fragments: one streamed pass over the whole file, because fragments are chained only by
 * their lengths and an index (`sidx`, `mfra`) is a claim that nobody checked. What the headers say of the duration is not
 * believed either. The answer is what the tables of an ordinary movie would have held.
 */
export async function scanFragments(
  source: ByteSource,
  { reader, movie, tracks, from }: FragmentedMovie,
): Promise<ScannedFragments> {
  const own = indexTables(reader);
  const collectors = new Map<number, SampleCollector>();
  for (const track of tracks) {
    const first = (await own.count(track)) > 0 ? (await own.read(track)).table : null;
    collectors.set(track.id, collectSamples(track.timescale, source.size, first));
  }
  let hasTables = false;
  for (const track of movie.tracks) hasTables ||= (await own.count(track)) > 0;
  const clocks = openClocks(movie.tracks, hasTables);
  let fragments = 0;
  await walkBoxes(source, from, {
    enter: (box) => judge(box, source.size),
    take(box, bytes) {
      if (box.type === "sidx") refuseMissing(box, bytes, source.size);
      else {
        fragments++;
        readFragment(bytes, box, movie.defaults, (run) => {
          clocks.add(run);
          collectors.get(run.trackId)?.add(run);
        });
      }
    },
  });
  // A movie that announces fragments and has none was cut off before the first.
  if (fragments === 0 && !hasTables) refuse("truncated");

  const { startS, endS } = clocks.span();
  const samples = new Map<number, TrackSamples>();
  for (const track of tracks) {
    const collected = collectors.get(track.id)?.finish();
    if (collected === undefined || collected.table.count === 0) continue;
    const parts = layOutStretches(track.edits, track.timescale, collected, startS * track.timescale);
    samples.set(track.id, { table: collected.table, parts });
  }
  return { index: indexSamples(samples), endMs: (endS - startS) * 1000 };
}

function indexSamples(samples: ReadonlyMap<number, TrackSamples>): SampleIndex {
  return {
    count: (track) => Promise.resolve(samples.get(track.id)?.table.count ?? 0),
    read(track) {
      const found = samples.get(track.id);
      invariant(found !== undefined, "only a track that holds something is read");
      return Promise.resolve(found);
    },
  };
}

function judge(box: TopLevelBox, fileEnd: number): "take" | "pass" | "stop" {
  const known = KNOWN_BOXES.has(box.type);
  if (box.end < box.body) return known ? refuse("hostile") : "stop";
  if (box.end > fileEnd) return known ? refuse("truncated") : "stop";
  if (!known && !/^[\x20-\x7e]{4}$/.test(box.type)) return "stop";
  if (box.type === "moof") return box.end - box.start > MOOF_BYTES_MAX ? refuse("hostile") : "take";
  return box.type === "sidx" && box.end - box.start <= INDEX_BYTES_MAX ? "take" : "pass";
}

/** An index that tells of more bytes than there are: the rest of the recording was cut off between two fragments. */
function refuseMissing(box: TopLevelBox, bytes: Uint8Array, fileEnd: number): void {
  const view = viewOf(bytes.subarray(box.body - box.start));
  const long = view.byteLength > 0 && view.getUint8(0) === 1;
  const countAt = long ? 30 : 22;
  if (view.byteLength < countAt + 2) return;
  let end = box.end + (long ? Number(view.getBigUint64(20)) : view.getUint32(16));
  const count = Math.min(view.getUint16(countAt), Math.floor((view.byteLength - countAt - 2) / 12));
  for (let entry = 0; entry < count; entry++) end += view.getUint32(countAt + 2 + entry * 12) & 0x7fffffff;
  if (end > fileEnd) refuse("truncated");
}

/**
 * From when to when the pictures and sounds are shown. The presentation begins with the first of them, whatever the
 * recorder counted from; where that one stands in the tables of `moov`, from zero.
 */
function openClocks(tracks: readonly TrackHeader[], fromZero: boolean) {
  const timescales = new Map<number, number>();
  for (const track of tracks)
    if (track.handler === "soun" || track.handler === "vide") timescales.set(track.id, track.timescale);
  const starts = new Map<number, number>();
  const ends = new Map<number, number>();
  return {
    add(run: SampleRun): void {
      if (!timescales.has(run.trackId) || run.count === 0) return;
      const start = run.time ?? ends.get(run.trackId) ?? 0;
      if (!starts.has(run.trackId)) starts.set(run.trackId, start);
      ends.set(run.trackId, start + run.length);
    },
    span(): { startS: number; endS: number } {
      let startS = fromZero ? 0 : Number.POSITIVE_INFINITY;
      let endS = 0;
      for (const [id, timescale] of timescales) {
        const start = starts.get(id);
        if (start === undefined) continue;
        startS = Math.min(startS, start / timescale);
        endS = Math.max(endS, (ends.get(id) ?? 0) / timescale);
      }
      return { startS: Number.isFinite(startS) ? startS : 0, endS };
    },
  };
}
