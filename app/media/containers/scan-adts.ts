import { collectPackets } from "#app/media/containers/collect-packets.ts";
import type { ContainerAudio } from "#app/media/containers/container-audio.ts";
import { type ForwardBytes, openForward } from "#app/media/containers/forward-bytes.ts";
import { passId3 } from "#app/media/containers/pass-id3.ts";
import { aacConfig } from "#app/media/containers/sound-setup.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { refuse } from "#app/media/refuse-recording.ts";

const HEAD_BYTES = 7;
const CHECKSUM_BYTES = 2;
const FRAME_SAMPLES = 1024;
const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
/** Damage of more than this between two frames is the end of what can be read. */
const LOST_BYTES_MAX = 256 * 1024;

type AdtsFrame = { objectType: number; rate: number; channels: number; head: number; bytes: number };

/**
 * AAC as a plain stream (ADTS, ISO/IEC 13818-7 §6.2), as voice messages and radio recorders write it: each frame has a head of seven or nine
 * bytes, which an M4A does not have.
 */
export async function scanAdts(source: ByteSource, options: ProbeOptions): Promise<ContainerAudio> {
  const { first, from } = await findFirst(source, options);
  if (options.fragments !== "scan") refuse("needs-scan");
  const sampleRate = RATES[first.rate] ?? refuse("unsupported-codec");
  // A count of channels that stands inside the frames is what nobody records.
  if (first.channels === 0) refuse("unsupported-codec");
  const specific = Uint8Array.of(
    (first.objectType << 3) | (first.rate >> 1),
    ((first.rate & 1) << 7) | (first.channels << 3),
  );
  const config = aacConfig(specific, { sampleRate, channels: first.channels }) ?? refuse("unsupported-codec");
  const file = collectPackets({ timescale: sampleRate, fileEnd: source.size, from }, options);
  const forward = openForward(source, file.from, options.signal);
  let isCut = false;
  try {
    isCut = await walk(forward, first, file);
  } finally {
    await forward.close();
  }
  if (file.track.count === 0) refuse("truncated");
  const samples = file.track.finish({ start: 0, end: 0 });
  return {
    config,
    timescale: sampleRate,
    samples,
    language: null,
    hasVideo: false,
    endMs: 0,
    ...(isCut && { isCut }),
  };
}

async function findFirst(source: ByteSource, { signal }: ProbeOptions): Promise<{ first: AdtsFrame; from: number }> {
  const forward = openForward(source, 0, signal);
  try {
    await passId3(forward);
    const first = await frameHere(forward);
    if (first === null || !(await isFollowed(forward, first))) return refuse("wrong-kind");
    return { first, from: forward.position };
  } finally {
    await forward.close();
  }
}

/** Whether another frame of this sound, or the end of the file, stands behind a frame: two bytes that look like one are in every file. */
async function isFollowed(forward: ForwardBytes, frame: AdtsFrame): Promise<boolean> {
  if (forward.position + frame.bytes + HEAD_BYTES > forward.size) return true;
  await forward.fill(frame.bytes + HEAD_BYTES);
  const next = readFrame(forward.bytes(frame.bytes + HEAD_BYTES).subarray(frame.bytes));
  return next !== null && isSame(frame, next);
}

/** Returns whether the file ends inside a frame. */
async function walk(
  forward: ForwardBytes,
  first: AdtsFrame,
  { track, mark }: ReturnType<typeof collectPackets>,
): Promise<boolean> {
  let lost = 0;
  while (forward.position < forward.size) {
    const frame = await frameHere(forward);
    if (frame === null || !isSame(frame, first)) {
      forward.pass(1);
      lost++;
      if (lost > LOST_BYTES_MAX) refuse("hostile");
      continue;
    }
    if (forward.position + frame.bytes > forward.size) return true;
    const offset = forward.position + frame.head;
    track.add({ offset, size: frame.bytes - frame.head, duration: FRAME_SAMPLES, time: null });
    forward.pass(frame.bytes);
    mark(forward.position);
  }
  return false;
}

async function frameHere(forward: ForwardBytes): Promise<AdtsFrame | null> {
  if (!(await forward.fill(HEAD_BYTES))) return null;
  return readFrame(forward.bytes(HEAD_BYTES));
}

function readFrame(bytes: Uint8Array): AdtsFrame | null {
  const [sync, flags, setup = 0, fourth = 0, fifth = 0, sixth = 0] = bytes;
  if (sync !== 0xff || flags === undefined || (flags & 0xf6) !== 0xf0) return null;
  const rate = (setup >> 2) & 15;
  const head = (flags & 1) === 1 ? HEAD_BYTES : HEAD_BYTES + CHECKSUM_BYTES;
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  if (rate >= RATES.length || length <= head) return null;
  return { objectType: (setup >> 6) + 1, rate, channels: ((setup & 1) << 2) | (fourth >> 6), head, bytes: length };
}

function isSame(one: AdtsFrame, other: AdtsFrame): boolean {
  return one.objectType === other.objectType && one.rate === other.rate && one.channels === other.channels;
}
