import { invariant } from "#app/domain/invariant.ts";
import { HEARD_SAMPLES_MAX } from "#app/domain/limits/media.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { collectTracks, type FilePackets, type PacketCollector } from "#app/media/containers/collect-packets.ts";
import type { ContainerAudio, ContainerTrack } from "#app/media/containers/container-audio.ts";
import { type ForwardBytes, openForward } from "#app/media/containers/forward-bytes.ts";
import type { MatroskaTrack } from "#app/media/containers/matroska-tracks.ts";
import {
  type MatroskaBlock,
  NS,
  readBlock,
  readSegmentHead,
  type SegmentHead,
  walkBlocks,
} from "#app/media/containers/walk-matroska.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/**
 * Matroska and WebM (RFC 9559): clusters of blocks, picture and sound mixed. No index of the sound is sure to exist or to be true, so the
 * whole file is walked once, from block to block, and everything except sound is skipped.
 */
export async function scanMatroska(source: ByteSource, options: ProbeOptions): Promise<ContainerAudio> {
  const head = await readSegmentHead(source, options);
  if (options.fragments !== "scan") refuse("needs-scan");
  const found = [head.tracks.sound, ...head.tracks.others];
  const timescales = found.map(({ sound }) => sound.timescale);
  const file = collectTracks({ timescales, fileEnd: source.size, from: head.from }, options);
  const forward = openForward(source, file.from, options.signal);
  const tracks = new Map(found.map(({ number, sound }, at) => [number, { sound, packets: packetsOf(file, at) }]));
  let end: WalkEnd;
  try {
    end = await walk(forward, { head, tracks, mark: (cursor) => file.mark(cursor) });
  } finally {
    await forward.close();
  }
  const packets = packetsOf(file, 0);
  const isCut = end.isCut || head.isCut;
  if (isCut && packets.count === 0) refuse("truncated");
  const { hasVideo } = head.tracks;
  const { timescale } = head.tracks.sound.sound;
  // The header's duration is a claim; the end of the picture is read from its blocks.
  const endMs = hasVideo ? Math.max(end.lastMs - ((packets.origin ?? 0) * 1000) / timescale, 0) : 0;
  const track = ({
    number,
    language,
    sound: { config, timescale: units, preSkip },
  }: MatroskaTrack): ContainerTrack[] => {
    const own = tracks.get(number)?.packets;
    if (own === undefined || own.count === 0) return [];
    return [{ config, timescale: units, samples: own.finish({ start: preSkip, end: 0 }), language }];
  };
  const [first] = track(head.tracks.sound);
  if (first === undefined) return refuse("no-audio");
  return { ...first, others: head.tracks.others.flatMap(track), hasVideo, endMs, ...(isCut && { isCut }) };
}

function packetsOf({ tracks }: FilePackets, at: number): PacketCollector {
  const packets = tracks[at];
  invariant(packets !== undefined, "packets are collected of each track");
  return packets;
}

type Walk = { head: SegmentHead; tracks: Map<number, HeardTrack>; mark: FilePackets["mark"] };
type HeardTrack = { sound: MatroskaTrack["sound"]; packets: PacketCollector };
/** `lastMs`: the time of the last picture. `isCut`: the file ends inside an element, as a recorder leaves it that was stopped. */
type WalkEnd = { lastMs: number; isCut: boolean };

async function walk(forward: ForwardBytes, { head, tracks, mark }: Walk): Promise<WalkEnd> {
  let lastMs = 0;
  const isCut = await walkBlocks(forward, head, {
    cluster: mark,
    async block(block) {
      lastMs = Math.max(lastMs, await takeBlock(forward, block, { head, tracks }));
      return true;
    },
  });
  return { lastMs, isCut };
}

/** Records the frames of a block of sound. Returns the time of a picture's block, in ms, and 0 for other blocks. */
async function takeBlock(
  forward: ForwardBytes,
  block: MatroskaBlock,
  { head, tracks }: Pick<Walk, "head" | "tracks">,
): Promise<number> {
  const heard = tracks.get(block.track);
  if (heard === undefined && !head.tracks.pictures.has(block.track)) return 0;
  for (const { sound, packets } of tracks.values()) {
    const time = Math.max(Math.round((block.ns * sound.timescale) / NS), 0);
    if (!Number.isSafeInteger(time)) refuse("hostile");
    packets.origin = Math.min(packets.origin ?? time, time);
  }
  if (heard === undefined) return block.ns / 1e6;
  const { sound, packets } = heard;
  await eachFrame(forward, block, { sound, carried: packets.carried }, (frame) => packets.add(frame));
  keepToMemory({ head, tracks });
  return 0;
}

/** Limit of one block of sound; the largest are uncompressed. */
const SOUND_BLOCK_BYTES_MAX = 2 * 1024 * 1024;

type Packet = { offset: number; size: number; duration: number; time: number | null };
type Decoding = { sound: MatroskaTrack["sound"]; carried: { block: number } };

/** Passes on the frames of a block of sound; the first of them has the block's time. */
export async function eachFrame(
  forward: ForwardBytes,
  { size, trackBytes, ns }: MatroskaBlock,
  { sound, carried }: Decoding,
  take: (packet: Packet) => void,
): Promise<void> {
  if (size > SOUND_BLOCK_BYTES_MAX) refuse("hostile");
  await forward.fill(size);
  const bytes = forward.bytes(size);
  let time: number | null = Math.max(Math.round((ns * sound.timescale) / NS), 0);
  for (const frame of readBlock(bytes, trackBytes)) {
    const duration = sound.duration(bytes, frame.at, frame.size, carried.block);
    // Bytes that are not a frame have no duration and are left out: a decoder would fail on them.
    if (duration === 0) continue;
    carried.block = sound.block?.(bytes, frame.at, frame.size) ?? 0;
    take({ offset: forward.position + frame.at, size: frame.size, duration, time });
    time = null;
  }
}

/** With more samples than memory has room for, the file is heard by its chosen track alone. */
function keepToMemory({ head, tracks }: Pick<Walk, "head" | "tracks">): void {
  if (tracks.size === 1) return;
  let samples = 0;
  for (const { packets } of tracks.values()) samples += packets.count;
  if (samples <= HEARD_SAMPLES_MAX) return;
  for (const number of tracks.keys()) if (number !== head.tracks.sound.number) tracks.delete(number);
}
