import { SCAN_CHECKPOINT_BYTES, SCAN_NOTES_BYTES_MAX, STRETCH_GAP_MS_MIN } from "#app/domain/limits/media.ts";
import type { SampleRun } from "#app/media/fragments/read-fragment.ts";
import { openNotes, readEntry } from "#app/media/fragments/scan-journal.ts";
import { type CollectedSamples, collectSamples } from "#app/media/mp4/collect-samples.ts";
import type { TrackSamples } from "#app/media/mp4/sample-list.ts";
import type { TimelinePart } from "#app/media/mp4/timeline.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Packets that are adjacent in file and time are recorded as one run of at most this many. */
const RUN_PACKETS_MAX = 1024;
const TRACK_ID = 1;
/** Not a track: the id under which a journal records the carried-over state. */
const CARRIED_ID = 2;

/** Amounts at the media's beginning and end that are decoded but not played, in the track's units. */
export type Trim = { start: number; end: number };

/** Collects a track's packets as a scan finds them, and records the scan's progress in the journal. */
export interface PacketCollector {
  /** Offset at which the scan begins or continues. */
  readonly from: number;
  readonly count: number;
  /** Expected time of the next packet, in the track's units of the file's own clock. */
  readonly expected: number;
  /** The earliest time of anything in the file; null until one has been seen. */
  origin: number | null;
  /** State that the next packet needs: the block size of the last packet (Vorbis only), and the length of a packet that has only begun. */
  readonly carried: { block: number; open: number };
  /** Adds a packet of sound. `time`: its start according to the file, null when the file gives none. */
  add(packet: { offset: number; size: number; duration: number; time: number | null }): void;
  /** Tells that the scan could be restarted at `cursor`. */
  mark(cursor: number): void;
  finish(trim: Trim): TrackSamples;
}

type CollectOptions = Pick<ProbeOptions, "journal" | "checkpointBytes">;

/**
 * The codec gives a packet's duration, exact to the sample. The container's times, often rounded to milliseconds, are only used where they
 * leave an audible gap or restart.
 */
export function collectPackets(
  { timescale, fileEnd, from }: { timescale: number; fileEnd: number; from: number },
  { journal, checkpointBytes = SCAN_CHECKPOINT_BYTES }: CollectOptions,
): PacketCollector {
  const collector = collectSamples(timescale, fileEnd, null);
  const notes = openNotes();
  const gapMin = (timescale * STRETCH_GAP_MS_MIN) / 1000;
  let stored = from;
  let count = 0;
  let expected = 0;
  let origin: number | null = null;
  let run = emptyRun();
  const carried = { block: 0, open: 0 };

  for (const bytes of journal?.entries() ?? []) {
    const entry = readEntry(bytes);
    for (const found of entry.runs) {
      collector.add(found);
      count += found.count;
    }
    for (const { trackId, start, end } of entry.clocks) {
      if (trackId === TRACK_ID) [origin, expected] = [start, end];
      else [carried.block, carried.open] = [start, end];
    }
    stored = entry.cursor;
  }
  function flush(): void {
    if (run.sizes.length === 0) return;
    const whole = sampleRun(run);
    collector.add(whole);
    if (journal) notes.add(whole);
    run = emptyRun();
  }
  return {
    from: stored,
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
    add({ offset, size, duration, time }) {
      if (offset + size > 0xffff_ffff || (time !== null && !(time >= 0 && Number.isSafeInteger(time))))
        refuse("hostile");
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
    mark(cursor) {
      if (!journal) return;
      if (cursor - stored < checkpointBytes && notes.byteLength < SCAN_NOTES_BYTES_MAX) return;
      flush();
      stored = cursor;
      const clocks = [{ trackId: CARRIED_ID, start: carried.block, end: carried.open }];
      if (origin !== null) clocks.push({ trackId: TRACK_ID, start: origin, end: expected });
      journal.append(notes.take({ cursor, fragments: 0, clocks, toldEnd: 0 }));
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

function sampleRun({ time, offset, sizes, durations }: Gathered): SampleRun {
  return {
    trackId: TRACK_ID,
    description: 1,
    time,
    offset,
    count: sizes.length,
    length: durations.reduce((sum, duration) => sum + duration, 0),
    duration: (sample) => durations[sample] ?? 0,
    size: (sample) => sizes[sample] ?? 0,
  };
}
