import { PCM_PIECE_MS, TRACK_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import { type RangeReader, viewOf } from "#app/media/byte-source.ts";
import type { SampleRun } from "#app/media/fragments/read-fragment.ts";
import { buildTable } from "#app/media/mp4/build-table.ts";
import { isInMedia, type MediaPlaces } from "#app/media/mp4/read-movie.ts";
import type { TrackHeader } from "#app/media/mp4/read-track-header.ts";
import type { TrackSamples } from "#app/media/mp4/sample-list.ts";
import { readChunkOffsets, readEntries, readSampleTable, type SampleTable } from "#app/media/mp4/sample-table.ts";
import { layOutTimeline } from "#app/media/mp4/timeline.ts";
import { findBox, needBox } from "#app/media/mp4/walk-boxes.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Relative difference that two clocks may have. */
const LENGTH_ERROR_MAX = 0.001;

export type PcmFrames = { frameBytes: number; sampleRate: number };

/**
 * The table of a PCM track. Each of its samples is one frame of sound, 173 million an hour, so they are never listed: the content of a
 * chunk is cut into pieces of PCM_PIECE_MS or less, which a table calls samples from here on.
 */
export async function readPcmSamples(
  reader: RangeReader,
  track: TrackHeader,
  { frames, places }: { frames: PcmFrames; places: MediaPlaces },
): Promise<TrackSamples> {
  const table = await readPcmTable(reader, track, frames, places);
  checkPcm(table, track, frames);
  return { table, parts: layOutTimeline(track.edits, track.timescale, table.duration) };
}

async function readPcmTable(
  reader: RangeReader,
  { tables }: TrackHeader,
  frames: PcmFrames,
  places: MediaPlaces,
): Promise<SampleTable> {
  const stsz = findBox(tables, "stsz");
  if (stsz !== null && stsz.end - stsz.body < 12) refuse("hostile");
  const sizes = stsz === null ? null : viewOf(await reader.bytes(stsz.body, stsz.body + 12));
  const uniform = sizes?.getUint32(4) ?? 0;
  const count = sizes?.getUint32(8) ?? 0;
  // Packets of many frames, each with its size: an ordinary table.
  if (uniform === 0 || (uniform !== 1 && uniform !== frames.frameBytes))
    return await readSampleTable(reader, tables, places);
  const { count: runs, view: times } = await readEntries(reader, needBox(tables, "stts"), 8);
  if (runs === 0) refuse("hostile");
  const delta = times.getUint32(4);
  for (let run = 1; run < runs; run++) if (times.getUint32(run * 8 + 4) !== delta) refuse("unsupported-codec");
  const chunks = await readChunkOffsets(reader, tables);
  const { count: entries, view } = await readEntries(reader, needBox(tables, "stsc"), 12);
  const table = buildTable();
  let left = count;
  let used = 0;
  let missing = 0;
  let descriptions = 1;
  for (let entry = 0; entry < entries && left > 0; entry++) {
    const first = view.getUint32(entry * 12) - 1;
    const perChunk = view.getUint32(entry * 12 + 4);
    const next = entry + 1 < entries ? view.getUint32(entry * 12 + 12) - 1 : chunks.length;
    descriptions = Math.max(descriptions, view.getUint32(entry * 12 + 8));
    if (first < 0 || next <= first || next > chunks.length || perChunk === 0 || (entry === 0 && first !== 0))
      refuse("hostile");
    for (let chunk = first; chunk < next && left > 0; chunk++) {
      const told = Math.min(perChunk, left);
      left -= told;
      used = chunk + 1;
      let at = chunks[chunk] ?? 0;
      const end = Math.min(at + told * frames.frameBytes, reader.size);
      if (at < reader.size && !isInMedia(places, at, end)) refuse("hostile");
      // Missing bytes are at the end: nothing after them is used.
      const held = missing > 0 ? 0 : Math.max(Math.floor((end - at) / frames.frameBytes), 0);
      missing += told - held;
      if (held === 0) continue;
      const pieces = cut(held, frames);
      if (table.count + pieces.count > TRACK_SAMPLES_MAX) refuse("hostile");
      for (let piece = 0; piece < pieces.count; piece++) {
        const size = pieces.length(piece) * frames.frameBytes;
        table.add(at, size, pieces.length(piece) * delta);
        at += size;
      }
    }
  }
  if (left > 0 || used < chunks.length) refuse("hostile");
  if (missing > 0 && places.end === "whole") refuse("hostile");
  return table.finish(descriptions, missing * delta);
}

/**
 * The bytes tell how long PCM plays: when the track says otherwise, the right rate is unknown. The bytes must also be in order, because a
 * window is mixed down while they stream past.
 */
export function checkPcm(
  { offsets, sizes, duration }: SampleTable,
  { timescale }: TrackHeader,
  frames: PcmFrames,
): void {
  let bytes = 0;
  for (let sample = 0; sample < sizes.length; sample++) {
    bytes += sizes[sample] ?? 0;
    if (sample > 0 && (offsets[sample] ?? 0) < (offsets[sample - 1] ?? 0)) refuse("unsupported-codec");
  }
  const soundsS = bytes / frames.frameBytes / frames.sampleRate;
  if (Math.abs(soundsS - duration / timescale) > soundsS * LENGTH_ERROR_MAX) refuse("unsupported-codec");
}

/** Groups a fragment's run of single frames into pieces of many. */
export function pieceRun(run: SampleRun, frames: PcmFrames): SampleRun {
  if (run.count === 0 || run.size(0) !== frames.frameBytes) return run;
  const delta = run.duration(0);
  const pieces = cut(run.count, frames);
  return {
    ...run,
    count: pieces.count,
    size: (piece) => pieces.length(piece) * frames.frameBytes,
    duration: (piece) => pieces.length(piece) * delta,
  };
}

/** Equal pieces as far as possible; the last has the rest. */
function cut(held: number, { sampleRate }: PcmFrames) {
  const most = Math.ceil((sampleRate * PCM_PIECE_MS) / 1000);
  const count = Math.ceil(held / most);
  const each = Math.ceil(held / count);
  return { count: Math.ceil(held / each), length: (piece: number) => Math.min(each, held - piece * each) };
}
