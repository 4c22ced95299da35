import { type PcmFormat, pcmFrameBytes } from "#app/media/pcm/pcm-format.ts";

/** Mixes `frames` frames, beginning at `at`, down to one channel between -1 and 1, into `mono` from `to` on. */
export type PcmReader = (bytes: Uint8Array, at: number, frames: number, mono: Float32Array, to: number) => void;

export function pcmReader(format: PcmFormat): PcmReader {
  const { channels } = format;
  const value = valueReader(format);
  const width = format.bits / 8;
  const frameBytes = pcmFrameBytes(format);
  return (bytes, at, frames, mono, to) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let frame = 0; frame < frames; frame++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++)
        sum += value(view, at + frame * frameBytes + channel * width);
      mono[to + frame] = sum / channels;
    }
  };
}

type ValueReader = (view: DataView, at: number) => number;

function valueReader({ bits, float, bigEndian, unsigned, law }: PcmFormat): ValueReader {
  if (law !== undefined) {
    const table = Float32Array.from({ length: 256 }, (_, byte) => (law === "a" ? aLaw(byte) : muLaw(byte)) / 32_768);
    return (view, at) => table[view.getUint8(at)] ?? 0;
  }
  const little = !bigEndian;
  if (float) {
    const read: ValueReader =
      bits === 64 ? (view, at) => view.getFloat64(at, little) : (view, at) => view.getFloat32(at, little);
    // NaN and values beyond full scale are damage: they become 0 or are clipped.
    return (view, at) => {
      const sample = read(view, at);
      return sample >= -1 && sample <= 1 ? sample : sample > 1 ? 1 : sample < -1 ? -1 : 0;
    };
  }
  const scale = 2 ** (bits - 1);
  const read = wholeReader(bits, little);
  // The sign bit of an unsigned number is inverted.
  if (unsigned) return (view, at) => (read(view, at) < 0 ? read(view, at) + scale : read(view, at) - scale) / scale;
  return (view, at) => read(view, at) / scale;
}

/** Signed. */
function wholeReader(bits: number, little: boolean): ValueReader {
  switch (bits) {
    case 8:
      return (view, at) => view.getInt8(at);
    case 16:
      return (view, at) => view.getInt16(at, little);
    case 24:
      return little
        ? (view, at) => view.getUint16(at, true) + view.getInt8(at + 2) * 0x1_0000
        : (view, at) => view.getInt8(at) * 0x1_0000 + view.getUint16(at + 1);
    default:
      return (view, at) => view.getInt32(at, little);
  }
}

/** ITU-T G.711 A-law: a sign, three bits of exponent and four of mantissa, as 16 bits; every other bit is inverted. */
function aLaw(byte: number): number {
  const bits = byte ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = (bits & 15) * 16;
  const size = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
  return (bits & 0x80) === 0 ? -size : size;
}

/** ITU-T G.711 µ-law: the same, with all bits and the sign inverted. */
function muLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const size = (((bits & 15) * 8 + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return (bits & 0x80) === 0 ? size : -size;
}
