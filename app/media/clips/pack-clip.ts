import type { ClipPlan, ClipType } from "#app/media/clips/plan-clip.ts";
import { readVarints, writeVarints } from "#app/media/containers/varints.ts";

const FORMAT_VERSION = 1;
const TYPES = ["video/mp4", "audio/mp4", "audio/wav", "audio/ogg"] as const satisfies readonly ClipType[];
/** Times are kept in millionths of a second. */
const UNITS_MS = 1000;

/**
 * A plan as bytes, so that the recording is read for it only once: some 8 bytes a sample. Varints: format version, type, times, width and
 * height or 0, head with its length, the spans as pairs of the gap behind the span before and the size.
 */
export function packClip({ type, head, spans, startsAtMs, endsAtMs, width = 0, height = 0 }: ClipPlan): Uint8Array {
  const writer = writeVarints(64 + head.byteLength + spans.offsets.length * 4);
  for (const value of [FORMAT_VERSION, TYPES.indexOf(type)]) writer.uint(value);
  for (const ms of [startsAtMs, endsAtMs]) writer.uint(Math.round(ms * UNITS_MS));
  for (const value of [width, height]) writer.uint(value);
  writer.bytes(head);
  writer.uint(spans.offsets.length);
  let end = 0;
  for (const [span, offset] of spans.offsets.entries()) {
    const size = spans.sizes[span] ?? 0;
    writer.int(offset - end);
    writer.uint(size);
    end = offset + size;
  }
  return writer.finish();
}

/** Null for a plan of another format: it is planned again. */
export function unpackClip(bytes: Uint8Array): ClipPlan | null {
  const reader = readVarints(bytes);
  if (reader.uint() !== FORMAT_VERSION) return null;
  const type = TYPES[reader.uint()];
  if (type === undefined) return null;
  const [startsAtMs, endsAtMs] = [reader.uint() / UNITS_MS, reader.uint() / UNITS_MS];
  const [width, height] = [reader.uint(), reader.uint()];
  const head = reader.bytes();
  const spans = { offsets: new Uint32Array(reader.uint()), sizes: new Uint32Array(0) };
  spans.sizes = new Uint32Array(spans.offsets.length);
  let [end, byteLength] = [0, head.byteLength];
  for (let span = 0; span < spans.offsets.length; span++) {
    const offset = end + reader.int();
    const size = reader.uint();
    spans.offsets[span] = offset;
    spans.sizes[span] = size;
    end = offset + size;
    byteLength += size;
  }
  return { type, byteLength, head, spans, startsAtMs, endsAtMs, ...(width > 0 && { width, height }) };
}
