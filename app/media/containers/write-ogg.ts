import { invariant } from "#app/domain/invariant.ts";
import { splitVorbisSetup } from "#app/media/containers/vorbis-setup.ts";
import type { WindowContent } from "#app/media/windows/plan-windows.ts";

/** x^32 + x^26 + … + 1, high bits first, as Ogg uses it (RFC 3533 §6): nothing inverted. */
const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? POLYNOMIAL : 0);
  return sum;
});

/** The sum of an Ogg page, in whose head the place of the sum is still zero. */
export function oggSum(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum = (sum << 8) ^ (TABLE[(sum >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  return sum >>> 0;
}

export interface OggWriter {
  /** Takes the bytes of the window's packets in order, split anywhere. */
  push(bytes: Uint8Array): void;
  finish(): Uint8Array<ArrayBuffer>;
}

const PAGE_HEAD_BYTES = 27;
const SEGMENTS_MAX = 255;
/** Packets in a page of about a second, as other writers make them: some decoders lose the end of a file that is a single page. */
const PACKETS_MAX = 64;
const SUM_AT = 22;
const FLAG = { begins: 2, ends: 4 };
/** There is one stream, so any number works. The same window gives the same bytes. */
const SERIAL = 1;
/** Vorbis' second header, with an empty writer name and no comments. */
const COMMENT = Uint8Array.from([3, 0x76, 0x6f, 0x72, 0x62, 0x69, 0x73, 0, 0, 0, 0, 0, 0, 0, 0, 1]);

/** A page: the sizes of its packets, their sum in `bytes`, and the time at which the last of them ends. */
type Page = { sizes: number[]; bytes: number; granule: number };

/**
 * Writes a window of Vorbis as an Ogg file (RFC 3533, Vorbis I §A). The first packet produces no sound: the second one is added to it.
 * Pages count from the first sound of the window, so that a decoder leaves out the sound before it (a first page that counts less than it
 * holds) and after it (the last page). Page heads are written at once, the packets as they arrive, the checksums at the end.
 */
export function openOgg(content: WindowContent): OggWriter {
  const { identification, setup } = splitVorbisSetup(content.setup);
  const pages = layOutPages(content);
  const headers: Page[] = [
    { sizes: [identification.byteLength], bytes: identification.byteLength, granule: 0 },
    { sizes: [COMMENT.byteLength, setup.byteLength], bytes: COMMENT.byteLength + setup.byteLength, granule: 0 },
  ];
  const all = [...headers, ...pages];
  const heads = all.map(({ sizes }) => PAGE_HEAD_BYTES + sizes.reduce((sum, size) => sum + segmentsOf(size), 0));
  const file = new Uint8Array(all.reduce((sum, { bytes }, page) => sum + bytes + (heads[page] ?? 0), 0));
  /** Offset at which each page's packets begin. */
  const starts: number[] = [];
  let at = 0;
  for (const [number, page] of all.entries()) {
    const flags = (number === 0 ? FLAG.begins : 0) | (number === all.length - 1 ? FLAG.ends : 0);
    writeHead(file, at, { page, flags, number });
    starts.push(at + (heads[number] ?? 0));
    at += (heads[number] ?? 0) + page.bytes;
  }
  file.set(identification, starts[0]);
  file.set(COMMENT, starts[1]);
  file.set(setup, (starts[1] ?? 0) + COMMENT.byteLength);
  let current = headers.length;
  let filled = 0;
  return {
    push(bytes) {
      for (let from = 0; from < bytes.byteLength; ) {
        const page = all[current];
        invariant(page !== undefined, "a window's packets fill the pages that were laid out for them");
        const count = Math.min(page.bytes - filled, bytes.byteLength - from);
        file.set(bytes.subarray(from, from + count), (starts[current] ?? 0) + filled);
        from += count;
        filled += count;
        if (filled < page.bytes) continue;
        current++;
        filled = 0;
      }
    },
    finish() {
      const view = new DataView(file.buffer);
      for (const [number, { bytes }] of all.entries()) {
        const start = (starts[number] ?? 0) - (heads[number] ?? 0);
        const end = (starts[number] ?? 0) + bytes;
        view.setUint32(start + SUM_AT, oggSum(file, start, end), true);
      }
      return file;
    },
  };
}

/** A page holds whole packets, as many as its 255 lengths allow: no packet of ours is longer than a page. */
function layOutPages({ samples, skip, length }: WindowContent): Page[] {
  const { sizes, runCounts, runDeltas } = samples;
  const pages: Page[] = [];
  let page: Page = { sizes: [], bytes: 0, granule: 0 };
  let segments = 0;
  let time = -skip;
  let packet = 0;
  for (const [run, count] of runCounts.entries()) {
    for (const end = packet + count; packet < end; packet++) {
      const size = sizes[packet] ?? 0;
      if (segments + segmentsOf(size) > SEGMENTS_MAX || page.sizes.length === PACKETS_MAX) {
        pages.push(page);
        page = { sizes: [], bytes: 0, granule: 0 };
        segments = 0;
      }
      segments += segmentsOf(size);
      time += runDeltas[run] ?? 0;
      page.sizes.push(size);
      page.bytes += size;
      page.granule = Math.max(Math.min(time, length), 0);
    }
  }
  return page.sizes.length > 0 ? [...pages, page] : pages;
}

function segmentsOf(size: number): number {
  return Math.floor(size / 255) + 1;
}

type Head = { page: Page; flags: number; number: number };

function writeHead(file: Uint8Array<ArrayBuffer>, at: number, { page, flags, number }: Head): void {
  const view = new DataView(file.buffer, at);
  file.set([0x4f, 0x67, 0x67, 0x53, 0, flags], at);
  view.setUint32(6, page.granule % 2 ** 32, true);
  view.setUint32(10, Math.floor(page.granule / 2 ** 32), true);
  view.setUint32(14, SERIAL, true);
  view.setUint32(18, number, true);
  let segment = at + PAGE_HEAD_BYTES;
  for (const size of page.sizes) {
    file.fill(255, segment, segment + segmentsOf(size) - 1);
    segment += segmentsOf(size) - 1;
    file[segment++] = size % 255;
  }
  view.setUint8(26, segment - at - PAGE_HEAD_BYTES);
}
