import { CALL_GAP_MS_MIN, CALL_HOLE_MS_MIN, CALL_SOUND_GAP_MS_MIN } from "#app/domain/limits.ts";
import { OPUS_RATE, OPUS_UNIT, SILENT_LENGTH } from "#app/media/pieces/opus-packets.ts";
import { eachSoundSample } from "#app/media/pieces/piece-index.ts";
import type { PlacedRun, PlacedSegment } from "#app/media/pieces/place-runs.ts";

const RATE_MS = OPUS_RATE / 1000;
const GAP = CALL_SOUND_GAP_MS_MIN * RATE_MS;
const HOLE = CALL_HOLE_MS_MIN * RATE_MS;
const REPORTED_GAP = CALL_GAP_MS_MIN * RATE_MS;

/** Takes packets in the order in which they are played; `length` is for how long, in 48,000ths of a second. */
export interface SoundSink {
  packet(offset: number, size: number, length: number): void;
  /** A SILENT_PACKET. */
  silence(length: number): void;
}

/** Times are in 48,000ths of a second of the recording. `start` is where the first packet begins, null where there is none. */
export type SoundLayout = { start: number | null; end: number; gaps: { start: number; end: number }[] };

/**
 * Lays out the packets that sound between two times: those of the mix, where it has a hole those of the tab, and where
 * nobody has any, silence. Packets stand one behind the other for as long as they really sound: Chromium plays them so, whatever
 * the tables say, and a recorder's time stamps tremble by some milliseconds. Only where they are off by more than
 * CALL_SOUND_GAP_MS_MIN something is missing, and is made up for.
 */
export function layOutSound(
  { mix, tab }: { mix: readonly PlacedRun[]; tab: readonly PlacedRun[] },
  { from, to }: { from: number; to: number },
  sink: SoundSink,
): SoundLayout {
  const timeline = openTimeline(from, sink);
  let tabAt = 0;
  const fill = (holeFrom: number, holeTo: number) => {
    for (; tabAt < tab.length; tabAt++) {
      const run = tab[tabAt];
      if (run === undefined || startOf(run) >= holeTo) return;
      placePackets(run, holeFrom - SILENT_LENGTH, holeTo + SILENT_LENGTH, timeline);
      // It may reach into the next hole too.
      if (endOf(run) > holeTo) return;
    }
  };
  let end = from;
  for (const run of mix) {
    const start = startOf(run);
    if (start >= to) break;
    if (start - end >= HOLE) fill(end, start);
    // A packet that is only half heard is there as a whole.
    placePackets(run, from - OPUS_UNIT * 48, to + OPUS_UNIT * 48, timeline);
    end = Math.max(end, endOf(run));
  }
  if (to - end >= HOLE) fill(end, to);
  return timeline.finish();
}

function startOf({ segment, time, timescale }: PlacedRun): number {
  return segment.startMs * RATE_MS + Math.round((time * OPUS_RATE) / timescale);
}

function endOf(placed: PlacedRun): number {
  return startOf(placed) + Math.round((placed.run.length * OPUS_RATE) / placed.timescale);
}

/** Those of a run's packets that begin and end between two times. */
function placePackets(placed: PlacedRun, from: number, to: number, timeline: Timeline): void {
  if (endOf(placed) + GAP < from) return;
  const begin = startOf(placed);
  const scale = OPUS_RATE / placed.timescale;
  let { offset } = placed;
  let time = 0;
  eachSoundSample(placed.run, ({ size, units, duration }) => {
    const at = begin + Math.round(time * scale);
    const length = units * OPUS_UNIT;
    if (length > 0 && at >= from && at + length <= to) timeline.place(placed.segment, at, length, offset, size);
    offset += size;
    time += duration;
  });
}

interface Timeline {
  place(segment: PlacedSegment, time: number, length: number, offset: number, size: number): void;
  finish(): SoundLayout;
}

function openTimeline(from: number, sink: SoundSink): Timeline {
  const gaps: { start: number; end: number }[] = [];
  let start: number | null = null;
  /** Where the next packet belongs. */
  let cursor = from;
  let latest: PlacedSegment | null = null;
  /** The newest packet is handed on once it is known how long it lasts. */
  const held = { offset: 0, size: 0, length: 0 };
  const release = () => {
    if (held.length > 0) sink.packet(held.offset, held.size, held.length);
    held.length = 0;
  };
  const fill = (time: number) => {
    if (time - cursor >= REPORTED_GAP) gaps.push({ start: cursor, end: time });
    release();
    for (; time - cursor >= SILENT_LENGTH; cursor += SILENT_LENGTH) sink.silence(SILENT_LENGTH);
  };
  return {
    place(segment, time, length, offset, size) {
      if (start === null) {
        start = time - cursor > GAP ? cursor : time;
        cursor = start;
      }
      const off = time - cursor;
      if (off > GAP) fill(time);
      else if (off < -GAP) {
        // Two recorders that ran at once: that moment is there already.
        if (segment !== latest) return;
        const shorter = Math.max(held.length + off, 1);
        cursor += shorter - held.length;
        held.length = shorter;
      }
      release();
      latest = segment;
      held.offset = offset;
      held.size = size;
      held.length = length;
      cursor += length;
    },
    finish() {
      release();
      return { start, end: cursor, gaps };
    },
  };
}
