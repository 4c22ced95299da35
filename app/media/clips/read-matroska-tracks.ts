import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { CLIP_SAMPLES_MAX, STRETCH_GAP_MS_MIN } from "#app/domain/limits/media.ts";
import type { ByteSource } from "#app/media/byte-source.ts";
import { viewOf } from "#app/media/byte-source.ts";
import type { ClipRange, ClipTrack } from "#app/media/clips/clip-track.ts";
import { beginsInTime, collectShown } from "#app/media/clips/collect-shown.ts";
import { findPlace, type Look, type Place } from "#app/media/clips/find-place.ts";
import { pictureEntry } from "#app/media/clips/picture-entry.ts";
import { soundTrackOf, standsInMp4 } from "#app/media/clips/read-sound-track.ts";
import { readHead, uintOf } from "#app/media/containers/ebml.ts";
import { openForward } from "#app/media/containers/forward-bytes.ts";
import type { MatroskaTrack } from "#app/media/containers/matroska-tracks.ts";
import { eachFrame } from "#app/media/containers/scan-matroska.ts";
import { ID, NS, readSegmentHead, type SegmentHead, walkBlocks } from "#app/media/containers/walk-matroska.ts";
import { displayOf } from "#app/media/mp4/write-movie.ts";
import { refuse } from "#app/media/refuse-recording.ts";
import { buildTable } from "#app/media/mp4/build-table.ts";

/** Units of a picture's times. */
const PICTURE_RATE = 1_000_000;
const NS_MS = 1_000_000;
/** A picture begins at a key frame: the walk begins this long before the range, and earlier where there was none. */
const LEADS_MS = [5000, 60_000];
/** Blocks of one track may stand this far behind those of another. */
const AFTER_MS = 2000;
/** The presentation begins with the first of these blocks. */
const FIRST_BLOCKS_MAX = 64;
/** The time that the last picture is shown, where nothing tells. */
const LAST_DELTA = PICTURE_RATE / 30;

type Wanted = { language: MeetingLanguage | null; range: ClipRange; signal: AbortSignal | undefined };
type Picture = { number: number; entry: Uint8Array; width: number; height: number };
type Frame = { offset: number; size: number; time: number; isKey: boolean };

/**
 * The picture and the sound of a Matroska or WebM file, as far as they stand around a range. Null where the sound stands in no MP4 (Vorbis,
 * PCM).
 */
export async function readMatroskaTracks(
  source: ByteSource,
  { language, range, signal }: Wanted,
): Promise<ClipTrack[] | null> {
  const head = await readSegmentHead(source, { ...(language && { language }), ...(signal && { signal }) });
  if (!standsInMp4(head.tracks.sound.sound.config)) return null;
  const picture = findPicture(head);
  const first = await findFirst(source, head, signal);
  let found: ClipTrack[] = [];
  for (const leadMs of LEADS_MS) {
    const targetMs = first.ms + range.fromMs - leadMs;
    const place = await findPlace(source, { first, targetMs, look: lookForCluster(head) });
    const untilMs = first.ms + range.toMs + AFTER_MS;
    found = await walk(source, { head, picture, from: place.at, originMs: first.ms, untilMs, signal });
    if (place.at === first.at || found.every((track) => beginsInTime(track, range))) break;
  }
  return found;
}

function findPicture({ tracks }: SegmentHead): Picture | null {
  for (const [number, told] of tracks.pictures) {
    const entry = pictureEntry(told);
    if (entry !== null) return { number, entry, width: told.width, height: told.height };
  }
  return null;
}

/** The first cluster, and the time at which the presentation begins. */
async function findFirst(source: ByteSource, head: SegmentHead, signal: AbortSignal | undefined): Promise<Place> {
  const forward = openForward(source, head.from, signal);
  const waiting = new Set([head.tracks.sound.number, ...head.tracks.pictures.keys()]);
  let left = FIRST_BLOCKS_MAX;
  let ms = Number.POSITIVE_INFINITY;
  try {
    await walkBlocks(forward, head, {
      block({ track, ns }) {
        if (waiting.delete(track)) ms = Math.min(ms, ns / NS_MS);
        return Promise.resolve(waiting.size > 0 && --left > 0);
      },
    });
  } finally {
    await forward.close();
  }
  return { at: head.from, ms: Number.isFinite(ms) ? ms : 0 };
}

/** Looks for the beginning of a cluster: its id, and as the first element in it, or after a checksum, its time. */
function lookForCluster({ scaleNs }: SegmentHead): Look {
  return (bytes, index, start) => {
    if (bytes[index] !== 0x1f || bytes[index + 1] !== 0x43 || viewOf(bytes).getUint32(index) !== ID.cluster)
      return null;
    const cluster = readHead(bytes, index);
    if (cluster === null) return null;
    for (let at = index + cluster.bytes, left = 3; left > 0; left--) {
      const element = readHead(bytes, at);
      if (element === null || element.size === null) return null;
      const body = at + element.bytes;
      if (element.id === ID.timestamp) {
        if (element.size > 8 || body + element.size > bytes.byteLength) return null;
        const time = uintOf(bytes, { id: element.id, body, end: body + element.size });
        return Promise.resolve({ at: start + index, ms: (time * scaleNs) / NS_MS });
      }
      at = body + element.size;
    }
    return null;
  };
}

type Walk = {
  head: SegmentHead;
  picture: Picture | null;
  from: number;
  originMs: number;
  untilMs: number;
  signal: AbortSignal | undefined;
};

async function walk(source: ByteSource, { head, picture, from, originMs, untilMs, signal }: Walk) {
  const { sound: heard } = head.tracks;
  const { sound } = heard;
  const packets = collectShown((sound.timescale * STRETCH_GAP_MS_MIN) / 1000);
  const frames: Frame[] = [];
  const carried = { block: 0 };
  let isPicture = false;
  const forward = openForward(source, from, signal);
  try {
    await walkBlocks(forward, head, {
      async block(block) {
        if (block.ns / NS_MS > untilMs) return false;
        isPicture = block.track === picture?.number;
        if (isPicture) {
          const fieldBytes = block.trackBytes + 3;
          const time = Math.round((block.ns * PICTURE_RATE) / NS);
          const { isKey } = block;
          if (frames.length === CLIP_SAMPLES_MAX) refuse("hostile");
          frames.push({ offset: forward.position + fieldBytes, size: block.size - fieldBytes, time, isKey });
        } else if (block.track === heard.number)
          await eachFrame(forward, block, { sound, carried }, ({ offset, size, duration, time }) =>
            packets.add({ offset, size, delta: duration, isKey: true, composition: 0 }, time),
          );
        return true;
      },
      reference() {
        const last = frames.at(-1);
        if (isPicture && last !== undefined) last.isKey = false;
      },
    });
  } finally {
    await forward.close();
  }
  const tracks: ClipTrack[] = [];
  if (picture !== null && frames.length > 0) tracks.push(pictureTrack(picture, frames, originMs));
  if (packets.count > 0) {
    const { table: samples, base } = packets.finish();
    tracks.push(soundTrack(heard, { samples, startMs: (base * 1000) / sound.timescale - originMs }));
  }
  return tracks;
}

/** The start of the first sample counts as decoded, and what the decoder drops then takes no time. */
function soundTrack(
  { sound }: MatroskaTrack,
  { samples, startMs }: { samples: ClipTrack["samples"]; startMs: number },
) {
  const { config, timescale, preSkip } = sound;
  const shownMs = startMs - (preSkip * 1000) / timescale;
  const late = shownMs < 0 ? Math.min(Math.round((-shownMs * timescale) / 1000), samples.duration) : 0;
  const parts = [{ startMs: Math.max(shownMs, 0), mediaStart: late, mediaEnd: samples.duration }];
  return soundTrackOf({ config, timescale, samples, parts });
}

/**
 * Frames stand in decoding order with the times at which they are shown. Their decoding times are the same times in ascending order, moved so
 * that none is decoded after it is shown.
 */
function pictureTrack({ entry, width, height }: Picture, frames: readonly Frame[], originMs: number): ClipTrack {
  const decoded = Float64Array.from(frames, ({ time }) => time).toSorted();
  const delay = frames.reduce((most, { time }, index) => Math.max(most, (decoded[index] ?? 0) - time), 0);
  const table = buildTable();
  for (const [index, { offset, size }] of frames.entries()) {
    const next = decoded[index + 1];
    const delta = next === undefined ? table.lastDelta || LAST_DELTA : next - (decoded[index] ?? 0);
    table.add(offset, size, Math.round(delta));
  }
  const samples = table.finish(1);
  const base = (decoded[0] ?? 0) - delay;
  const begin = (decoded[0] ?? 0) - base;
  return {
    handler: "vide",
    timescale: PICTURE_RATE,
    entries: [entry],
    description: () => 1,
    display: displayOf(width, height),
    samples,
    parts: [
      {
        startMs: Math.max(((decoded[0] ?? 0) * 1000) / PICTURE_RATE - originMs, 0),
        mediaStart: begin,
        mediaEnd: samples.duration + delay,
      },
    ],
    isKey: (sample) => frames[sample]?.isKey ?? false,
    composition: (sample) => (frames[sample]?.time ?? 0) - (decoded[sample] ?? 0) + delay,
    prerollMs: 0,
  };
}
