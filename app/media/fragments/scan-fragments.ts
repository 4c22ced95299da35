import { invariant } from "#app/domain/invariant.ts";
import {
  MOOF_BYTES_MAX,
  SCAN_CHECKPOINT_BYTES,
  SCAN_NOTES_BYTES_MAX,
  SCAN_SAMPLES_MAX,
} from "#app/domain/limits/media.ts";
import { type ByteSource, type RangeReader, viewOf } from "#app/media/byte-source.ts";
import { type FragmentRun, readFragment, type SampleRun } from "#app/media/fragments/read-fragment.ts";
import { measureUnsizedFragment } from "#app/media/fragments/unsized-fragment.ts";
import { openNotes, readEntry, type ScanJournal, type TrackClock } from "#app/media/fragments/scan-journal.ts";
import { collectSamples, layOutStretches, type SampleCollector } from "#app/media/mp4/collect-samples.ts";
import type { MediaPlaces, Movie } from "#app/media/mp4/read-movie.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { indexTables, type SampleIndex, type TrackSamples } from "#app/media/mp4/sample-list.ts";
import { type BoxMeasure, type TopLevelBox, walkBoxes } from "#app/media/mp4/walk-boxes.ts";
import { type PcmFrames, pieceRun } from "#app/media/pcm/pcm-samples.ts";
import { refuse } from "#app/media/refuse-recording.ts";

export type FragmentedMovie = {
  reader: RangeReader;
  movie: Movie;
  places: MediaPlaces;
  /** The tracks whose samples are wanted. */
  tracks: readonly TrackHeader[];
  /** PCM tracks among them: their samples are single frames, and are collected as pieces of many. */
  pcm?: ReadonlyMap<number, PcmFrames>;
  /** Offset of the first fragment: after `moov`. */
  from: number;
  /** Records the scan's progress; boxes that are recorded already are not read again. */
  journal?: ScanJournal;
  checkpointBytes?: number;
  /** Ends the scan between two boxes. */
  signal?: AbortSignal;
};

export type ScannedFragments = {
  index: SampleIndex;
  /** End of the last picture or sound, in milliseconds. */
  endMs: number;
  /** The recording goes on after the end of the file: samples of the last fragment are missing, and any after it. */
  isCut: boolean;
};

/** Boxes beside the fragments that have to be complete if they begin; any other box may be rubbish after the end. */
const KNOWN_BOXES = new Set("moof mdat sidx ssix styp mfra free skip wide uuid emsg prft meta udta".split(" "));
const INDEX_BYTES_MAX = 1024 * 1024;

/**
 * Finds the samples of a movie in fragments: one streamed pass over the whole file, because fragments are chained only by their lengths and
 * an index (`sidx`, `mfra`) is an unchecked claim. The duration in the headers is not trusted either. The result is the same as from the
 * tables of an ordinary movie. A recorder that crashed or a card that was full leaves its last box unfinished: everything before that is
 * used.
 */
export async function scanFragments(
  source: ByteSource,
  { reader, movie, places, tracks, pcm, from, journal, checkpointBytes, signal }: FragmentedMovie,
): Promise<ScannedFragments> {
  const own = indexTables(reader, places);
  const collectors = new Map<number, SampleCollector>();
  for (const track of tracks) {
    const first = (await own.count(track)) > 0 ? (await own.read(track)).table : null;
    collectors.set(track.id, collectSamples(track.timescale, source.size, first));
  }
  let hasTables = false;
  for (const track of movie.tracks) hasTables ||= (await own.count(track)) > 0;
  const clocks = openClocks(movie.tracks, hasTables);
  let fragments = 0;
  let samplesLeft = SCAN_SAMPLES_MAX;
  let stored = from;
  const end = watchEnd(source.size, from);
  const collect = (run: SampleRun): boolean => {
    const collector = collectors.get(run.trackId);
    if (collector === undefined) return false;
    samplesLeft -= run.count;
    if (samplesLeft < 0) refuse("hostile");
    collector.add(run);
    return true;
  };
  for (const bytes of journal?.entries() ?? []) {
    const entry = readEntry(bytes);
    for (const run of entry.runs) collect(run);
    clocks.goOn(entry.clocks);
    ({ fragments, cursor: stored } = entry);
    end.tell(entry.toldEnd);
  }
  const notes = openNotes();
  await walkBoxes(source, stored, {
    enter(box) {
      signal?.throwIfAborted();
      return end.enter(box);
    },
    take(box, bytes) {
      end.taken();
      if (box.type === "sidx") return end.tell(endByIndex(box, bytes));
      fragments++;
      readFragment(bytes, box, movie.defaults, (told) => {
        const run = end.trim(told);
        clocks.add(run);
        const frames = pcm?.get(run.trackId);
        const held = frames === undefined ? run : pieceRun(run, frames);
        if (collect(held) && journal !== undefined) notes.add(held);
      });
      // A scan that continues detects again that the last fragment is short.
      if (journal === undefined || end.isShort) return;
      if (box.end - stored < (checkpointBytes ?? SCAN_CHECKPOINT_BYTES) && notes.byteLength < SCAN_NOTES_BYTES_MAX)
        return;
      stored = box.end;
      journal.append(notes.take({ cursor: stored, fragments, clocks: clocks.list(), toldEnd: end.toldEnd }));
    },
  });
  // A movie that announces fragments and has none was cut off before the first one.
  if (fragments === 0 && !hasTables) refuse("truncated");

  const { startS, endS } = clocks.span();
  const samples = new Map<number, TrackSamples>();
  for (const track of tracks) {
    const collected = collectors.get(track.id)?.finish();
    if (collected === undefined || collected.table.count === 0) continue;
    const parts = layOutStretches(track.edits, track.timescale, collected, startS * track.timescale);
    samples.set(track.id, { table: collected.table, parts });
  }
  return { index: indexSamples(samples), endMs: (endS - startS) * 1000, isCut: end.isCut };
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

function judge(box: TopLevelBox, fileEnd: number): "take" | "pass" | "stop" | "cut" | "measure" {
  if (box.isUnsized && box.type === "moof") return "measure";
  const known = KNOWN_BOXES.has(box.type);
  if (box.end < box.body) return known ? refuse("hostile") : "stop";
  if (box.end > fileEnd) return known ? "cut" : "stop";
  if (!known && !/^[\x20-\x7e]{4}$/.test(box.type)) return "stop";
  if (box.type === "moof") return box.end - box.start > MOOF_BYTES_MAX ? refuse("hostile") : "take";
  return box.type === "sidx" && box.end - box.start <= INDEX_BYTES_MAX ? "take" : "pass";
}

/** Watches the end of the walk, and what is missing of the recording then. `from` is the offset of the first fragment. */
function watchEnd(fileEnd: number, from: number) {
  let isCut = false;
  let isShort = false;
  /** A fragment is being measured, or the file ended before its end. */
  let isMeasuring = false;
  let toldEnd = 0;
  return {
    /** The last fragment has samples past the end of the file. */
    get isShort() {
      return isShort;
    },
    /** The end of the file according to an index in it, 0 when there is none. */
    get toldEnd() {
      return toldEnd;
    },
    get isCut() {
      return isCut || isShort || isMeasuring || toldEnd > fileEnd;
    },
    tell(byIndex: number): void {
      toldEnd = Math.max(toldEnd, byIndex);
    },
    taken(): void {
      isMeasuring = false;
    },
    enter(box: TopLevelBox): "take" | "pass" | "stop" | BoxMeasure {
      const verdict = judge(box, fileEnd);
      if (verdict === "cut") {
        // The index after the last fragment holds nothing of the recording.
        isCut = box.type !== "mfra";
        return "stop";
      }
      // Only the end of a file can be missing: a fragment in the middle that points past the end is invalid.
      if (isShort && verdict !== "stop") refuse("hostile");
      if (verdict !== "measure") return verdict;
      isMeasuring = true;
      return measureUnsizedFragment();
    },
    /** The part of a run that is in the file. */
    trim(run: FragmentRun): FragmentRun {
      if (run.bytes > 0 && run.offset < from) refuse("hostile");
      if (run.bytes === 0 || run.offset + run.bytes <= fileEnd) return run;
      isShort = true;
      return cutRun(run, fileEnd);
    },
  };
}

/** The samples of a run that are in the file. */
function cutRun(run: FragmentRun, fileEnd: number): FragmentRun {
  if (run.count > SCAN_SAMPLES_MAX) refuse("hostile");
  let count = 0;
  let length = 0;
  let at = run.offset;
  while (count < run.count && at + run.size(count) <= fileEnd) {
    at += run.size(count);
    length += run.duration(count);
    count++;
  }
  return { ...run, count, length, bytes: at - run.offset };
}

/**
 * The end of the file according to an index, 0 when it does not say: when it is past the file's real end, the rest of the recording was cut
 * off between two fragments.
 */
function endByIndex(box: TopLevelBox, bytes: Uint8Array): number {
  const view = viewOf(bytes.subarray(box.body - box.start));
  const long = view.byteLength > 0 && view.getUint8(0) === 1;
  const countAt = long ? 30 : 22;
  if (view.byteLength < countAt + 2) return 0;
  let end = box.end + (long ? Number(view.getBigUint64(20)) : view.getUint32(16));
  const count = Math.min(view.getUint16(countAt), Math.floor((view.byteLength - countAt - 2) / 12));
  for (let entry = 0; entry < count; entry++) end += view.getUint32(countAt + 2 + entry * 12) & 0x7fffffff;
  return Number.isSafeInteger(end) ? end : Number.MAX_SAFE_INTEGER;
}

/**
 * Time range in which the pictures and sounds are shown. The presentation begins with the first of them, whatever the recorder counted
 * from; when that one is in the tables of `moov`, it begins at zero.
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
      const end = start + run.length;
      if (!Number.isSafeInteger(end)) refuse("hostile");
      ends.set(run.trackId, end);
    },
    list: (): TrackClock[] =>
      Array.from(starts, ([trackId, start]) => ({ trackId, start, end: ends.get(trackId) ?? start })),
    goOn(clocks: readonly TrackClock[]): void {
      for (const { trackId, start, end } of clocks) {
        starts.set(trackId, start);
        ends.set(trackId, end);
      }
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
