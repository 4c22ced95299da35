import type { ByteSource } from "#app/media/byte-source.ts";
import { collectPackets, type PacketCollector } from "#app/media/other/collect-packets.ts";
import { type ForwardBytes, openForward } from "#app/media/other/forward-bytes.ts";
import type { HeardSound } from "#app/media/other/heard-sound.ts";
import { opusConfig } from "#app/media/other/sound-setup.ts";
import { OPUS_RATE, OPUS_UNIT, opusUnits } from "#app/media/pieces/opus-packets.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { viewOf } from "#app/media/range-reader.ts";
import { refuse } from "#app/media/refuse-recording.ts";

const PAGE_HEAD_BYTES = 27;
const FLAG = { continued: 1, begins: 2 };
/** Streams that may begin before the first sound: a picture, and what goes with it. */
const STREAMS_MAX = 16;

/** A page (RFC 3533 §6): the lengths of its packets, of which the last may go on in the next page. */
type Page = { flags: number; granule: number | null; serial: number; sizes: number[]; isOpen: boolean; head: number };

type OggSound = { serial: number; head: NonNullable<ReturnType<typeof opusConfig>>; from: number; hasVideo: boolean };

/**
 * An Ogg file with Opus in it (RFC 7845), as telephones and messengers record: pages are chained only by their lengths, so that the
 * whole file is walked once. A packet that stands in two pages has no one place that a window could copy it from.
 */
export async function scanOgg(source: ByteSource, options: ProbeOptions): Promise<HeardSound> {
  const sound = await findSound(source, options);
  if (options.fragments !== "scan") refuse("needs-scan");
  const packets = collectPackets({ timescale: OPUS_RATE, fileEnd: source.size, from: sound.from }, options);
  const forward = openForward(source, packets.from, options.signal);
  let endGranule: number | null = null;
  try {
    endGranule = await walk(forward, sound, packets);
  } finally {
    await forward.close();
  }
  // The last page says where the sound ends within its last packet.
  const end = endGranule === null ? 0 : Math.max(packets.expected - endGranule, 0);
  const samples = packets.finish({ start: sound.head.preSkip, end: end < OPUS_RATE ? end : 0 });
  const { config } = sound.head;
  return { config, timescale: OPUS_RATE, samples, language: null, hasVideo: sound.hasVideo, endMs: 0 };
}

/** The first stream of Opus; the pages that begin the streams stand first. */
async function findSound(source: ByteSource, { signal }: ProbeOptions): Promise<OggSound> {
  const forward = openForward(source, 0, signal);
  try {
    if (!(await forward.fill(4)) || !isPage(forward.bytes(4))) refuse("wrong-kind");
    let head: OggSound["head"] | null = null;
    let serial = 0;
    let others = 0;
    for (let streams = 0; streams < STREAMS_MAX; streams++) {
      const page = await readPage(forward);
      if (page === null) break;
      if ((page.flags & FLAG.begins) === 0) {
        if (head === null) break;
        // The tags follow, in one page or more; what goes on from there is sound.
        return { serial, head, from: forward.position, hasVideo: others > 0 };
      }
      const [size = 0] = page.sizes;
      const packet = forward.bytes(page.head + size).slice(page.head);
      forward.pass(page.head + sum(page.sizes));
      const found = opusConfig(packet);
      if (found !== null && head === null) [head, serial] = [found, page.serial];
      else others++;
    }
    return refuse(head === null && others > 0 ? "unsupported-codec" : "truncated");
  } finally {
    await forward.close();
  }
}

/** Answers with the last moment that a page of the sound names. */
async function walk(forward: ForwardBytes, sound: OggSound, packets: PacketCollector): Promise<number | null> {
  let granule: number | null = null;
  let tagsAreOpen = packets.count === 0;
  for (;;) {
    const start = forward.position;
    const page = await readPage(forward);
    if (page === null) return granule;
    const whole = page.head + sum(page.sizes);
    if (page.serial !== sound.serial) {
      // Another piece behind the first: a file that was joined out of two, whose second begins at zero again.
      if ((page.flags & FLAG.begins) !== 0 && packets.count > 0) refuse("unsupported-codec");
    } else if (tagsAreOpen) tagsAreOpen = page.isOpen;
    else {
      if (page.isOpen || (page.flags & FLAG.continued) !== 0) refuse("unsupported-codec");
      addPage(forward.bytes(whole), page, start, packets);
      granule = page.granule ?? granule;
    }
    forward.pass(whole);
    if (!tagsAreOpen) packets.mark(forward.position);
  }
}

function addPage(bytes: Uint8Array, page: Page, start: number, packets: PacketCollector): void {
  const durations: number[] = [];
  let at = page.head;
  for (const size of page.sizes) {
    durations.push(opusUnits(bytes, at, size) * OPUS_UNIT);
    at += size;
  }
  const length = sum(durations);
  // A page names the moment at which its last packet ends; only the very last may name an earlier one.
  const begins = page.granule === null ? null : page.granule - length;
  let time = begins !== null && begins >= 0 ? begins : null;
  // What was cut out of a longer stream goes on counting from there.
  packets.origin ??= time ?? 0;
  at = page.head;
  for (const [index, size] of page.sizes.entries()) {
    const duration = durations[index] ?? 0;
    // What is no packet sounds for nothing: a decoder would stumble over it.
    if (duration > 0) packets.add({ offset: start + at, size, duration, time });
    if (duration > 0) time = null;
    at += size;
  }
}

/** The page that begins here, wholly at hand; null at the end of the file. */
async function readPage(forward: ForwardBytes): Promise<Page | null> {
  if (!(await forward.fill(PAGE_HEAD_BYTES))) return forward.position < forward.size ? refuse("truncated") : null;
  const fixed = forward.bytes(PAGE_HEAD_BYTES);
  if (!isPage(fixed) || fixed[4] !== 0) refuse("hostile");
  const segments = fixed[26] ?? 0;
  const head = PAGE_HEAD_BYTES + segments;
  if (!(await forward.fill(head))) refuse("truncated");
  const view = viewOf(forward.bytes(head));
  const sizes: number[] = [];
  let open = 0;
  let isOpen = false;
  for (let segment = 0; segment < segments; segment++) {
    const length = view.getUint8(PAGE_HEAD_BYTES + segment);
    open += length;
    isOpen = length === 255;
    if (isOpen) continue;
    sizes.push(open);
    open = 0;
  }
  if (isOpen) sizes.push(open);
  const [low, high] = [view.getUint32(6, true), view.getInt32(10, true)];
  const granule = high < 0 ? null : high * 2 ** 32 + low;
  const page = { flags: view.getUint8(5), granule, serial: view.getUint32(14, true), sizes, isOpen, head };
  // The head is no longer there behind this.
  return (await forward.fill(head + sum(sizes))) ? page : refuse("truncated");
}

function isPage(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4f && bytes[1] === 0x67 && bytes[2] === 0x67 && bytes[3] === 0x53;
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
