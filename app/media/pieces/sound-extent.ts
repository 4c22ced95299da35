import { CALL_GAP_MS_MIN } from "#app/domain/limits/calls.ts";
import type { CallSegment } from "#app/media/pieces/append-piece.ts";
import { placeRuns } from "#app/media/pieces/finish-recording.ts";
import { layOutSound, OPUS_RATE } from "#app/media/pieces/lay-out-sound.ts";
import { decodePieceIndex } from "#app/media/pieces/piece-index.ts";
import type { Stretch } from "#app/media/pieces/plan-call-window.ts";

export type SoundExtent = { durationMs: number; gaps: Stretch[] };

/** The length of a mix, and its gaps that a person is told about, in ms of the recording; null when it holds nothing. Other streams are ignored. */
export function soundExtent(
  segments: readonly CallSegment[],
  recordedAt: number,
  indices: Iterable<Uint8Array>,
): SoundExtent | null {
  const placed = segments.map(({ startedAt, ...segment }) => ({ ...segment, startMs: startedAt - recordedAt }));
  const { mix } = placeRuns(placed, decodeAll(indices));
  const bounds = { from: 0, to: Number.POSITIVE_INFINITY, inOrder: false };
  const { start, end, gaps } = layOutSound({ mix, tab: [] }, bounds, () => {});
  if (start === null) return null;
  const before = toMs(start) >= CALL_GAP_MS_MIN ? [{ startMs: 0, endMs: toMs(start) }] : [];
  return {
    durationMs: toMs(end),
    gaps: [...before, ...gaps.map((gap) => ({ startMs: toMs(gap.start), endMs: toMs(gap.end) }))],
  };
}

function* decodeAll(indices: Iterable<Uint8Array>) {
  for (const index of indices) yield decodePieceIndex(index);
}

function toMs(time: number): number {
  return Math.round((time * 1000) / OPUS_RATE);
}
