import type { CallSegment } from "#app/media/pieces/append-piece.ts";
import { OPUS_RATE } from "#app/media/pieces/opus-packets.ts";
import { layOutPicture, PICTURE_RATE } from "#app/media/pieces/lay-out-picture.ts";
import { layOutSound } from "#app/media/pieces/lay-out-sound.ts";
import { decodePieceIndex, type PieceIndex } from "#app/media/pieces/piece-index.ts";
import { placeRuns } from "#app/media/pieces/place-runs.ts";
import type { CallStream } from "#app/media/pieces/segment-header.ts";
import { openTrackTable } from "#app/media/pieces/track-table.ts";
import { type CallMovie, writeFileType, writeMovie } from "#app/media/pieces/write-movie.ts";
import { box, letters, uint32s } from "#app/media/mp4/write-boxes.ts";

export type FinishedRecording = {
  /** Bytes before the media. */
  head: Uint8Array;
  /** Bytes after the media; may be empty. */
  tail: Uint8Array;
  durationMs: number;
  /** Stretches for which no stream has any sound; the file is silent there. In milliseconds of the recording. */
  gaps: { startMs: number; endMs: number }[];
  hasPicture: boolean;
  /** Recorded sound that cannot be played, because its pieces came too late; a file joined again in order has it. */
  misplacedMs: number;
};

const MDAT_HEADER_BYTES = 16;
const BOX_HEADER_BYTES = 8;

/**
 * Start of the recording, from which its milliseconds count: the first start of the mix, or of the tab if there is no mix. Null without a
 * segment.
 */
export function recordingStartedAt(segments: readonly Omit<CallSegment, "header">[]): number | null {
  const starts = (stream: CallStream) => segments.flatMap((one) => (one.stream === stream ? [one.startedAt] : []));
  const [mix, tab] = [starts("mix"), starts("tab")];
  const from = mix.length > 0 ? mix : tab;
  return from.length > 0 ? Math.min(...from) : null;
}

/**
 * Completes the media to one MP4 that plays and seeks from its beginning: `head`, the media from `appendPiece`, `tail`. With `headBytes`
 * the head is padded to that length, so that it can be the first of a file's equal parts and be stored last; a table that does not fit
 * (three hours and more) goes into the tail, which costs one more read. With null the head has the length that it needs. Null when no piece
 * holds anything.
 */
export function finishRecording({
  segments,
  indices,
  headBytes,
}: {
  segments: readonly CallSegment[];
  /** Indices of all pieces, in any order. Their bytes are held until the end: some 7 MB for four hours. */
  indices: Iterable<Uint8Array>;
  headBytes: number | null;
}): FinishedRecording | null {
  const recordedAt = recordingStartedAt(segments);
  if (recordedAt === null) return null;
  const media = { bytes: 0 };
  const placed = placeRuns(
    segments.map(({ startedAt, ...segment }) => ({ ...segment, startMs: startedAt - recordedAt })),
    decodeAll(indices, media),
  );
  const picture = layOutPicture(placed.picture);
  const table = openTrackTable();
  const sample = { offset: 0, size: 0, delta: 0, description: 1, key: true, composition: 0 };
  const whole = { from: 0, to: Number.POSITIVE_INFINITY, inOrder: true };
  const layout = layOutSound(placed, whole, (offset, size, delta) =>
    table.add(Object.assign(sample, { offset, size, delta })),
  );
  if (table.count === 0 && picture === null) return null;
  const channels = Math.max(1, ...segments.map(({ header }) => header.sound?.channels ?? 1));
  const seconds = [table.length / OPUS_RATE, (picture?.table.length ?? 0) / PICTURE_RATE];
  const movie = { recordedAt, sound: table.count === 0 ? null : { table, channels }, picture };
  return {
    ...wrapMedia(movie, media.bytes, headBytes),
    durationMs: Math.round(Math.max(...seconds) * 1000),
    gaps: layout.gaps.map(({ start, end }) => ({ startMs: toMs(start), endMs: toMs(end) })),
    hasPicture: picture !== null,
    misplacedMs: toMs(layout.misplaced),
  };
}

function toMs(time: number): number {
  return Math.round((time * 1000) / OPUS_RATE);
}

function* decodeAll(indices: Iterable<Uint8Array>, media: { bytes: number }): Generator<PieceIndex> {
  for (const bytes of indices) {
    const index = decodePieceIndex(bytes);
    media.bytes = Math.max(media.bytes, index.mediaStart + index.mediaBytes);
    yield index;
  }
}

function wrapMedia(
  movie: CallMovie,
  mediaBytes: number,
  headBytes: number | null,
): { head: Uint8Array; tail: Uint8Array } {
  const fileType = writeFileType();
  const mdat = mdatHeader(MDAT_HEADER_BYTES + mediaBytes);
  const least = fileType.byteLength + MDAT_HEADER_BYTES;
  const nothing = new Uint8Array(0);
  if (headBytes === null) {
    const mediaStart = least + writeMovie(movie, 0).byteLength;
    return { head: join(fileType, writeMovie(movie, mediaStart), mdat), tail: nothing };
  }
  const moov = writeMovie(movie, headBytes);
  const left = headBytes - least - moov.byteLength;
  if (left === 0 || left >= BOX_HEADER_BYTES) return { head: join(fileType, moov, free(left), mdat), tail: nothing };
  return { head: join(fileType, free(headBytes - least), mdat), tail: moov };
}

function free(bytes: number): Uint8Array {
  return bytes === 0 ? new Uint8Array(0) : box("free", new Uint8Array(bytes - BOX_HEADER_BYTES));
}

function mdatHeader(bytes: number): Uint8Array {
  return join(uint32s([1]), letters("mdat"), uint32s([Math.floor(bytes / 2 ** 32), bytes % 2 ** 32]));
}

function join(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
