import { joinBytes } from "#app/domain/sha256.ts";
import { viewOf } from "#app/media/byte-source.ts";
import { readSoundConfig, type SoundConfig } from "#app/media/mp4/read-sound-entry.ts";
import { box } from "#app/media/mp4/write-m4a.ts";

/**
 * Sound of other containers as a sample entry of MP4, so that everything behind it (plans, windows, M4A) is the same for all. Each
 * answers null where what the container says of the codec cannot be taken.
 */
type Told = { sampleRate: number; channels: number };

/** AudioSpecificConfig (ISO/IEC 14496-3 §1.6.2.1), as Matroska keeps it. */
export function aacConfig(specific: Uint8Array, told: Told): SoundConfig | null {
  if (specific.byteLength < 2 || specific.byteLength > 64) return null;
  return entryOf("mp4a", esds(0x40, descriptor(5, specific)), told);
}

export function mp3Config({ sampleRate, channels }: Told, isMpeg1: boolean): SoundConfig | null {
  return entryOf("mp4a", esds(isMpeg1 ? 0x6b : 0x69, new Uint8Array(0)), { sampleRate, channels });
}

/** OpusHead (RFC 7845 §5.1), as Ogg and Matroska keep it: numbers there begin with the low byte, in MP4 with the high one. */
export function opusConfig(head: Uint8Array): { config: SoundConfig; preSkip: number } | null {
  if (head.byteLength < 19 || String.fromCharCode(...head.subarray(0, 8)) !== "OpusHead") return null;
  const view = viewOf(head);
  const [channels, family] = [view.getUint8(9), view.getUint8(18)];
  const preSkip = view.getUint16(10, true);
  if (view.getUint8(8) >> 4 !== 0 || channels === 0) return null;
  if (family !== 0 && head.byteLength < 21 + channels) return null;
  const mapping = family === 0 ? new Uint8Array(0) : head.subarray(19, 21 + channels);
  const setup = new Uint8Array(11);
  const fields = new DataView(setup.buffer);
  fields.setUint8(1, channels);
  fields.setUint16(2, preSkip);
  fields.setUint32(4, view.getUint32(12, true));
  fields.setInt16(8, view.getInt16(16, true));
  fields.setUint8(10, family);
  const config = entryOf("Opus", box("dOps", setup, mapping), { sampleRate: 48_000, channels });
  return config && { config, preSkip };
}

/** FLAC's own head: `fLaC` and its metadata, of which STREAMINFO stands first. */
export function flacConfig(head: Uint8Array): SoundConfig | null {
  if (head.byteLength < 42 || String.fromCharCode(...head.subarray(0, 4)) !== "fLaC") return null;
  if (((head[4] ?? 0) & 0x7f) !== 0) return null;
  const info = head.slice(8, 42);
  const view = viewOf(info);
  const packed = view.getUint32(10);
  const told = { sampleRate: packed >>> 12, channels: ((packed >>> 9) & 7) + 1 };
  if (told.sampleRate === 0) return null;
  return entryOf("fLaC", box("dfLa", 0, Uint8Array.of(0x80, 0, 0, 34), info), told);
}

function entryOf(type: string, setup: Uint8Array, { sampleRate, channels }: Told): SoundConfig | null {
  const rate = sampleRate > 0xffff ? 0 : sampleRate * 0x10000;
  const config = readSoundConfig(type, box(type, 0, 1, 0, 0, channels * 0x10000 + 16, 0, rate, setup));
  // An entry's own field for the rate ends at 65,535 Hz.
  return config && { ...config, sampleRate: config.sampleRate || sampleRate };
}

/** ISO/IEC 14496-1 §7.2.6: the descriptors around what sets up a decoder. */
function esds(indication: number, specific: Uint8Array): Uint8Array {
  const decoder = new Uint8Array(13);
  decoder[0] = indication;
  decoder[1] = 0x15;
  const fields = descriptor(4, joined(decoder, specific));
  const sync = descriptor(6, Uint8Array.of(2));
  return box("esds", 0, descriptor(3, joined(Uint8Array.of(0, 1, 0), fields, sync)));
}

function descriptor(tag: number, body: Uint8Array): Uint8Array {
  return joined(Uint8Array.of(tag, body.byteLength), body);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  return joinBytes(parts);
}
