import { oggSum } from "#app/media/containers/write-ogg.ts";

/** A packet of an Ogg stream; `granule`: its end, if a page states it. */
type OggPacket = { bytes: Uint8Array; granule: bigint | null };

const HEAD_BYTES = 27;
const NO_GRANULE = -1n;

/** The packets of a file with one stream, and the stream's number. */
export function oggPackets(file: Uint8Array): OggPacket[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const packets: OggPacket[] = [];
  let open: Uint8Array[] = [];
  for (let at = 0; at < file.byteLength; ) {
    const segments = view.getUint8(at + 26);
    let body = at + HEAD_BYTES + segments;
    for (let segment = 0; segment < segments; segment++) {
      const size = view.getUint8(at + HEAD_BYTES + segment);
      open.push(file.subarray(body, body + size));
      body += size;
      if (size === 255) continue;
      packets.push({ bytes: new Uint8Array(Buffer.concat(open)), granule: null });
      open = [];
    }
    const last = packets.at(-1);
    const granule = view.getBigInt64(at + 6, true);
    if (last && granule !== NO_GRANULE) last.granule = granule;
    at = body;
  }
  return packets;
}

export type PageCut = {
  /** Number of header packets: the first has a page of its own, and sound begins on a new page. */
  headers: number;
  /** Number of segments (of up to 255 bytes) of the next page. */
  segments: () => number;
};

/** The same packets in other pages, so that any of them may stand in two or more. */
export function writeOggPages(packets: readonly OggPacket[], { headers, segments }: PageCut): Uint8Array {
  const pages: { lengths: number[]; bytes: Uint8Array[]; granule: bigint; isContinued: boolean }[] = [];
  const begin = (isContinued: boolean) => {
    const page = { lengths: [], bytes: [], granule: NO_GRANULE, isContinued };
    pages.push(page);
    return { page: page as (typeof pages)[number], room: segments() };
  };
  let here = begin(false);
  for (const [index, { bytes, granule }] of packets.entries()) {
    if (index === 1 || index === headers) here = begin(false);
    for (let at = 0, length = 255; length === 255; at += 255) {
      if (here.page.lengths.length >= here.room) here = begin(at > 0);
      length = Math.min(255, bytes.byteLength - at);
      here.page.lengths.push(length);
      here.page.bytes.push(bytes.subarray(at, at + length));
    }
    // A page gets a granule only if the end of its last packet is known.
    here.page.granule = granule ?? NO_GRANULE;
  }
  const files = pages.map(({ lengths, bytes, granule, isContinued }, number) => {
    const page = new Uint8Array(Buffer.concat([new Uint8Array(HEAD_BYTES), Uint8Array.from(lengths), ...bytes]));
    const view = new DataView(page.buffer);
    page.set([0x4f, 0x67, 0x67, 0x53]);
    const isLast = number === pages.length - 1;
    view.setUint8(5, (isContinued ? 1 : 0) | (number === 0 ? 2 : 0) | (isLast ? 4 : 0));
    view.setBigInt64(6, granule, true);
    view.setUint32(14, 7, true);
    view.setUint32(18, number, true);
    view.setUint8(26, lengths.length);
    view.setUint32(22, oggSum(page, 0, page.byteLength), true);
    return page;
  });
  return new Uint8Array(Buffer.concat(files));
}
