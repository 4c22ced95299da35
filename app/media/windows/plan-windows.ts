import { invariant } from "#app/domain/invariant.ts";
import { WINDOW_AUDIO_BYTES_MAX } from "#app/domain/limits/media.ts";
import {
  layOutWindow,
  layOutWindows,
  type WindowLayout,
  type WindowSizes,
} from "#app/media/windows/lay-out-windows.ts";
import type { AudioTrack, RecordingProbe } from "#app/media/probe-recording.ts";
import type { SoundCodec } from "#app/media/mp4/read-sound-entry.ts";
import { listSamples, readSamples, type SampleList, writeSamples } from "#app/media/mp4/sample-list.ts";
import { partEndMs, sampleTime } from "#app/media/mp4/timeline.ts";
import { readVarints, writeVarints } from "#app/media/containers/varints.ts";

export type WindowPlan = {
  index: number;
  /** Number among the tracks that are heard; absent for the first, and where there is only one. */
  track?: number;
  /** The core, in whole milliseconds of the presentation: the cores of a track join without gap or overlap. */
  startMs: number;
  endMs: number;
  /** The stretch that the window's audio covers. Not rounded, because it begins and ends with a frame. */
  audioStartMs: number;
  audioEndMs: number;
  /** All data that `extractWindow` needs, for one row of a table (usually 30 to 60 kB): see `encodeWindow`. */
  bytes: Uint8Array;
};

/** Decoded content of a plan's bytes. Times are in `timescale` units. */
export type WindowContent = {
  timescale: number;
  sampleRate: number;
  channels: number;
  /** As in SoundConfig. */
  codec: SoundCodec;
  objectType: number | null;
  entryType: string;
  setup: Uint8Array;
  /** Amount at the beginning that is decoded but not played: the preroll frame, or more when an edit says so. */
  skip: number;
  /** Amount that is played. */
  length: number;
  samples: SampleList;
  /** As in AudioTrack. */
  inPieces?: true;
};

const FORMAT_VERSION = 3;
/** Added to the codec's number when samples may be stored in several pieces. */
const IN_PIECES = 16;
const CODECS = ["aac", "opus", "mp3", "flac", "pcm", "vorbis"] as const satisfies readonly SoundCodec[];

/**
 * Plans a recording's windows, by default with cores of WINDOW_MS, those of all tracks that are heard in the order of time. It is called
 * once; afterwards `moov` is not read again.
 */
export function planWindows(probe: Pick<RecordingProbe, "audio" | "beside">, sizes?: WindowSizes): WindowPlan[] {
  return [probe.audio, ...(probe.beside ?? [])]
    .flatMap((audio, track) => layOutFitting(audio, sizes).map((layout) => ({ audio, track, layout })))
    .toSorted((one, other) => one.layout.startMs - other.layout.startMs || one.track - other.track)
    .map(({ audio, track, layout }, index) => ({
      index,
      ...(track > 0 && { track }),
      startMs: layout.startMs,
      endMs: layout.endMs,
      audioStartMs: layout.audioStartMs,
      audioEndMs: layout.audioEndMs,
      bytes: encodeWindow(contentOf(audio, layout)),
    }));
}

/**
 * The sound of a range, without overlap; of a range across a cut of the edit list, its longest part. PCM begins and ends at the exact moment,
 * other sound with a whole frame. Null where there is none.
 */
export function planRange(
  audio: AudioTrack,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Pick<WindowPlan, "bytes" | "audioStartMs" | "audioEndMs"> | null {
  const [longest] = audio.parts
    .map((part) => ({
      part,
      startMs: Math.max(part.startMs, fromMs),
      endMs: Math.min(partEndMs(part, audio.timescale), toMs),
    }))
    .toSorted((one, other) => other.endMs - other.startMs - (one.endMs - one.startMs));
  if (longest === undefined || longest.endMs <= longest.startMs) return null;
  const { part, startMs, endMs } = longest;
  const layout = layOutWindow(audio, part, { startMs, endMs, overlapMs: 0 });
  const { audioStartMs, audioEndMs } = layout;
  if (audio.codec !== "pcm") return { audioStartMs, audioEndMs, bytes: encodeWindow(contentOf(audio, layout)) };
  const mediaAt = (ms: number) => part.mediaStart + Math.round(((ms - part.startMs) * audio.timescale) / 1000);
  const exact = { mediaStart: mediaAt(startMs), mediaEnd: Math.min(mediaAt(endMs), layout.mediaEnd) };
  return { audioStartMs: startMs, audioEndMs: endMs, bytes: encodeWindow(contentOf(audio, { ...layout, ...exact })) };
}

/** Windows that overlap longer than the recording was judged by, unless that makes one of them too large. */
function layOutFitting(audio: AudioTrack, { coreMs, overlapMs }: WindowSizes = {}): WindowLayout[] {
  const windows = layOutWindows(audio, { coreMs, overlapMs });
  const isTooLarge = audio.config.codec !== "pcm" && windows.some((each) => each.audioBytes > WINDOW_AUDIO_BYTES_MAX);
  return isTooLarge ? layOutWindows(audio, { coreMs }) : windows;
}

function contentOf(audio: AudioTrack, layout: WindowLayout): WindowContent {
  return {
    timescale: audio.timescale,
    sampleRate: audio.config.sampleRate,
    channels: audio.config.channels,
    codec: audio.config.codec,
    objectType: audio.config.objectType,
    entryType: audio.config.entryType,
    setup: audio.config.setup,
    skip: layout.mediaStart - sampleTime(audio.samples, layout.firstSample),
    length: layout.mediaEnd - layout.mediaStart,
    samples: listSamples(audio.samples, layout.firstSample, layout.endSample),
    ...(audio.inPieces && { inPieces: audio.inPieces }),
  };
}

/**
 * Varints: format version, timescale, sample rate, channels, codec, AAC's object type or 0, skip, length, type and setup of the sample
 * entry with their lengths, the samples.
 */
function encodeWindow(content: WindowContent): Uint8Array {
  const writer = writeVarints(64 + content.setup.byteLength + content.samples.offsets.length * 5);
  writer.uint(FORMAT_VERSION);
  writer.uint(content.timescale);
  writer.uint(content.sampleRate);
  writer.uint(content.channels);
  writer.uint(CODECS.indexOf(content.codec) + (content.inPieces ? IN_PIECES : 0));
  writer.uint(content.objectType ?? 0);
  writer.uint(content.skip);
  writer.uint(content.length);
  writer.bytes(new TextEncoder().encode(content.entryType));
  writer.bytes(content.setup);
  writeSamples(writer, content.samples);
  return writer.finish();
}

export function decodeWindow(bytes: Uint8Array): WindowContent {
  const reader = readVarints(bytes);
  invariant(reader.uint() === FORMAT_VERSION, "a window's plan is of a version that we write");
  const timescale = reader.uint();
  const sampleRate = reader.uint();
  const channels = reader.uint();
  const packed = reader.uint();
  const codec = CODECS[packed % IN_PIECES];
  invariant(codec !== undefined, "a window's plan is of a codec that we know");
  const objectType = reader.uint() || null;
  const skip = reader.uint();
  const length = reader.uint();
  const entryType = new TextDecoder().decode(reader.bytes());
  const setup = reader.bytes();
  const samples = readSamples(reader);
  const content = { timescale, sampleRate, channels, codec, objectType, skip, length, entryType, setup, samples };
  return packed >= IN_PIECES ? { ...content, inPieces: true } : content;
}
