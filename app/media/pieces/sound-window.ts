import { CALL_WINDOW_OVERLAP_MS } from "#app/domain/limits/calls.ts";
import { growingNumbers } from "#app/media/mp4/build-table.ts";
import { openM4a } from "#app/media/mp4/write-m4a.ts";
import { appendPiece, type CallSegment, NOTHING_JOINED } from "#app/media/pieces/append-piece.ts";
import { placeRuns } from "#app/media/pieces/finish-recording.ts";
import { layOutSound, OPUS_DELAY, OPUS_RATE, opusSetup } from "#app/media/pieces/lay-out-sound.ts";
import { decodePieceIndex, type PieceIndex, type PieceName } from "#app/media/pieces/piece-index.ts";
import { findSilences, type Silence } from "#app/media/windows/find-silences.ts";
import type { WindowContent } from "#app/media/windows/plan-windows.ts";

export type CallWindow = {
  /** A whole M4A file with Opus in it. */
  audio: Uint8Array<ArrayBuffer>;
  /** The stretch that the audio covers, in milliseconds of the recording: add `audioStartMs` to a time in the audio. */
  audioStartMs: number;
  audioEndMs: number;
  /** Silent stretches, in milliseconds of the audio. */
  silences: Silence[];
};

/** Sound that Opus needs before its output is right again (lay-out-windows.ts), in ms; the edit list hides it. */
const PREROLL_MS = 400;
const RATE_MS = OPUS_RATE / 1000;

/** Time before its beginning from which a window needs pieces. */
export const WINDOW_PIECES_BEFORE_MS = CALL_WINDOW_OVERLAP_MS + PREROLL_MS;

/**
 * The sound of [startMs - 2 s, endMs] as a file of its own; times are milliseconds since `recordedAt` (recordingStartedAt). `pieces` are
 * those that touch [startMs - WINDOW_PIECES_BEFORE_MS, endMs], of the mix and, in its holes, of the tab, in any order; more pieces do no
 * harm. Holes that no stream fills are silent. Null when there is no sound at all.
 */
export function buildCallWindow({
  recordedAt,
  segments,
  pieces,
  startMs,
  endMs,
}: {
  recordedAt: number;
  segments: readonly CallSegment[];
  pieces: readonly (PieceName & { bytes: Uint8Array })[];
  startMs: number;
  endMs: number;
}): CallWindow | null {
  const audioStart = Math.max(0, startMs - CALL_WINDOW_OVERLAP_MS) * RATE_MS;
  const from = Math.max(0, audioStart - PREROLL_MS * RATE_MS);
  const { media, indices } = joinPieces(segments, pieces);
  const placed = segments.map(({ startedAt, ...segment }) => ({ ...segment, startMs: startedAt - recordedAt }));
  const offsets = growingNumbers();
  const sizes = growingNumbers();
  const lengths = growingNumbers();
  const bounds = { from, to: endMs * RATE_MS, inOrder: false };
  const { start, end } = layOutSound(placeRuns(placed, indices), bounds, (offset, size, length) => {
    offsets.push(offset);
    sizes.push(size);
    lengths.push(length);
  });
  if (start === null) return null;
  const skip = Math.max(0, audioStart - start) + OPUS_DELAY;
  const length = end - start - skip;
  if (length <= 0) return null;
  const samples = { offsets: offsets.finish(), sizes: sizes.finish(), ...runsOf(lengths.finish()) };
  const channels = Math.max(1, ...segments.map(({ header }) => header.sound?.channels ?? 1));
  const setup = opusSetup(channels);
  const sound = { codec: "opus", objectType: null, entryType: "Opus", setup, channels } as const;
  const content: WindowContent = { ...sound, timescale: OPUS_RATE, sampleRate: OPUS_RATE, skip, length, samples };
  const { file, mediaStart } = openM4a(content);
  let at = mediaStart;
  for (const [sample, offset] of samples.offsets.entries()) {
    const size = samples.sizes[sample] ?? 0;
    file.set(media.subarray(offset, offset + size), at);
    at += size;
  }
  const audioStartMs = Math.max(start, audioStart) / RATE_MS;
  const silences = findSilences(content, file, mediaStart);
  return { audio: file, audioStartMs, audioEndMs: audioStartMs + length / RATE_MS, silences };
}

function joinPieces(segments: readonly CallSegment[], pieces: readonly (PieceName & { bytes: Uint8Array })[]) {
  const indices: PieceIndex[] = [];
  const parts: Uint8Array[] = [];
  const inOrder = pieces
    .flatMap(({ bytes: piece, ...name }) => {
      const segment = segments.find((one) => one.stream === name.stream && one.segment === name.segment);
      return segment === undefined ? [] : { segment, seq: name.seq, piece };
    })
    .toSorted((a, b) => a.segment.startedAt - b.segment.startedAt || a.seq - b.seq);
  let state = NOTHING_JOINED;
  for (const one of inOrder) {
    const appended = appendPiece(state, one);
    indices.push(decodePieceIndex(appended.index));
    parts.push(appended.media);
    state = appended.state;
  }
  const media = new Uint8Array(state.mediaBytes);
  for (const [part, index] of indices.entries()) media.set(parts[part] ?? new Uint8Array(0), index.mediaStart);
  return { media, indices };
}

/** Runs of equal lengths, as (count, delta). */
function runsOf(lengths: Uint32Array): { runCounts: Uint32Array; runDeltas: Uint32Array } {
  const runs: { count: number; delta: number }[] = [];
  for (const delta of lengths) {
    const last = runs.at(-1);
    if (last?.delta === delta) last.count++;
    else runs.push({ count: 1, delta });
  }
  return {
    runCounts: Uint32Array.from(runs, ({ count }) => count),
    runDeltas: Uint32Array.from(runs, ({ delta }) => delta),
  };
}
