import { BOXES_IN_CONTAINER_MAX } from "#app/domain/limits/media.ts";
import { type ByteSource, openRangeReader, viewOf } from "#app/media/byte-source.ts";
import type { ContainerAudio } from "#app/media/containers/container-audio.ts";
import { pcmAudio, tagAt } from "#app/media/containers/read-wav.ts";
import { isSanePcm, type PcmFormat } from "#app/media/pcm/pcm-format.ts";
import { refuse } from "#app/media/refuse-recording.ts";

/** AIFF-C's names of what is uncompressed. */
const KINDS: Record<string, Partial<PcmFormat>> = {
  NONE: {},
  twos: {},
  in24: { bits: 24 },
  in32: { bits: 32 },
  sowt: { bigEndian: false },
  fl32: { bits: 32, float: true },
  FL32: { bits: 32, float: true },
  fl64: { bits: 64, float: true },
  FL64: { bits: 64, float: true },
  alaw: { bits: 8, law: "a" },
  ALAW: { bits: 8, law: "a" },
  ulaw: { bits: 8, law: "mu" },
  ULAW: { bits: 8, law: "mu" },
};
const COMMON_BYTES = 18;

/** AIFF and AIFF-C (Apple, 1989 and 1991): chunks as in WAV, with the high byte first. Only uncompressed sound is accepted. */
export async function readAiff(source: ByteSource): Promise<ContainerAudio> {
  const reader = openRangeReader(source);
  if (source.size < 12) refuse("wrong-kind");
  const start = viewOf((await reader.bytes(0, 12)).slice());
  const form = tagAt(start, 8);
  if (tagAt(start, 0) !== "FORM" || (form !== "AIFF" && form !== "AIFC")) refuse("wrong-kind");
  let format: PcmFormat | null = null;
  /** The place of the sound: AIFF lets its description follow. */
  let sound: { offset: number; told: number } | null = null;
  let at = 12;
  for (let left = BOXES_IN_CONTAINER_MAX; left > 0 && at + 8 <= source.size; left--) {
    const view = viewOf((await reader.bytes(at, at + 8)).slice());
    const [tag, length, body] = [tagAt(view, 0), view.getUint32(4), at + 8];
    if (tag === "COMM") {
      if (length < COMMON_BYTES || body + length > source.size || length > 4096) return refuse("hostile");
      format = readCommon(viewOf((await reader.bytes(body, body + length)).slice()), form === "AIFC");
    }
    if (tag === "SSND") {
      if (length < 8 || body + 8 > source.size) return refuse("truncated");
      const skip = viewOf(await reader.bytes(body, body + 8)).getUint32(0);
      sound = { offset: body + 8 + skip, told: length - 8 - skip };
    }
    if (format !== null && sound !== null) return pcmAudio(format, { ...sound, fileEnd: source.size });
    at = body + length + (length % 2);
  }
  return refuse(sound === null ? "truncated" : "hostile");
}

function readCommon(view: DataView, isCompressed: boolean): PcmFormat {
  const kind = isCompressed && view.byteLength >= COMMON_BYTES + 4 ? KINDS[tagAt(view, COMMON_BYTES)] : KINDS.NONE;
  if (kind === undefined) return refuse("unsupported-codec");
  const bits = Math.ceil(view.getUint16(6) / 8) * 8;
  const format = {
    channels: view.getUint16(0),
    sampleRate: extendedFloat(view, 8),
    bits,
    float: false,
    bigEndian: true,
    unsigned: false,
    ...kind,
  };
  return isSanePcm(format) ? format : refuse("unsupported-codec");
}

/** A rate in the 80 bits of IEEE 754's extended format: sign and exponent, then 64 bits of which the first stands before the point. */
function extendedFloat(view: DataView, at: number): number {
  const exponent = (view.getUint16(at) & 0x7fff) - 16_383;
  return Math.round(view.getUint32(at + 2) * 2 ** (exponent - 31) + view.getUint32(at + 6) * 2 ** (exponent - 63));
}
