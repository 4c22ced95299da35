import { box, letters, uint32s, writeSoundEntry } from "#app/media/mp4/write-m4a.ts";
import { displayOf, writeMoov, type WrittenTrack } from "#app/media/mp4/write-movie.ts";
import type { CallSegment } from "#app/media/pieces/append-piece.ts";
import { layOutPicture, PICTURE_RATE, type PictureLayout } from "#app/media/pieces/lay-out-picture.ts";
import { layOutSound, OPUS_RATE, opusSetup } from "#app/media/pieces/lay-out-sound.ts";
import { decodePieceIndex, type IndexedRun, type PieceIndex } from "#app/media/pieces/piece-index.ts";
import type { CallStream, SegmentHeader } from "#app/media/pieces/segment-header.ts";
import { openTrackTable, type TrackTable } from "#app/media/mp4/write-tables.ts";

type CallMovie = {
  /** When it was recorded, epoch milliseconds. */
  recordedAt: number;
  sound: { table: TrackTable; channels: number } | null;
  picture: PictureLayout | null;
};

/** MP4 counts seconds from 1904. */
const EPOCH_1904_S = 2_082_844_800;

function writeFileType(): Uint8Array {
  return box("ftyp", "isom", 0x200, "isom", "iso2", "avc1", "mp41");
}

/** `moov` of the one file; offsets in it count from `mediaStart`. */
function writeMovie({ recordedAt, sound, picture }: CallMovie, mediaStart: number): Uint8Array {
  const made = Math.floor(recordedAt / 1000) + EPOCH_1904_S;
  const tracks: WrittenTrack[] = [];
  if (picture !== null) {
    const { table, entries, width, height } = picture;
    const length = Math.ceil((table.length * OPUS_RATE) / PICTURE_RATE);
    const media = { timescale: PICTURE_RATE, mediaLength: table.length, entries, tables: table.finish(mediaStart) };
    tracks.push({ id: 1, handler: "vide", made, length, display: displayOf(width, height), ...media });
  }
  if (sound !== null) {
    const { table, channels } = sound;
    const entries = [
      writeSoundEntry({ entryType: "Opus", setup: opusSetup(channels), channels, sampleRate: OPUS_RATE }),
    ];
    const media = { timescale: OPUS_RATE, mediaLength: table.length, entries, tables: table.finish(mediaStart) };
    tracks.push({ id: 2, handler: "soun", made, length: table.length, display: displayOf(0, 0), ...media });
  }
  return writeMoov(made, tracks);
}

/** A segment, with `startMs` in milliseconds of the recording; before it began, it is negative. */
export type PlacedSegment = { stream: CallStream; segment: number; startMs: number; header: SegmentHeader };

/** A run and its place in the recording. */
export type PlacedRun = {
  segment: PlacedSegment;
  run: IndexedRun;
  /** When its first sample is decoded, in the track's units from the segment's beginning. */
  time: number;
  timescale: number;
  /** From the first byte of all media. */
  offset: number;
  /** The piece before it is not there, or could not be used. */
  afterHole: boolean;
};

export type PlacedRuns = { mix: PlacedRun[]; tab: PlacedRun[]; picture: PlacedRun[] };

/** Brings what came in any order into the order in which it is played: segments by their beginning, pieces by their number. */
export function placeRuns(segments: readonly PlacedSegment[], indices: Iterable<PieceIndex>): PlacedRuns {
  const bySegment = new Map<string, PieceIndex[]>(segments.map((segment) => [keyOf(segment), []]));
  for (const index of indices) if (!index.damaged) bySegment.get(keyOf(index))?.push(index);
  const placed: PlacedRuns = { mix: [], tab: [], picture: [] };
  for (const segment of segments.toSorted((a, b) => a.startMs - b.startMs || a.segment - b.segment)) {
    const pieces = bySegment.get(keyOf(segment)) ?? [];
    pieces.sort((a, b) => a.seq - b.seq);
    placeSegment(segment, pieces, placed);
  }
  return placed;
}

function keyOf({ stream, segment }: { stream: CallStream; segment: number }): string {
  return `${stream}-${segment}`;
}

function placeSegment(segment: PlacedSegment, pieces: readonly PieceIndex[], placed: PlacedRuns): void {
  const { sound, picture } = segment.header;
  const ends = { sound: 0, picture: 0 };
  let next = pieces[0]?.seq ?? 0;
  for (const piece of pieces) {
    const afterHole = piece.seq !== next;
    next = piece.seq + 1;
    for (const run of piece.runs) {
      const timescale = (run.track === "sound" ? sound : picture)?.timescale;
      if (timescale === undefined || run.count === 0) continue;
      const time = run.time ?? ends[run.track];
      ends[run.track] = time + run.length;
      const into = run.track === "picture" ? placed.picture : placed[segment.stream];
      into.push({ segment, run, time, timescale, offset: piece.mediaStart + run.offset, afterHole });
    }
  }
}

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
