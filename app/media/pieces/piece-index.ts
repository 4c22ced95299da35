import { invariant } from "#app/domain/invariant.ts";
import type { CallStream } from "#app/media/pieces/segment-header.ts";
import { readVarints, type VarintReader, type VarintWriter, writeVarints } from "#app/media/containers/varints.ts";

export type PieceName = { stream: CallStream; segment: number; seq: number };

/** Samples of one track that follow each other in the file. */
export type IndexedRun = {
  track: "sound" | "picture";
  /** Decode time of the first, in the track's units from the segment's beginning; null: at the end of the one before it. */
  time: number | null;
  /** Counted from the beginning of the piece's media. */
  offset: number;
  count: number;
  /** Sum of all durations, as the fragment gives them, in the track's units. */
  length: number;
  /** Its samples, as `eachSoundSample` and `eachPictureSample` read them. */
  samples: Uint8Array;
};

/** The places of a piece's samples in the file and their times; stored beside the piece. */
export type PieceIndex = PieceName & {
  /** Start of its media, counted from the first byte of all media, and the size of that media. */
  mediaStart: number;
  mediaBytes: number;
  /** Nothing of the piece could be used. */
  damaged: boolean;
  /** Time of the stream's next sound, in 48,000ths of a second of the epoch; null when there was none yet. */
  soundEnd: number | null;
  runs: IndexedRun[];
};

const FORMAT_VERSION = 1;
const STREAMS = ["mix", "tab"] as const satisfies readonly CallStream[];
const TRACKS = ["sound", "picture"] as const;

/**
 * Varints: version, stream, segment, seq, media start and bytes, damaged, sound end + 1 or 0, runs; of each: track, time + 1 or 0,
 * offset, count, length, samples.
 */
export function encodePieceIndex(index: PieceIndex): Uint8Array {
  const writer = writeVarints(64 + index.runs.reduce((sum, run) => sum + run.samples.byteLength + 32, 0));
  writer.uint(FORMAT_VERSION);
  writer.uint(STREAMS.indexOf(index.stream));
  writer.uint(index.segment);
  writer.uint(index.seq);
  writer.uint(index.mediaStart);
  writer.uint(index.mediaBytes);
  writer.uint(index.damaged ? 1 : 0);
  writer.uint(index.soundEnd === null ? 0 : index.soundEnd + 1);
  writer.uint(index.runs.length);
  for (const run of index.runs) {
    writer.uint(TRACKS.indexOf(run.track));
    writer.uint(run.time === null ? 0 : run.time + 1);
    writer.uint(run.offset);
    writer.uint(run.count);
    writer.uint(run.length);
    writer.bytes(run.samples);
  }
  return writer.finish();
}

/** Reads an index from `appendPiece`. The runs' samples are views into `bytes`. */
export function decodePieceIndex(bytes: Uint8Array): PieceIndex {
  const reader = readVarints(bytes);
  invariant(reader.uint() === FORMAT_VERSION, "a piece's index is of a version that we write");
  const stream = STREAMS[reader.uint()];
  invariant(stream !== undefined, "a piece's index is of a stream that we know");
  const head = { stream, segment: reader.uint(), seq: reader.uint() };
  const media = { mediaStart: reader.uint(), mediaBytes: reader.uint(), damaged: reader.uint() === 1 };
  const soundEnd = orNull(reader.uint());
  const runs = Array.from({ length: reader.uint() }, () => readRun(reader));
  return { ...head, ...media, soundEnd, runs };
}

function orNull(number: number): number | null {
  return number === 0 ? null : number - 1;
}

function readRun(reader: VarintReader): IndexedRun {
  const track = TRACKS[reader.uint()];
  invariant(track !== undefined, "a run is of a track that we know");
  const time = reader.uint();
  const [offset, count, length] = [reader.uint(), reader.uint(), reader.uint()];
  return { track, time: orNull(time), offset, count, length, samples: reader.bytes() };
}

/**
 * `units`: length of a packet (opus-packets.ts); `duration`: its length according to the fragment; `silent`: number of SILENT_PACKETs
 * before it, for the gap there. One object, used again.
 */
export type SoundSample = { size: number; units: number; duration: number; silent: number };
/** `duration` and `composition` are in the track's units. One object, used again. */
export type PictureSample = { size: number; duration: number; key: boolean; composition: number };

export function writeSoundSample(writer: VarintWriter, sample: SoundSample): void {
  writer.uint(sample.size);
  writer.uint(sample.units * 2 + (sample.silent > 0 ? 1 : 0));
  if (sample.silent > 0) writer.uint(sample.silent);
  writer.uint(sample.duration);
}

export function writePictureSample(writer: VarintWriter, sample: PictureSample): void {
  writer.uint(sample.size);
  writer.uint(sample.duration * 2 + (sample.key ? 1 : 0));
  writer.int(sample.composition);
}

/** A plain loop over one object: four hours have a million and a half of them. */
export function eachSoundSample(run: IndexedRun, take: (sample: Readonly<SoundSample>) => void): void {
  const reader = readVarints(run.samples);
  const sample: SoundSample = { size: 0, units: 0, duration: 0, silent: 0 };
  for (let left = run.count; left > 0; left--) {
    sample.size = reader.uint();
    const units = reader.uint();
    sample.units = units >> 1;
    sample.silent = (units & 1) === 0 ? 0 : reader.uint();
    sample.duration = reader.uint();
    take(sample);
  }
}

export function eachPictureSample(run: IndexedRun, take: (sample: Readonly<PictureSample>) => void): void {
  const reader = readVarints(run.samples);
  const sample: PictureSample = { size: 0, duration: 0, key: false, composition: 0 };
  for (let left = run.count; left > 0; left--) {
    sample.size = reader.uint();
    const duration = reader.uint();
    sample.duration = Math.floor(duration / 2);
    sample.key = duration % 2 === 1;
    sample.composition = reader.int();
    take(sample);
  }
}
