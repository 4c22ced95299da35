import type { PlacedRun } from "#app/media/pieces/finish-recording.ts";
import { eachPictureSample } from "#app/media/pieces/piece-index.ts";
import { openTrackTable, type TrackTable } from "#app/media/mp4/write-tables.ts";

/** The picture's units per second. */
export const PICTURE_RATE = 90_000;
const RATE_MS = PICTURE_RATE / 1000;

export type PictureLayout = { table: TrackTable; entries: Uint8Array[]; width: number; height: number };

/**
 * Lays out the frames from the recording's beginning on, without an edit list, which players handle in different ways: a frame is shown
 * until the next, however long the pause between them, and the first from 0 on; earlier frames are decoded in no time. After a hole nothing
 * can be decoded before the next key frame, and players skip a frame that is in the file before one that was played. Null when there is no
 * frame.
 */
export function layOutPicture(runs: readonly PlacedRun[]): PictureLayout | null {
  const entries: Uint8Array[] = [];
  const first = runs[0]?.segment.header.picture;
  if (!first) return null;
  let table = openTrackTable();
  const held = { offset: 0, size: 0, delta: 0, description: 1, key: false, composition: 0 };
  /** Decode time of the held frame; -1: none is held. */
  let heldAt = -1;
  let waiting = true;
  let latest: PlacedRun | null = null;
  for (const placed of runs) {
    const { picture } = placed.segment.header;
    if (!picture) continue;
    if (placed.segment !== latest?.segment || (placed.afterHole && placed.run !== latest.run)) waiting = true;
    latest = placed;
    const description = 1 + indexOfEntry(entries, picture.entry);
    const scale = PICTURE_RATE / placed.timescale;
    const begin = placed.segment.startMs * RATE_MS + placed.time * scale;
    let { offset } = placed;
    let time = 0;
    eachPictureSample(placed.run, ({ size, duration, key, composition }) => {
      const at = Math.round(begin + time * scale);
      const place = offset;
      offset += size;
      time += duration;
      // Two recorders ran at once: a moment that both recorded is there already.
      const over = heldAt > 0 && (at <= heldAt || place < held.offset);
      if (waiting && (!key || over)) return;
      waiting = heldAt >= 0 && place < held.offset;
      if (waiting) return;
      if (key && at <= 0) {
        // All earlier frames are over when the recording begins.
        table = openTrackTable();
        heldAt = -1;
      }
      const from = heldAt < 0 ? 0 : Math.max(at, heldAt + 1);
      if (heldAt >= 0) table.add({ ...held, delta: from - heldAt });
      heldAt = from;
      Object.assign(held, { offset: place, size, description, key });
      held.delta = Math.max(Math.round(duration * scale), 1);
      held.composition = Math.round(composition * scale);
    });
  }
  if (heldAt < 0) return null;
  table.add(held);
  return { table, entries, width: first.width, height: first.height };
}

/** Index of the same sample entry; a new entry is added at the end. */
function indexOfEntry(entries: Uint8Array[], entry: Uint8Array): number {
  const found = entries.findIndex((other) => isEqual(other, entry));
  return found === -1 ? entries.push(entry) - 1 : found;
}

function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && left.every((byte, at) => byte === right[at]);
}
