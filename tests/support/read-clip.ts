import type { ByteSource } from "#app/media/byte-source.ts";
import { openPackedClip, packClip } from "#app/media/clips/packed-clip.ts";
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

/** A plan as it comes back from its bytes, read as a whole. */
export async function packedAndRead(plan: ClipPlan): Promise<ClipPlan> {
  const packed = packClip(plan);
  const clip = await openPackedClip((start, end) => Promise.resolve(packed.subarray(start, end)));
  if (!clip) throw new Error("a plan of another format");
  const { parts, headBytes, ...facts } = clip;
  const head = new Uint8Array(headBytes);
  const [offsets, sizes]: [number[], number[]] = [[], []];
  let at = 0;
  for await (const part of parts(0, clip.byteLength)) {
    if (part instanceof Uint8Array) {
      head.set(part, at);
      at += part.byteLength;
    } else {
      offsets.push(...part.offsets);
      sizes.push(...part.sizes);
    }
  }
  return { ...facts, head, spans: { offsets: Uint32Array.from(offsets), sizes: Uint32Array.from(sizes) } };
}
