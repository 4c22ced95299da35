import { SCAN_CHECKPOINT_BYTES, SCAN_NOTES_BYTES_MAX, STRETCH_GAP_MS_MIN } from "#app/domain/limits/media.ts";
import { invariant } from "#app/domain/invariant.ts";
import type { SampleRun } from "#app/media/fragments/read-fragment.ts";
import { openNotes, readEntry, type ScanEntry, type TrackClock } from "#app/media/fragments/scan-journal.ts";
import { type CollectedSamples, collectSamples } from "#app/media/mp4/collect-samples.ts";
import type { TrackSamples } from "#app/media/mp4/sample-list.ts";
import type { TimelinePart } from "#app/media/mp4/timeline.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Packets that are adjacent in file and time are recorded as one run of at most this many. */
const RUN_PACKETS_MAX = 1024;
/** Ids in a journal: of a track by its number, and under which its carried-over state is recorded, which is no track. */
const trackId = (number: number) => number * 2 + 1;
const carriedId = (number: number) => number * 2 + 2;

/** Amounts at the media's beginning and end that are decoded but not played, in the track's units. */
export type Trim = { start: number; end: number };

/** Collects a track's packets as a scan finds them. */
export interface PacketCollector {
  readonly count: number;
  /** Expected time of the next packet, in the track's units of the file's own clock. */
  readonly expected: number;
  /** The earliest time of anything in the file, in the track's units; null until one has been seen. */
  origin: number | null;
  /** State that the next packet needs: the block size of the last packet (Vorbis only), and the length of a packet that has only begun. */
  readonly carried: { block: number; open: number };
  /** Adds a packet of sound. `time`: its start according to the file, null when the file gives none. */
  add(packet: { offset: number; size: number; duration: number; time: number | null }): void;
  /** Refuses where there is no packet. */
  finish(trim: Trim): TrackSamples;
}

/** Collects the packets of a file's tracks, and records the scan's progress in the journal. */
export interface FilePackets {
  /** Offset at which the scan begins or continues. */
  readonly from: number;
  readonly tracks: readonly PacketCollector[];
  /** Tells that the scan could be restarted at `cursor`. */
  mark(cursor: number): void;
}

type CollectOptions = Pick<ProbeOptions, "journal" | "checkpointBytes">;

/** The packets of a file with one track. */
export function collectPackets(
  { timescale, ...place }: { timescale: number; fileEnd: number; from: number },
  options: CollectOptions,
): Pick<FilePackets, "from" | "mark"> & { track: PacketCollector } {
  const { tracks, ...file } = collectTracks({ timescales: [timescale], ...place }, options);
  const [track] = tracks;
  invariant(track !== undefined, "one track was asked for");
  return { ...file, track };
}

export function collectTracks(
  { timescales, fileEnd, from }: { timescales: readonly number[]; fileEnd: number; from: number },
  { journal, checkpointBytes = SCAN_CHECKPOINT_BYTES }: CollectOptions,
): FilePackets {
  const notes = openNotes();
  const note = (run: SampleRun) => {
    if (journal) notes.add(run);
  };
  const tracks = timescales.map((timescale, number) => collectTrack({ number, timescale, fileEnd, note }));
  let stored = from;
  for (const bytes of journal?.entries() ?? []) {
    const entry = readEntry(bytes);
    for (const track of tracks) track.restore(entry);
    stored = entry.cursor;
  }
  return {
    from: stored,
    tracks,
    mark(cursor) {
      if (!journal) return;
      if (cursor - stored < checkpointBytes && notes.byteLength < SCAN_NOTES_BYTES_MAX) return;
      const clocks = tracks.flatMap((track) => track.flush());
      stored = cursor;
      journal.append(notes.take({ cursor, fragments: 0, clocks, toldEnd: 0 }));
    },
  };
}

type OneTrack = { number: number; timescale: number; fileEnd: number; note: (run: SampleRun) => void };
type JournalledTrack = PacketCollector & {
  restore(entry: Pick<ScanEntry, "runs" | "clocks">): void;
  /** Records the packets that were added, and returns the track's state for the journal. */
  flush(): TrackClock[];
};

/**
 * The codec gives a packet's duration, exact to the sample. The container's times, often rounded to milliseconds, are only used where they
 * leave an audible gap or restart.
 */
function collectTrack({ number, timescale, fileEnd, note }: OneTrack): JournalledTrack {
  const collector = collectSamples(timescale, fileEnd, null);
  const gapMin = (timescale * STRETCH_GAP_MS_MIN) / 1000;
  let count = 0;
  let expected = 0;
  let origin: number | null = null;
  let run = emptyRun();
  const carried = { block: 0, open: 0 };

  function flush(): void {
    if (run.sizes.length === 0) return;
    const whole = sampleRun(run, trackId(number));
    collector.add(whole);
    note(whole);
    run = emptyRun();
  }
  return {
    get count() {
      return count;
    },
    get expected() {
      return expected;
    },
    get origin() {
      return origin;
    },
    set origin(time) {
      origin = time;
    },
    carried,
    restore({ runs, clocks }) {
      for (const found of runs) {
        if (found.trackId !== trackId(number)) continue;
        collector.add(found);
        count += found.count;
      }
      for (const { trackId: id, start, end } of clocks) {
        if (id === trackId(number)) [origin, expected] = [start, end];
        if (id === carriedId(number)) [carried.block, carried.open] = [start, end];
      }
    },
    flush() {
      flush();
      const clocks = [{ trackId: carriedId(number), start: carried.block, end: carried.open }];
      if (origin !== null) clocks.push({ trackId: trackId(number), start: origin, end: expected });
      return clocks;
    },
    add({ offset, size, duration, time }) {
      checkPlace(offset + size, time);
      const isFirst = count === 0;
      const jumps = time !== null && !isFirst && Math.abs(time - expected) > gapMin;
      const begins = isFirst ? (time ?? 0) : jumps ? time : null;
      if (begins !== null || offset !== run.end || run.sizes.length === RUN_PACKETS_MAX) {
        flush();
        run = { time: begins, offset, end: offset, sizes: [], durations: [] };
      }
      run.sizes.push(size);
      run.durations.push(duration);
      run.end += size;
      expected = (begins ?? expected) + duration;
      count++;
    },
    finish(trim) {
      flush();
      if (count === 0) refuse("no-audio");
      const { table, stretches } = collector.finish();
      const zero = Math.min(origin ?? 0, stretches[0]?.mediaStart ?? 0);
      return { table, parts: timelineOf(stretches, { duration: table.duration, zero, trim, timescale }) };
    },
  };
}

function checkPlace(end: number, time: number | null): void {
  if (end > 0xffff_ffff || (time !== null && !(time >= 0 && Number.isSafeInteger(time)))) refuse("hostile");
}

/** The parts of the recording's timeline, without the samples that a decoder drops at both ends. */
function timelineOf(
  stretches: CollectedSamples["stretches"],
  { duration, zero, trim, timescale }: { duration: number; zero: number; trim: Trim; timescale: number },
): TimelinePart[] {
  return stretches.flatMap((stretch, index): TimelinePart[] => {
    const isLast = index === stretches.length - 1;
    const mediaStart = stretch.tableStart + (index === 0 ? trim.start : 0);
    const mediaEnd = isLast ? duration - trim.end : (stretches[index + 1]?.tableStart ?? 0);
    // The part that a decoder needs to begin with takes no time of the recording.
    const start = stretch.mediaStart - zero - (index === 0 ? 0 : trim.start);
    return mediaEnd > mediaStart ? [{ startMs: (Math.max(start, 0) * 1000) / timescale, mediaStart, mediaEnd }] : [];
  });
}

type Gathered = { time: number | null; offset: number; end: number; sizes: number[]; durations: number[] };
const emptyRun = (): Gathered => ({ time: null, offset: 0, end: -1, sizes: [], durations: [] });

function sampleRun({ time, offset, sizes, durations }: Gathered, id: number): SampleRun {
  return {
    trackId: id,
    description: 1,
    time,
    offset,
    count: sizes.length,
    length: durations.reduce((sum, duration) => sum + duration, 0),
    duration: (sample) => durations[sample] ?? 0,
    size: (sample) => sizes[sample] ?? 0,
  };
}
