import type { ByteSource } from "#app/media/byte-source.ts";

/** An offset at which a walk through a file can begin, and the time of what stands there, in ms. */
export type Place = { at: number; ms: number };

/** The walk reads this much more than it needs at most. */
const NEAR_BYTES = 4 * 1024 * 1024;
/** A place is looked for in reads of this length. */
const LOOK_BYTES = 512 * 1024;
/** Reads of one look, after which the place is looked for in the first half. */
const LOOKS_MAX = 16;
/** Bytes that only look like a place are rare. */
const CANDIDATES_MAX = 16;
/** Halvings of the largest recording down to NEAR_BYTES. */
const HALVINGS_MAX = 16;

/**
 * Finds a place at or before a time by halving: some ten small reads instead of one through all that stands before. `first` is the beginning
 * of the media. A file whose times are not in order, or that has no places to be found, is walked from there.
 */
export async function findPlace(
  source: ByteSource,
  { first, targetMs, look }: { first: Place; targetMs: number; look: Look },
): Promise<Place> {
  let low = first;
  let end = source.size;
  for (let halving = 0; halving < HALVINGS_MAX && end - low.at > NEAR_BYTES; halving++) {
    const middle = low.at + Math.floor((end - low.at) / 2);
    const found = await lookFrom(source, middle, end, look);
    if (found !== null && found.ms < low.ms) return first;
    if (found === null || found.ms > targetMs) end = middle;
    else low = found;
  }
  return low;
}

/** Whether a place begins at an index of the bytes, which stand at `start` in the file; what follows there is read if it must be. */
export type Look = (bytes: Uint8Array, index: number, start: number) => Promise<Place | null> | null;

/** Enough to know a place by. */
const PLACE_BYTES = 64;

async function lookFrom(source: ByteSource, from: number, end: number, look: Look): Promise<Place | null> {
  let candidates = 0;
  let at = from;
  for (let reads = 0; reads < LOOKS_MAX && at < end; reads++, at += LOOK_BYTES - PLACE_BYTES) {
    const bytes = await source.read(at, Math.min(at + LOOK_BYTES, source.size));
    for (let index = 0; index + PLACE_BYTES <= bytes.byteLength; index++) {
      const looked = look(bytes, index, at);
      if (looked === null) continue;
      const place = await looked;
      if (place !== null) return place.at < end ? place : null;
      if (++candidates === CANDIDATES_MAX) return null;
    }
    if (bytes.byteLength < LOOK_BYTES) return null;
  }
  return null;
}
