import type { ForwardBytes } from "#app/media/containers/forward-bytes.ts";
import { viewOf } from "#app/media/range-reader.ts";
import { refuse } from "#app/media/refuse-recording.ts";

const PAGE_HEAD_BYTES = 27;
export const PAGE_FLAG = { continued: 1, begins: 2, ends: 4 };

/** A page (RFC 3533 §6): the lengths of its packets, of which the first may go on from the page before and the last in the next. */
export type OggPage = {
  flags: number;
  granule: number | null;
  serial: number;
  sizes: number[];
  isOpen: boolean;
  /** Of its own head, in bytes; of all of it. */
  head: number;
  whole: number;
};

/** The page that begins here, wholly at hand; null at the end of the file. */
export async function readPage(forward: ForwardBytes): Promise<OggPage | null> {
  if (!(await forward.fill(PAGE_HEAD_BYTES))) return forward.position < forward.size ? refuse("truncated") : null;
  const fixed = forward.bytes(PAGE_HEAD_BYTES);
  if (!isPage(fixed) || fixed[4] !== 0) refuse("hostile");
  const segments = fixed[26] ?? 0;
  const head = PAGE_HEAD_BYTES + segments;
  if (!(await forward.fill(head))) refuse("truncated");
  const view = viewOf(forward.bytes(head));
  const sizes: number[] = [];
  let whole = head;
  let open = 0;
  let isOpen = false;
  for (let segment = 0; segment < segments; segment++) {
    const length = view.getUint8(PAGE_HEAD_BYTES + segment);
    open += length;
    whole += length;
    isOpen = length === 255;
    if (isOpen) continue;
    sizes.push(open);
    open = 0;
  }
  if (isOpen) sizes.push(open);
  const [low, high] = [view.getUint32(6, true), view.getInt32(10, true)];
  const granule = high < 0 ? null : high * 2 ** 32 + low;
  const page = { flags: view.getUint8(5), granule, serial: view.getUint32(14, true), sizes, isOpen, head, whole };
  // The head is no longer there behind this.
  return (await forward.fill(whole)) ? page : refuse("truncated");
}

export function isPage(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4f && bytes[1] === 0x67 && bytes[2] === 0x67 && bytes[3] === 0x53;
}
