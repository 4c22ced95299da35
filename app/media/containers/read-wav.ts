import {
  BOXES_IN_CONTAINER_MAX,
  PCM_PIECE_MS,
  READABLE_SHARE_MIN,
  RECORDING_DURATION_MS_MAX,
} from "#app/domain/limits/media.ts";
import { type ByteSource, openRangeReader, type RangeReader, viewOf } from "#app/media/byte-source.ts";
import type { ContainerAudio } from "#app/media/containers/container-audio.ts";
import { buildTable } from "#app/media/mp4/build-table.ts";
import { packPcm, type PcmFormat, pcmFrameBytes, isSanePcm } from "#app/media/pcm/pcm-format.ts";
import { refuse } from "#app/media/refuse-recording.ts";

const FORMAT_PCM = 1;
const FORMAT_FLOAT = 3;
const LAWS: Record<number, PcmFormat["law"]> = { 6: "a", 7: "mu" };
const FORMAT_EXTENSIBLE = 0xfffe;
/** A recorder that cannot seek back writes one of these lengths, and the sound goes on to the end of the file. */
const UNKNOWN_LENGTHS = new Set([0, 0xffff_ffff, 0x7fff_ffff, 0x7fff_f000]);

/**
 * RIFF/WAVE and its form for large files (RF64, BW64: EBU Tech 3306): a few small reads, because uncompressed sound is in one place. Only
 * uncompressed sound is accepted, A-law and µ-law included; ADPCM and the other codecs of WAV are not.
 */
export async function readWav(source: ByteSource): Promise<ContainerAudio> {
  const reader = openRangeReader(source);
  if (source.size < 12) refuse("wrong-kind");
  const head = tagsOf(await reader.bytes(0, 12));
  const riffEnd = 8 + viewOf(await reader.bytes(0, 8)).getUint32(4, true);
  const isLarge = head.first === "RF64" || head.first === "BW64";
  if ((head.first !== "RIFF" && !isLarge) || head.second !== "WAVE") refuse("wrong-kind");
  let format: PcmFormat | null = null;
  let largeBytes: number | null = null;
  let at = 12;
  for (let left = BOXES_IN_CONTAINER_MAX; left > 0 && at + 8 <= source.size; left--) {
    const view = viewOf(await reader.bytes(at, at + 8));
    const [tag, length] = [tagAt(view, 0), view.getUint32(4, true)];
    const body = at + 8;
    if (tag === "data") {
      if (format === null) return refuse("hostile");
      const open = UNKNOWN_LENGTHS.has(length) && !(isLarge && largeBytes !== null);
      const told = isLarge && length === 0xffff_ffff && largeBytes !== null ? largeBytes : length;
      const bytes = open ? source.size - body : await soundBytes(reader, body, told, riffEnd);
      return pcmAudio(format, { offset: body, told: bytes, fileEnd: source.size });
    }
    if (body + length > source.size) refuse("truncated");
    if (tag === "ds64" && length >= 24) largeBytes = readLarge(viewOf(await reader.bytes(body, body + 24)));
    if (tag === "fmt ") format = await readFormat(reader, body, length);
    at = body + length + (length % 2 === 0 ? 0 : await padOf(reader, body + length));
  }
  return refuse(at + 8 > source.size ? "truncated" : "hostile");
}

/** Chunks of an odd length are followed by a byte; some programs write the next one at once. */
async function padOf(reader: RangeReader, end: number): Promise<number> {
  if (end + 5 > reader.size) return 1;
  const view = viewOf(await reader.bytes(end, end + 5));
  return TAG.test(tagAt(view, 0)) && !TAG.test(tagAt(view, 1)) ? 0 : 1;
}

const TAG = /^[\x20-\x7e]{4}$/u;

/**
 * Bytes of sound; the chunk claims `told`. When that is past the end of the file, the rest was cut off, unless the RIFF header says that
 * the file ends here: then there is no more than there is. When it is before the end, only chunks may follow; anything else is sound that was not counted.
 */
async function soundBytes(reader: RangeReader, body: number, told: number, riffEnd: number): Promise<number> {
  const rest = reader.size - body;
  if (told > rest) return riffEnd <= reader.size ? rest : told;
  return (await areChunks(reader, body + told + (told % 2))) ? told : rest;
}

/** Whether the rest of the file is chunks, except for a few bytes at the end: some writers append one or two. */
async function areChunks(reader: RangeReader, from: number): Promise<boolean> {
  let at = from;
  for (let left = BOXES_IN_CONTAINER_MAX; left > 0 && at + 8 <= reader.size; left--) {
    const view = viewOf(await reader.bytes(at, at + 8));
    if (!TAG.test(tagAt(view, 0))) return false;
    const length = view.getUint32(4, true);
    at += 8 + length + (length % 2);
  }
  return true;
}

function readLarge(view: DataView): number {
  const bytes = view.getUint32(12, true) * 2 ** 32 + view.getUint32(8, true);
  return Number.isSafeInteger(bytes) ? bytes : refuse("hostile");
}

async function readFormat(reader: RangeReader, body: number, length: number): Promise<PcmFormat> {
  if (length < 16) refuse("hostile");
  const view = viewOf(await reader.bytes(body, body + Math.min(length, 40)));
  const named = view.getUint16(0, true);
  // The first two bytes of the extensible form's GUID are the actual format.
  const format = named === FORMAT_EXTENSIBLE && view.byteLength >= 26 ? view.getUint16(24, true) : named;
  const law = LAWS[format];
  if (format !== FORMAT_PCM && format !== FORMAT_FLOAT && law === undefined) refuse("unsupported-codec");
  const channels = view.getUint16(2, true);
  const frameBytes = view.getUint16(12, true);
  // 20 bits are stored in 24: the stored width of a value counts.
  const bits = channels === 0 ? 0 : (frameBytes / channels) * 8;
  const float = format === FORMAT_FLOAT;
  const pcm = {
    sampleRate: view.getUint32(4, true),
    channels,
    bits,
    float,
    bigEndian: false,
    unsigned: bits === 8 && !float && law === undefined,
    ...(law && { law }),
  };
  return isSanePcm(pcm) ? pcm : refuse("unsupported-codec");
}

/**
 * The sound in pieces of PCM_PIECE_MS, which a table calls samples; an incomplete last frame is left out. Of `told` bytes the last may be
 * missing: what was finished once is a copy that broke off, and is only taken where nearly all of it is there.
 */
export function pcmAudio(
  format: PcmFormat,
  { offset, told, fileEnd }: { offset: number; told: number; fileEnd: number },
): ContainerAudio {
  const frameBytes = pcmFrameBytes(format);
  const bytes = Math.min(told, fileEnd - offset);
  if (bytes < told * READABLE_SHARE_MIN) refuse("truncated");
  const { sampleRate, channels } = format;
  const frames = Math.floor(bytes / frameBytes);
  if (frames === 0) refuse("no-audio");
  if (frames / sampleRate > RECORDING_DURATION_MS_MAX / 1000) refuse("too-long");
  const most = Math.ceil((sampleRate * PCM_PIECE_MS) / 1000);
  const table = buildTable();
  for (let frame = 0; frame < frames; frame += most) {
    const length = Math.min(most, frames - frame);
    table.add(offset + frame * frameBytes, length * frameBytes, length);
  }
  return {
    config: { codec: "pcm", entryType: "lpcm", setup: packPcm(format), sampleRate, channels, objectType: null },
    timescale: sampleRate,
    samples: { table: table.finish(1), parts: [{ startMs: 0, mediaStart: 0, mediaEnd: frames }] },
    language: null,
    hasVideo: false,
    endMs: 0,
    ...(bytes < told && { isCut: true }),
  };
}

function tagsOf(bytes: Uint8Array): { first: string; second: string } {
  const view = viewOf(bytes);
  return { first: tagAt(view, 0), second: tagAt(view, 8) };
}

/** Four letters. */
export function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}
