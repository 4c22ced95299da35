import { VORBIS_SETUP_BYTES_MAX } from "#app/domain/limits/media.ts";
import { joinBytes } from "#app/domain/sha256.ts";
import { type ByteSource, viewOf } from "#app/media/byte-source.ts";
import { collectPackets, type PacketCollector } from "#app/media/containers/collect-packets.ts";
import type { ContainerAudio } from "#app/media/containers/container-audio.ts";
import { type ForwardBytes, openForward } from "#app/media/containers/forward-bytes.ts";
import { type OggSound, type OggStart, startOgg } from "#app/media/containers/ogg-sound.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { refuse } from "#app/media/refuse-recording.ts";

const PAGE_HEAD_BYTES = 27;
const PAGE_FLAG = { continued: 1, begins: 2, ends: 4 };

/** A page (RFC 3533 §6): the lengths of its packets, of which the first may go on from the page before and the last in the next. */
type OggPage = {
  flags: number;
  granule: number | null;
  serial: number;
  sizes: number[];
  isOpen: boolean;
  /** Of its own head, in bytes; of all of it. */
  head: number;
  whole: number;
};

/** The page that begins here, wholly at hand; null at the end of the file, "cut" where the file ends inside it. */
async function readPage(forward: ForwardBytes): Promise<OggPage | "cut" | null> {
  if (!(await forward.fill(PAGE_HEAD_BYTES))) return forward.position < forward.size ? "cut" : null;
  const fixed = forward.bytes(PAGE_HEAD_BYTES);
  // A recorder that stopped leaves the room that it had reserved.
  if (fixed.every((byte) => byte === 0)) return "cut";
  if (!isPage(fixed) || fixed[4] !== 0) refuse("hostile");
  const segments = fixed[26] ?? 0;
  const head = PAGE_HEAD_BYTES + segments;
  if (!(await forward.fill(head))) return "cut";
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
  return (await forward.fill(whole)) ? page : "cut";
}

function isPage(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4f && bytes[1] === 0x67 && bytes[2] === 0x67 && bytes[3] === 0x53;
}

/** Limit of streams that may begin before the first sound: a picture, and its related streams. */
const STREAMS_MAX = 16;
/** Limit of all headers: comments may contain a picture; no header is larger. */
const HEADERS_BYTES_MAX = 16 * 1024 * 1024;
const HEADERS_MAX = 64;

type FoundSound = { serial: number; sound: OggSound; from: number; hasVideo: boolean };

/**
 * An Ogg file with Opus, Vorbis or FLAC in it: pages are chained only by their lengths, so the whole file is walked once. A packet that
 * continues over several pages has several places, which the table holds as pieces: all but the last have no duration.
 */
export async function scanOgg(source: ByteSource, options: ProbeOptions): Promise<ContainerAudio> {
  const found = await findSound(source, options);
  if (options.fragments !== "scan") refuse("needs-scan");
  const { config, timescale, preSkip, ahead } = found.sound;
  const file = collectPackets({ timescale, fileEnd: source.size, from: found.from }, options);
  const packets = file.track;
  const forward = openForward(source, file.from, options.signal);
  let ended: WalkEnd;
  try {
    ended = await walk(forward, found, file);
  } finally {
    await forward.close();
  }
  const { granule: endGranule, isCut } = ended;
  if (isCut && packets.expected === 0) refuse("truncated");
  // The last page gives the end of the sound within its last packet.
  const end = endGranule === null ? 0 : Math.max(packets.expected - endGranule - ahead, 0);
  const samples = packets.finish({ start: preSkip, end: end < timescale ? end : 0 });
  return {
    config,
    timescale,
    samples,
    language: null,
    hasVideo: found.hasVideo,
    endMs: 0,
    inPieces: true,
    ...(isCut && { isCut }),
  };
}

/** Finds the first stream of a known sound codec; the pages that begin the streams come first, then the rest of the headers. */
async function findSound(source: ByteSource, { signal }: ProbeOptions): Promise<FoundSound> {
  const forward = openForward(source, 0, signal);
  try {
    if (!(await forward.fill(4)) || !isPage(forward.bytes(4))) refuse("wrong-kind");
    let start: OggStart | null = null;
    let serial = 0;
    let others = 0;
    for (let streams = 0; streams < STREAMS_MAX; streams++) {
      const position = forward.position;
      const page = await readPage(forward);
      if (page === "cut") return refuse("truncated");
      if (page === null) break;
      if ((page.flags & PAGE_FLAG.begins) === 0) {
        if (start === null) break;
        const sound = await readHeaders(forward, start, serial);
        return { serial, sound, from: forward.position, hasVideo: others > 0 };
      }
      const [size = 0] = page.sizes;
      const found = startOgg(forward.bytes(page.head + size).slice(page.head));
      if (found !== null && start === null) [start, serial] = [found, page.serial];
      else others++;
      forward.pass(page.whole);
      if (forward.position === position) break;
    }
    return refuse(start === null && others > 0 ? "unsupported-codec" : "truncated");
  } finally {
    await forward.close();
  }
}

/** Leaves `forward` at the first page of sound: all three mappings begin the sound on a new page. */
async function readHeaders(forward: ForwardBytes, start: OggStart, serial: number): Promise<OggSound> {
  const headers: Uint8Array[] = [];
  /** The beginning of a packet that continues on the next page, as far as it is kept. */
  let pieces: Uint8Array[] = [];
  let kept = 0;
  const until = forward.position + HEADERS_BYTES_MAX;
  for (;;) {
    const page = await readPage(forward);
    if (page === null || page === "cut") return refuse("truncated");
    if (forward.position > until) return refuse("hostile");
    const bytes = forward.bytes(page.whole);
    let at = page.head;
    for (const [position, size] of page.serial === serial ? page.sizes.entries() : []) {
      const piece = bytes.subarray(at, at + size);
      at += size;
      if (pieces.length === 0 && !start.isHeader(piece, headers.length)) {
        // Sound on a page with headers would be lost; no writer of the three mappings does this.
        if (position > 0) refuse("hostile");
        const sound = start.open(headers) ?? refuse("unsupported-codec");
        const early = earlyBy(bytes, page, sound);
        return { ...sound, ahead: sound.ahead + early, preSkip: sound.preSkip + early };
      }
      // Only the beginning of comments is kept; a setup is small.
      if (kept <= VORBIS_SETUP_BYTES_MAX) pieces.push(piece.slice());
      kept += size;
      if (page.isOpen && position === page.sizes.length - 1) continue;
      if (headers.length === HEADERS_MAX) refuse("hostile");
      headers.push(joinBytes(pieces));
      pieces = [];
      kept = 0;
    }
    forward.pass(page.whole);
  }
}

/**
 * Vorbis I §A.2: a first page that counts less than it holds begins before the first played moment, as in a file cut out of a longer
 * stream; if it is also the last page, the count marks the end. Opus has its pre-skip, FLAC has nothing similar.
 */
function earlyBy(bytes: Uint8Array, page: OggPage, { config, ahead, length }: OggSound): number {
  if (config.codec !== "vorbis" || page.granule === null || (page.flags & PAGE_FLAG.ends) !== 0) return 0;
  let whole = 0;
  let before = 0;
  let at = page.head;
  for (const size of page.isOpen ? page.sizes.slice(0, -1) : page.sizes) {
    const packet = length(bytes, at, size, before);
    whole += packet.length;
    before = packet.block || before;
    at += size;
  }
  return Math.max(whole - ahead - page.granule, 0);
}

/** The last time that a page of the sound gives, and whether the file ends inside a page or a packet, as a recorder leaves it that was stopped. */
type WalkEnd = { granule: number | null; isCut: boolean };

async function walk(
  forward: ForwardBytes,
  { serial, sound }: FoundSound,
  { track: packets, mark }: ReturnType<typeof collectPackets>,
): Promise<WalkEnd> {
  let granule: number | null = null;
  for (;;) {
    const start = forward.position;
    const page = await readPage(forward);
    // The pieces of a packet without its end have no duration, and so are in no window.
    if (page === "cut" || (page === null && packets.carried.open > 0)) return { granule, isCut: true };
    if (page === null) return { granule, isCut: false };
    if (page.serial !== serial) {
      // A new stream after the first: the file was joined from two, and the second begins at zero again.
      if ((page.flags & PAGE_FLAG.begins) !== 0 && packets.count > 0) refuse("unsupported-codec");
    } else {
      if ((page.flags & PAGE_FLAG.begins) !== 0) refuse("unsupported-codec");
      const isLast = (page.flags & PAGE_FLAG.ends) !== 0 || start + page.whole >= forward.size;
      addPage(forward.bytes(page.whole), { page, start, sound, isLast }, packets);
      granule = page.granule ?? granule;
    }
    forward.pass(page.whole);
    mark(forward.position);
  }
}

type PageOfSound = { page: OggPage; start: number; sound: OggSound; isLast: boolean };
/** A packet, or the part of one on this page. `length` of a packet that only begins here is added where it ends. */
type Piece = { at: number; size: number; length: number };

function addPage(bytes: Uint8Array, { page, start, sound, isLast }: PageOfSound, packets: PacketCollector): void {
  const { carried } = packets;
  const isContinued = (page.flags & PAGE_FLAG.continued) !== 0;
  // A page between the two parts of a packet is missing.
  if (carried.open > 0 && page.sizes.length > 0 && !isContinued) refuse("hostile");
  const pieces: Piece[] = [];
  let at = page.head;
  let whole = 0;
  for (const [index, size] of page.sizes.entries()) {
    const goesOn = page.isOpen && index === page.sizes.length - 1;
    if (index === 0 && isContinued) {
      // Its length was given by its beginning; without the beginning it is not a packet.
      if (carried.open > 0) packets.add({ offset: start + at, size, duration: goesOn ? 0 : carried.open, time: null });
      if (!goesOn) carried.open = 0;
    } else {
      const { length, block } = sound.length(bytes, at, size, carried.block);
      // Bytes that are not a packet have no duration and are left out: a decoder would fail on them.
      if (length > 0) {
        carried.block = block;
        pieces.push({ at, size, length: goesOn ? 0 : length });
        if (goesOn) carried.open = length;
        else whole += length;
      }
    }
    at += size;
  }
  // A page gives the time at which its last complete packet ends; only the very last page may give an earlier one.
  const begins = page.granule === null ? null : page.granule + sound.ahead - whole;
  let time = begins !== null && begins >= 0 ? begins : null;
  // Players read a file's length there too, and nothing after the last page could prove a gap: its sound follows the sound before.
  if (isLast && packets.count > 0 && time !== null && time > packets.expected) time = null;
  // A file cut out of a longer stream continues that stream's count.
  if (pieces.length > 0) packets.origin ??= time ?? 0;
  for (const { at: from, size, length } of pieces) {
    packets.add({ offset: start + from, size, duration: length, time });
    time = null;
  }
}
