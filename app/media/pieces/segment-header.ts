import { type ByteSource, openRangeReader, type RangeReader, viewOf } from "#app/media/byte-source.ts";
import type { SampleDefaults } from "#app/media/fragments/read-fragment.ts";
import { findMovie, readMovie } from "#app/media/mp4/read-movie.ts";
import { readAudioEntry } from "#app/media/mp4/read-sound-entry.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import { fourcc, needBox, readBody } from "#app/media/mp4/walk-boxes.ts";
import { RecordingRefusedError } from "#app/media/refuse-recording.ts";

/** `mix` is the main sound; `tab` is the picture with its own sound. */
export type CallStream = "mix" | "tab";

export type SegmentSound = { trackId: number; timescale: number; channels: number };
/** `entry` is the whole sample entry as in `stsd`. */
export type SegmentPicture = {
  trackId: number;
  timescale: number;
  width: number;
  height: number;
  entry: Uint8Array;
};

/** Facts in piece 0 that apply to all pieces of its segment. Sound other than Opus is ignored. */
export type SegmentHeader = {
  sound: SegmentSound | null;
  picture: SegmentPicture | null;
  defaults: ReadonlyMap<number, SampleDefaults>;
};

const ENTRY_BYTES_MAX = 64 * 1024;
/** Size of the fields of a picture's sample entry, before its boxes. */
const ENTRY_FIELDS_BYTES = 86;

/**
 * Reads the header at the beginning of a segment's piece 0; fragments after it are ignored. Null when there is no header, or none with
 * sound or picture that can be joined: nothing of such a segment can be used.
 */
export async function readSegmentHeader(piece: Uint8Array): Promise<SegmentHeader | null> {
  try {
    const reader = openRangeReader(heldBytes(piece));
    const { moov } = await findMovie(reader);
    const movie = await readMovie(reader, moov);
    let sound: SegmentSound | null = null;
    let picture: SegmentPicture | null = null;
    for (const track of movie.tracks) {
      if (track.handler === "soun") sound ??= await readSound(reader, track);
      if (track.handler === "vide") picture ??= await readPicture(reader, track);
    }
    return sound === null && picture === null ? null : { sound, picture, defaults: movie.defaults };
  } catch (error) {
    if (error instanceof RecordingRefusedError) return null;
    throw error;
  }
}

async function readSound(reader: RangeReader, track: TrackHeader): Promise<SegmentSound | null> {
  const entry = await readAudioEntry(reader, needBox(track.tables, "stsd"));
  if (entry.kind !== "sound" || entry.config.codec !== "opus") return null;
  return { trackId: track.id, timescale: track.timescale, channels: entry.config.channels > 1 ? 2 : 1 };
}

async function readPicture(reader: RangeReader, track: TrackHeader): Promise<SegmentPicture | null> {
  const view = await readBody(reader, needBox(track.tables, "stsd"), 8 + ENTRY_FIELDS_BYTES, ENTRY_BYTES_MAX);
  const bytes = view.getUint32(8);
  if (view.getUint32(4) === 0 || bytes < ENTRY_FIELDS_BYTES || 8 + bytes > view.byteLength) return null;
  const entry = new Uint8Array(view.buffer, view.byteOffset + 8, bytes).slice();
  if (fourcc(entry, 4) === "encv") return null;
  const { id: trackId, timescale } = track;
  return { trackId, timescale, width: view.getUint16(8 + 32), height: view.getUint16(8 + 34), entry };
}

function heldBytes(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.byteLength,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
    stream: () => ({ next: () => Promise.resolve(null), cancel: () => Promise.resolve() }),
  };
}

const SETS_BYTES_MAX = 4096;

/**
 * The parameter sets of an AVC sample entry (ISO/IEC 14496-15 §5.3.3.1) in the form they have before a key frame, each after its length.
 * Empty for another codec, or for an entry that contradicts itself.
 */
export function parameterSets(entry: Uint8Array): Uint8Array {
  const avcc = findConfiguration(entry);
  if (avcc === null || avcc.byteLength < 7) return new Uint8Array(0);
  const lengthBytes = ((avcc[4] ?? 0) & 3) + 1;
  const sets = new Uint8Array(SETS_BYTES_MAX);
  let written = 0;
  let at = 5;
  // Sequence sets are counted in five bits, picture sets in eight.
  for (const mask of [31, 255]) {
    const count = (avcc[at++] ?? 0) & mask;
    for (let left = count; left > 0; left--) {
      const size = (avcc[at] ?? 0) * 256 + (avcc[at + 1] ?? 0);
      if (at + 2 + size > avcc.byteLength || written + lengthBytes + size > SETS_BYTES_MAX) return new Uint8Array(0);
      for (let byte = 0; byte < lengthBytes; byte++)
        sets[written + byte] = byte < lengthBytes - 4 ? 0 : (size >>> (8 * (lengthBytes - 1 - byte))) & 255;
      sets.set(avcc.subarray(at + 2, at + 2 + size), written + lengthBytes);
      written += lengthBytes + size;
      at += 2 + size;
    }
  }
  return sets.slice(0, written);
}

function findConfiguration(entry: Uint8Array): Uint8Array | null {
  const view = viewOf(entry);
  for (let at = ENTRY_FIELDS_BYTES; at + 8 <= entry.byteLength; ) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > entry.byteLength) return null;
    if (fourcc(entry, at + 4) === "avcC") return entry.subarray(at + 8, at + size);
    at += size;
  }
  return null;
}
