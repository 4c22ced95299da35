import { CALL_GAP_MS_MIN, CALL_HOLE_MS_MIN, CALL_SOUND_GAP_MS_MIN } from "#app/domain/limits/calls.ts";
import type { PlacedRun, PlacedSegment } from "#app/media/pieces/finish-recording.ts";
import { eachSoundSample } from "#app/media/pieces/piece-index.ts";
import type { CallStream } from "#app/media/pieces/segment-header.ts";

/** Facts about an Opus packet that need no decoding (RFC 6716 §3), and packets of silence. */

/** Opus counts in 48,000ths of a second, whatever the input rate was. */
export const OPUS_RATE = 48_000;
/** The shortest frame; every packet is a multiple of it. */
export const OPUS_UNIT = 120;
/**
 * libopus looks ahead by this much: the decoded sound comes this much later than the coded one. Chromium's muxer writes 3840 instead, which
 * is wrong.
 */
export const OPUS_DELAY = 312;
/** Length of SILENT_PACKET, in 48,000ths of a second. */
export const SILENT_LENGTH = 960;

/** Units of 2.5 ms in a frame, by the configuration in the first byte. */
const SILK_UNITS = [4, 8, 16, 24];
const HYBRID_UNITS = [4, 8];
const CELT_UNITS = [1, 2, 4, 8];
const UNITS_MAX = 48;

/** Length of the packet, in units of OPUS_UNIT; 0 when the bytes are not a packet. `size` may be 0. */
export function opusUnits(bytes: Uint8Array, at: number, size: number): number {
  const first = size === 0 ? undefined : bytes[at];
  if (first === undefined) return 0;
  const config = first >> 3;
  const frame = config < 12 ? SILK_UNITS[config & 3] : config < 16 ? HYBRID_UNITS[config & 1] : CELT_UNITS[config & 3];
  const code = first & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : size < 2 ? 0 : (bytes[at + 1] ?? 0) & 63;
  const units = (frame ?? 0) * frames;
  return units > UNITS_MAX ? 0 : units;
}

/** A packet of silence: CELT, full band, mono, one frame of 20 ms whose first bit marks it as silent. */
export const SILENT_PACKET: readonly number[] = [0xf8, 0xff, 0xfe];

/** The box that sets up a decoder: mono or stereo, the encoder's true delay, no gain. */
export function opusSetup(channels: number): Uint8Array {
  const box = new Uint8Array(19);
  const view = new DataView(box.buffer);
  view.setUint32(0, box.byteLength);
  box.set([0x64, 0x4f, 0x70, 0x73], 4);
  box[9] = channels;
  view.setUint16(10, OPUS_DELAY);
  view.setUint32(12, OPUS_RATE);
  return box;
}

const RATE_MS = OPUS_RATE / 1000;
const GAP = CALL_SOUND_GAP_MS_MIN * RATE_MS;
const HOLE = CALL_HOLE_MS_MIN * RATE_MS;
/** The longest packet, 120 ms. */
const PACKET_MAX = OPUS_UNIT * 48;
const REPORTED_GAP = CALL_GAP_MS_MIN * RATE_MS;

/** Receives packets, real ones and silent ones, in playing order; `length` is the packet's duration. */
export type TakePacket = (offset: number, size: number, length: number) => void;

/**
 * Times are in 48,000ths of a second of the recording. `start`: beginning of the first packet, null when there is none; `misplaced`: length
 * of the sound that came too late to be played.
 */
export type SoundLayout = {
  start: number | null;
  end: number;
  gaps: { start: number; end: number }[];
  misplaced: number;
};

/**
 * Lays out the packets that sound between two times: those of the mix, in its holes those of the tab, and silence where no stream has any.
 * Packets follow each other for as long as they really sound: Chromium plays them so, whatever the tables say, and a recorder's time stamps
 * vary by some milliseconds. Only when they are off by more than CALL_SOUND_GAP_MS_MIN is something missing, and the silence that
 * `appendPiece` wrote takes its place. A page that the processor was taken from delivers late sound all at once, with the time of that
 * moment: it is played in the gap before it, and what does not fit there is left out, or all that follows would come later. With
 * `inOrder`, packets that are in the file before one that is played earlier are left out, as Chromium would.
 */
export function layOutSound(
  { mix, tab }: { mix: readonly PlacedRun[]; tab: readonly PlacedRun[] },
  { from, to, inOrder }: { from: number; to: number; inOrder: boolean },
  take: TakePacket,
): SoundLayout {
  const timeline = openTimeline({ from, inOrder, record: mix.length > 0 ? "mix" : "tab" }, take);
  let tabAt = 0;
  const fill = (holeFrom: number, holeTo: number, before: number) => {
    const bounds = { from: holeFrom - SILENT_LENGTH, to: holeTo + SILENT_LENGTH };
    for (; tabAt < tab.length; tabAt++) {
      const run = tab[tabAt];
      if (run === undefined || startOf(run) >= holeTo) return;
      // Not after the mix that follows in the file: that mix would then be left out.
      if (!inOrder || run.offset < before) placePackets(run, bounds, timeline);
      // The run may reach into the next hole too.
      if (endOf(run) > holeTo) return;
    }
  };
  let end = from;
  for (const run of mix) {
    const start = startOf(run);
    if (start >= to) break;
    if (start - end >= HOLE) fill(end, start, run.offset);
    // A packet that is played only in part is there as a whole.
    placePackets(run, { from: from - PACKET_MAX, to: to + PACKET_MAX }, timeline);
    end = Math.max(end, endOf(run));
  }
  if (to - end >= HOLE) fill(end, to, Number.POSITIVE_INFINITY);
  return timeline.finish();
}

function startOf({ segment, time, timescale }: PlacedRun): number {
  return segment.startMs * RATE_MS + Math.round((time * OPUS_RATE) / timescale);
}

function endOf(placed: PlacedRun): number {
  return startOf(placed) + Math.round((placed.run.length * OPUS_RATE) / placed.timescale);
}

/** Places the packets of a run that begin and end between two times. */
function placePackets(placed: PlacedRun, { from, to }: { from: number; to: number }, timeline: Timeline): void {
  if (endOf(placed) + GAP < from) return;
  const begin = startOf(placed);
  const scale = OPUS_RATE / placed.timescale;
  let { offset } = placed;
  let time = 0;
  eachSoundSample(placed.run, ({ size, units, duration, silent }) => {
    const at = begin + Math.round(time * scale);
    const length = units * OPUS_UNIT;
    offset += silent * SILENT_PACKET.length;
    if (length > 0 && at >= from && at + length <= to)
      timeline.place(placed.segment, { time: at, length, offset, size, silent });
    offset += size;
    time += duration;
  });
}

/** A packet, with `silent` packets of silence right before it in the file. */
type Packet = { time: number; length: number; offset: number; size: number; silent: number };

/** Packets that begin closer together than this share of their length came at once. Time stamps vary by a fifth of it. */
const AT_ONCE = 0.6;

interface Timeline {
  place(segment: PlacedSegment, packet: Packet): void;
  finish(): SoundLayout;
}

function openTimeline(
  { from, inOrder, record }: { from: number; inOrder: boolean; record: CallStream },
  take: TakePacket,
): Timeline {
  const gaps: { start: number; end: number }[] = [];
  let start: number | null = null;
  /** `cursor`: time of the next packet; `place`: lowest offset in the file that the next packet may have. */
  let cursor = from;
  let place = 0;
  let misplaced = 0;
  let latest: PlacedSegment | null = null;
  /** The first packet after a gap, and those that came at once with it. */
  let late: Packet[] = [];
  /** The newest packet is passed on when its length is known. */
  const held = { offset: 0, size: 0, length: 0 };
  const hold = (offset: number, size: number, length: number) => {
    if (held.length > 0) take(held.offset, held.size, held.length);
    Object.assign(held, { offset, size, length });
    cursor += length;
  };
  const fill = ({ offset, silent }: Packet, until: number) => {
    if (until - cursor >= REPORTED_GAP) gaps.push({ start: cursor, end: until });
    const frames = Math.floor((until - cursor) / SILENT_LENGTH);
    const there = Math.min(frames, silent);
    for (let left = there; left > 0; left--)
      hold(offset - left * SILENT_PACKET.length, SILENT_PACKET.length, SILENT_LENGTH);
    // More silence is only needed where something else was expected: the last packet is extended over the rest, and players may run ahead.
    const rest = (frames - there) * SILENT_LENGTH;
    if (held.length > 0) held.length += rest;
    cursor += rest;
  };
  const placeLate = () => {
    const [first, last] = [late[0], late.at(-1)];
    if (first === undefined || last === undefined) return;
    const before = late.reduce((sum, { length }) => sum + length, -last.length);
    const time = Math.max(cursor, Math.min(first.time, last.time - before));
    if (time - cursor > GAP) fill(first, time);
    for (const { time: stamp, offset, size, length } of late) if (cursor <= stamp + GAP) hold(offset, size, length);
    late = [];
  };
  return {
    place(segment, packet) {
      const { time, length, offset, size } = packet;
      if (inOrder && offset < place) {
        if (segment.stream === record) misplaced += length;
        return;
      }
      const last = late.at(-1);
      const atOnce = last !== undefined && segment === latest && time - last.time < last.length * AT_ONCE;
      if (!atOnce) placeLate();
      start ??= time - cursor > GAP && packet.silent > 0 ? cursor : time;
      if (held.length === 0 && late.length === 0) cursor = start;
      const off = time - cursor;
      // That moment is there already: two recorders ran at once, or more came at once than was missing before.
      if (!atOnce && off < -GAP) return;
      latest = segment;
      place = offset;
      if (atOnce || off > GAP) late.push(packet);
      else hold(offset, size, length);
    },
    finish() {
      placeLate();
      if (held.length > 0) take(held.offset, held.size, held.length);
      return { start, end: cursor, gaps, misplaced };
    },
  };
}
