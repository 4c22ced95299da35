import { CALL_GAP_MS_MAX, CALL_SOUND_GAP_MS_MIN } from "#app/domain/limits/calls.ts";
import { writeVarints } from "#app/media/containers/varints.ts";
import { type FragmentRun, isKeySample, readFragment } from "#app/media/fragments/read-fragment.ts";
import { innerBoxes } from "#app/media/mp4/walk-boxes.ts";
import { OPUS_RATE, OPUS_UNIT, opusUnits, SILENT_LENGTH, SILENT_PACKET } from "#app/media/pieces/lay-out-sound.ts";
import {
  decodePieceIndex,
  encodePieceIndex,
  type IndexedRun,
  type PieceName,
  writePictureSample,
  writeSoundSample,
} from "#app/media/pieces/piece-index.ts";
import { type CallStream, parameterSets, type SegmentHeader } from "#app/media/pieces/segment-header.ts";
import { RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";

/** One start of a capture; `startedAt` is the time of its first sound, in epoch milliseconds. */
export type CallSegment = { stream: CallStream; segment: number; startedAt: number; header: SegmentHeader };

/** Progress of the file: all state that joining needs. */
export type JoinState = {
  /** Bytes of media so far. */
  mediaBytes: number;
  /** By stream: `soundEnd` of the newest piece's index. */
  soundEnd: Readonly<Record<CallStream, number | null>>;
};

export const NOTHING_JOINED: JoinState = { mediaBytes: 0, soundEnd: { mix: null, tab: null } };

export type AppendedPiece = {
  /** Bytes to append to the file. Empty for a damaged piece, and for a header alone. */
  media: Uint8Array<ArrayBuffer>;
  /** Index to store beside the piece, for `stateAfter` and `finishRecording`. */
  index: Uint8Array;
  damaged: boolean;
  state: JoinState;
};

const NO_BYTES = new Uint8Array(0);
const RATE_MS = OPUS_RATE / 1000;
const GAP = CALL_SOUND_GAP_MS_MIN * RATE_MS;
const GAP_MAX = CALL_GAP_MS_MAX * RATE_MS;

/**
 * Adds a piece to the one file. The same arguments give the same bytes, so that a killed process can repeat its last piece. Within a stream
 * the pieces come in the order of their time, because Chromium skips samples that are in the file before one that it has played; the order
 * between the streams does not matter. A piece that comes late anyway is not played (`finishRecording` says how much). Where sound is
 * missing before a packet, packets of silence are written, because Chromium plays sound without a gap whatever its times are. Each key
 * frame gets its parameter sets, because Chromium uses the last ones it read: without them a call whose picture changed its size breaks at
 * the first seek back.
 */
export function appendPiece(
  state: JoinState,
  { segment, seq, piece }: { segment: CallSegment; seq: number; piece: Uint8Array },
): AppendedPiece {
  const name: PieceName = { stream: segment.stream, segment: segment.segment, seq };
  const mediaStart = state.mediaBytes;
  const soundEnd = state.soundEnd[segment.stream];
  const { picture } = segment.header;
  const sets = picture === null ? NO_BYTES : parameterSets(picture.entry);
  const answer = (media: Uint8Array<ArrayBuffer>, damaged: boolean, end: number | null, runs: IndexedRun[]) => {
    const place = { mediaStart, mediaBytes: media.byteLength };
    const index = encodePieceIndex({ ...name, ...place, damaged, soundEnd: end, runs });
    return { media, index, damaged, state: stateAfter(state, index) };
  };
  try {
    const clock = { end: soundEnd ?? segment.startedAt * RATE_MS, heard: soundEnd !== null, silence: 0 };
    const { media, indexed } = takeMedia(piece, readRuns(piece, segment.header), segment, { clock, sets });
    return answer(media, false, clock.heard ? clock.end : null, indexed);
  } catch (error) {
    if (!(error instanceof RecordingRefusedError)) throw error;
    return answer(NO_BYTES, true, soundEnd, []);
  }
}

/**
 * The state after a piece, from the state before it and its stored index; over all indices in order: the state to continue from after a
 * kill.
 */
export function stateAfter(state: JoinState, index: Uint8Array): JoinState {
  const { stream, mediaStart, mediaBytes, soundEnd } = decodePieceIndex(index);
  return { mediaBytes: mediaStart + mediaBytes, soundEnd: { ...state.soundEnd, [stream]: soundEnd } };
}

/** The runs of a piece's fragments, except those of other tracks. Their offsets count from the beginning of the piece. */
function readRuns(piece: Uint8Array, header: SegmentHeader): FragmentRun[] {
  const runs: FragmentRun[] = [];
  let end = 0;
  for (const box of innerBoxes(piece, 0, piece.byteLength)) {
    const start = end;
    end = box.end;
    if (box.type !== "moof") continue;
    const moof = piece.subarray(start, box.end);
    readFragment(moof, { start, body: box.body }, header.defaults, (run) => {
      if (run.trackId === header.sound?.trackId || run.trackId === header.picture?.trackId) runs.push(run);
    });
  }
  if (end !== piece.byteLength) refuse("truncated");
  return runs;
}

/** `end`: time of the next sound; `heard`: whether there was any; `silence`: silence added to the piece. Times in 48,000ths of a second. */
type SoundClock = { end: number; heard: boolean; silence: number };
/** Bytes of the piece, with `silent` packets of silence or with parameter sets before them. */
type Part = { at: number; end: number; silent: number; sets: Uint8Array };
type Needs = { clock: SoundClock; sets: Uint8Array };

function takeMedia(piece: Uint8Array, runs: readonly FragmentRun[], segment: CallSegment, { clock, sets }: Needs) {
  const indexed: IndexedRun[] = [];
  const parts: Part[] = [];
  let mediaBytes = 0;
  let taken = 0;
  for (const run of runs) {
    // Twelve bytes can declare four billion samples of no bytes; no recorder writes those.
    if (run.count > piece.byteLength) refuse("hostile");
    const isSound = run.trackId === segment.header.sound?.trackId;
    const first = parts.length;
    const samples = isSound ? takeSound(piece, run, segment, clock, parts) : takePicture(piece, run, sets, parts);
    const { time, count, length } = run;
    indexed.push({ track: isSound ? "sound" : "picture", time, offset: mediaBytes, count, length, samples });
    for (const part of parts.slice(first)) {
      mediaBytes += part.end - part.at + part.silent * SILENT_PACKET.length + part.sets.byteLength;
      taken += part.end - part.at;
    }
    // The runs of a hostile piece may all point to the same bytes.
    if (taken > piece.byteLength) refuse("hostile");
  }
  const media = new Uint8Array(mediaBytes);
  let at = 0;
  for (const part of parts) {
    for (let left = part.silent; left > 0; left--, at += SILENT_PACKET.length) media.set(SILENT_PACKET, at);
    media.set(part.sets, at);
    at += part.sets.byteLength;
    media.set(piece.subarray(part.at, part.end), at);
    at += part.end - part.at;
  }
  return { media, indexed };
}

function takePicture(piece: Uint8Array, run: FragmentRun, sets: Uint8Array, parts: Part[]): Uint8Array {
  const writer = writeVarints(16 + run.count * 6);
  let at = run.offset;
  let part: Part = { at, end: at, silent: 0, sets: NO_BYTES };
  parts.push(part);
  for (let sample = 0; sample < run.count; sample++) {
    const size = run.size(sample);
    const key = isKeySample(run.flags(sample));
    const written = { size, duration: run.duration(sample), key, composition: run.composition(sample) };
    if (key && sets.byteLength > 0) {
      written.size += sets.byteLength;
      part = { at, end: at, silent: 0, sets };
      parts.push(part);
    }
    writePictureSample(writer, written);
    at += size;
    if (at > piece.byteLength) refuse("truncated");
    part.end = at;
  }
  return writer.finish();
}

function takeSound(
  piece: Uint8Array,
  run: FragmentRun,
  { startedAt, header }: CallSegment,
  clock: SoundClock,
  parts: Part[],
): Uint8Array {
  const writer = writeVarints(16 + run.count * 6);
  const scale = OPUS_RATE / (header.sound?.timescale ?? OPUS_RATE);
  let part: Part = { at: run.offset, end: run.offset, silent: 0, sets: NO_BYTES };
  parts.push(part);
  let time = run.time;
  for (let sample = 0; sample < run.count; sample++) {
    const size = run.size(sample);
    const duration = run.duration(sample);
    if (part.end + size > piece.byteLength) refuse("truncated");
    const units = opusUnits(piece, part.end, size);
    const at = time === null ? clock.end : startedAt * RATE_MS + Math.round(time * scale);
    const silent = units === 0 ? 0 : silenceBefore(clock, at, units * OPUS_UNIT);
    if (silent > 0) {
      part = { at: part.end, end: part.end, silent, sets: NO_BYTES };
      parts.push(part);
    }
    writeSoundSample(writer, { size, units, duration, silent });
    part.end += size;
    if (time !== null) time += duration;
  }
  return writer.finish();
}

/** Number of silent packets needed before a sound at `time`; the clock moves on to the sound's end. */
function silenceBefore(clock: SoundClock, time: number, length: number): number {
  const off = time - clock.end;
  const silent = off > GAP ? Math.floor(off / SILENT_LENGTH) : 0;
  clock.silence += silent * SILENT_LENGTH;
  if (clock.silence > GAP_MAX) refuse("hostile");
  if (off < -GAP) clock.end = time;
  clock.end += silent * SILENT_LENGTH + length;
  clock.heard = true;
  return silent;
}
