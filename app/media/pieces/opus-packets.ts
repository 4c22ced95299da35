/** Facts about an Opus packet that need no decoding (RFC 6716 §3), and packets of silence. */

/** Opus counts in 48,000ths of a second, whatever the input rate was. */
export const OPUS_RATE = 48_000;
/** The shortest frame; every packet is a multiple of it. */
export const OPUS_UNIT = 120;
/**
 * libopus looks ahead by this much: the decoded sound comes this much later than the coded one. Chromium's muxer writes 3840 instead, which
 * is wrong.
 */
export const OPUS_DELAY = 312;
/** Length of SILENT_PACKET, in 48,000ths of a second. */
export const SILENT_LENGTH = 960;

/** Units of 2.5 ms in a frame, by the configuration in the first byte. */
const SILK_UNITS = [4, 8, 16, 24];
const HYBRID_UNITS = [4, 8];
const CELT_UNITS = [1, 2, 4, 8];
const UNITS_MAX = 48;

/** Length of the packet, in units of OPUS_UNIT; 0 when the bytes are not a packet. `size` may be 0. */
export function opusUnits(bytes: Uint8Array, at: number, size: number): number {
  const first = size === 0 ? undefined : bytes[at];
  if (first === undefined) return 0;
  const config = first >> 3;
  const frame = config < 12 ? SILK_UNITS[config & 3] : config < 16 ? HYBRID_UNITS[config & 1] : CELT_UNITS[config & 3];
  const code = first & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : size < 2 ? 0 : (bytes[at + 1] ?? 0) & 63;
  const units = (frame ?? 0) * frames;
  return units > UNITS_MAX ? 0 : units;
}

/** A packet of silence: CELT, full band, mono, one frame of 20 ms whose first bit marks it as silent. */
export const SILENT_PACKET: readonly number[] = [0xf8, 0xff, 0xfe];

/** The box that sets up a decoder: mono or stereo, the encoder's true delay, no gain. */
export function opusSetup(channels: number): Uint8Array {
  const box = new Uint8Array(19);
  const view = new DataView(box.buffer);
  view.setUint32(0, box.byteLength);
  box.set([0x64, 0x4f, 0x70, 0x73], 4);
  box[9] = channels;
  view.setUint16(10, OPUS_DELAY);
  view.setUint32(12, OPUS_RATE);
  return box;
}
