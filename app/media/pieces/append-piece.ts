import { innerBoxes } from "#app/media/inner-boxes.ts";
import { opusUnits } from "#app/media/pieces/opus-packets.ts";
import {
  encodePieceIndex,
  type IndexedRun,
  type PieceName,
  writePictureSample,
  writeSoundSample,
} from "#app/media/pieces/piece-index.ts";
import type { SegmentHeader } from "#app/media/pieces/segment-header.ts";
import { type FragmentRun, isKeySample, readFragment } from "#app/media/read-fragment.ts";
import { RecordingRefusedError, refuse } from "#app/media/refuse-recording.ts";
import { writeVarints } from "#app/media/varints.ts";

export type AppendedPiece = {
  /** What is to stand next in the file: the piece's samples and nothing else. Empty where it is damaged, and of a bare header. */
  media: Uint8Array<ArrayBuffer>;
  /** To be stored beside the piece, for `finishRecording`. */
  index: Uint8Array;
  damaged: boolean;
};

/**
 * Takes a piece into the one file. The same arguments give the same bytes, so that a killed process does its last piece
 * again. `mediaStart` is the only state: how many bytes of media all pieces before gave (of the last one's index,
 * `mediaStart + mediaBytes`). Pieces may come in any order, and streams mixed; only their segment's piece 0 has to be known.
 */
export function appendPiece(
  name: PieceName,
  { header, piece, mediaStart }: { header: SegmentHeader; piece: Uint8Array; mediaStart: number },
): AppendedPiece {
  try {
    const runs = readRuns(piece, header);
    const { media, indexed } = takeMedia(piece, runs, header);
    const index = { ...name, mediaStart, mediaBytes: media.byteLength, damaged: false, runs: indexed };
    return { media, index: encodePieceIndex(index), damaged: false };
  } catch (error) {
    if (!(error instanceof RecordingRefusedError)) throw error;
    const index = { ...name, mediaStart, mediaBytes: 0, damaged: true, runs: [] };
    return { media: new Uint8Array(0), index: encodePieceIndex(index), damaged: true };
  }
}

/** The runs of a piece's fragments, those of other tracks left out. Their offsets count from the beginning of the piece. */
export function readRuns(piece: Uint8Array, header: SegmentHeader): FragmentRun[] {
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

function takeMedia(piece: Uint8Array, runs: readonly FragmentRun[], header: SegmentHeader) {
  const indexed: IndexedRun[] = [];
  const sources: { at: number; end: number }[] = [];
  let mediaBytes = 0;
  for (const run of runs) {
    // Samples of no bytes may be four billion in twelve bytes, and are none of a recorder's.
    if (run.count > piece.byteLength) refuse("hostile");
    const writer = writeVarints(16 + run.count * 6);
    const isSound = run.trackId === header.sound?.trackId;
    let at = run.offset;
    for (let sample = 0; sample < run.count; sample++) {
      const size = run.size(sample);
      const duration = run.duration(sample);
      if (at + size > piece.byteLength) refuse("truncated");
      if (isSound) writeSoundSample(writer, { size, units: opusUnits(piece, at, size), duration });
      else {
        const key = isKeySample(run.flags(sample));
        writePictureSample(writer, { size, duration, key, composition: run.composition(sample) });
      }
      at += size;
    }
    const { time, count, length } = run;
    const track = isSound ? "sound" : "picture";
    indexed.push({ track, time, offset: mediaBytes, count, length, samples: writer.finish() });
    sources.push({ at: run.offset, end: at });
    mediaBytes += at - run.offset;
  }
  // The runs of a hostile piece may all name the same bytes.
  if (mediaBytes > piece.byteLength) refuse("hostile");
  const media = new Uint8Array(mediaBytes);
  for (const [run, { at, end }] of sources.entries()) media.set(piece.subarray(at, end), indexed[run]?.offset);
  return { media, indexed };
}
