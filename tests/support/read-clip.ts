import type { ByteSource } from "#app/media/byte-source.ts";
import type { ClipPlan } from "#app/media/clips/plan-clip.ts";

/** The whole file of a clip, in memory. */
export async function readClip(source: ByteSource, { head, spans, byteLength }: ClipPlan): Promise<Uint8Array> {
  const file = new Uint8Array(byteLength);
  file.set(head);
  let at = head.byteLength;
  for (const [span, offset] of spans.offsets.entries()) {
    const size = spans.sizes[span] ?? 0;
    file.set(await source.read(offset, offset + size), at);
    at += size;
  }
  if (at !== byteLength) throw new Error(`the plan of a clip says ${byteLength} bytes and has ${at}`);
  return file;
}
