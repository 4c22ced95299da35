import { READABLE_SHARE_MIN } from "#app/domain/limits/media.ts";
import { collectPackets } from "#app/media/containers/collect-packets.ts";
import { type ForwardBytes, openForward } from "#app/media/containers/forward-bytes.ts";
import { passId3 } from "#app/media/containers/pass-id3.ts";
import type { ContainerAudio } from "#app/media/containers/container-audio.ts";
import {
  isSameSound,
  type Mp3Frame,
  type Mp3Info,
  readMp3Frame,
  readMp3Info,
} from "#app/media/containers/mp3-frame.ts";
import { mp3Config } from "#app/media/containers/sound-setup.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import type { ProbeOptions } from "#app/media/probe-recording.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** Behind its tags the sound begins; what is no sound for longer than this was never an MP3. */
const SEARCH_BYTES_MAX = 256 * 1024;
const SYNC_BYTES = 4096;
/** A file that lacks more frames than this share of what its head counts was cut off. */
const MISSING_SHARE_MAX = 0.01;

type First = { at: number; frame: Mp3Frame; info: Mp3Info | null; soundAt: number };

/**
 * An MP3 file: frames one behind the other and nothing that counts them, so that the whole file is walked once. What is no
 * frame (tags, damage) is passed over to the next.
 */
export async function scanMp3(source: ByteSource, options: ProbeOptions): Promise<ContainerAudio> {
  const first = await findFirst(source);
  const { frame, info } = first;
  if (options.fragments !== "scan") refuse("needs-scan");
  const config = mp3Config(frame, frame.isMpeg1) ?? refuse("unsupported-codec");
  const place = { timescale: frame.sampleRate, fileEnd: source.size, from: first.soundAt };
  const file = collectPackets(place, options);
  const packets = file.track;
  const forward = openForward(source, file.from, options.signal);
  try {
    await walk(forward, frame, file);
  } finally {
    await forward.close();
  }
  const isCut = info !== null && lacksFrames(info, packets.count, source.size - first.at);
  // A file that was finished once is a copy that broke off, and is only taken where nearly all of it is there.
  if (isCut && packets.count < (info?.frames ?? 0) * READABLE_SHARE_MIN) refuse("truncated");
  const samples = packets.finish({ start: info?.delay ?? 0, end: info?.padding ?? 0 });
  return {
    config,
    timescale: frame.sampleRate,
    samples,
    language: null,
    hasVideo: false,
    endMs: 0,
    ...(isCut && { isCut }),
  };
}

/**
 * Whether the file was cut off, by what its head counts. A head that counts more frames than there are while all the bytes
 * that it counts are there is wrong about the frames.
 */
function lacksFrames({ frames, bytes }: Mp3Info, found: number, foundBytes: number): boolean {
  const hasAllBytes = bytes !== null && bytes > 0 && foundBytes >= bytes * (1 - MISSING_SHARE_MAX);
  return frames !== null && !hasAllBytes && found < frames * (1 - MISSING_SHARE_MAX) - 1;
}

async function findFirst(source: ByteSource): Promise<First> {
  const forward = openForward(source, 0);
  try {
    await passId3(forward);
    const until = forward.position + SEARCH_BYTES_MAX;
    while (forward.position < until && (await forward.fill(4))) {
      const at = forward.position;
      const frame = await frameHere(forward);
      if (frame === null) {
        skipUnlike(forward);
        continue;
      }
      if (frame.layer !== 3) refuse("unsupported-codec");
      const info = readMp3Info(frame, forward.bytes(frame.bytes));
      return { at, frame, info, soundAt: info === null ? at : at + frame.bytes };
    }
    return refuse("wrong-kind");
  } finally {
    await forward.close();
  }
}

/** The frame that begins here; null where the bytes only look like one, which the next frame's head tells. */
async function frameHere(forward: ForwardBytes): Promise<Mp3Frame | null> {
  const frame = readMp3Frame(forward.bytes(4));
  if (frame === null) return null;
  if (frame.layer !== 3 || frame.bytes === 0) {
    // Of other layers and free rates we know no length: nothing to hold them against.
    return forward.position === 0 && frame.layer !== 3 ? frame : null;
  }
  if (!(await forward.fill(frame.bytes))) return null;
  if (!(await forward.fill(frame.bytes + 4))) return frame;
  const next = readMp3Frame(forward.bytes(frame.bytes + 4), frame.bytes);
  return next !== null && isSameSound(frame, next) ? frame : null;
}

async function walk(
  forward: ForwardBytes,
  like: Mp3Frame,
  { track: packets, mark }: ReturnType<typeof collectPackets>,
): Promise<void> {
  let inStep = true;
  let lost = 0;
  while (forward.has(4) || (await forward.fill(4))) {
    const at = forward.position;
    const frame = inStep ? readMp3Frame(forward.bytes(4)) : await frameHere(forward);
    if (frame !== null && !isSameSound(frame, like) && !inStep) refuse("unsupported-codec");
    if (frame === null || frame.bytes === 0 || !isSameSound(frame, like)) {
      inStep = false;
      lost += skipUnlike(forward);
      continue;
    }
    if (at + frame.bytes > forward.size) break;
    packets.add({ offset: at, size: frame.bytes, duration: frame.samples, time: null });
    forward.pass(frame.bytes);
    mark(forward.position);
    inStep = true;
  }
  // More that is no sound than sound: two bytes that look like a frame are in every file.
  if (lost > forward.size / 2) refuse("wrong-kind");
}

/** Passes over what cannot begin a frame, without asking for each byte. */
function skipUnlike(forward: ForwardBytes): number {
  let count = SYNC_BYTES;
  while (count > 1 && !forward.has(count)) count = Math.floor(count / 2);
  const bytes = forward.bytes(count);
  let next = 1;
  while (next < bytes.byteLength && bytes[next] !== 0xff) next++;
  forward.pass(Math.max(next, 1));
  return next;
}
