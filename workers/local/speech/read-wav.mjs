// PCM in a RIFF/WAVE file: 16, 24 and 32 bits, and floats.
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const CHANNELS_MAX = 16;

/**
 * Null where the bytes are no WAV file; throws a RangeError where they are one that cannot be read. A file that breaks off
 * ends with its last whole sample.
 * @param {Uint8Array} bytes @returns {{ channelData: Float32Array[], sampleRate: number } | null}
 */
export function readWav(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || tag(view, 0) !== "RIFF" || tag(view, 8) !== "WAVE") return null;
  /** @type {{ format: number, channels: number, rate: number, bits: number } | null} */
  let format = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (tag(view, at) === "fmt " && body + 16 <= bytes.length) {
      const code = view.getUint16(body, true);
      format = {
        format: code === EXTENSIBLE && body + 26 <= bytes.length ? view.getUint16(body + 24, true) : code,
        channels: view.getUint16(body + 2, true),
        rate: view.getUint32(body + 4, true),
        bits: view.getUint16(body + 14, true),
      };
    }
    if (tag(view, at) === "data" && format) return samplesOf(view, body, Math.min(size, bytes.length - body), format);
    at = body + size + (size % 2);
  }
  throw new RangeError("a WAV file without samples");
}

/** @param {DataView} view @param {number} from @param {number} bytes
 * @param {{ format: number, channels: number, rate: number, bits: number }} format */
function samplesOf(view, from, bytes, { format, channels, rate, bits }) {
  const read = READERS[`${format}/${bits}`];
  if (!read || channels < 1 || channels > CHANNELS_MAX) throw new RangeError("a WAV format that is not read");
  const width = bits / 8;
  const frames = Math.floor(bytes / (width * channels));
  const channelData = Array.from({ length: channels }, () => new Float32Array(frames));
  for (const [channel, samples] of channelData.entries()) {
    for (let frame = 0; frame < frames; frame += 1) {
      samples[frame] = read(view, from + (frame * channels + channel) * width);
    }
  }
  return { channelData, sampleRate: rate };
}

/** By format and bits. @type {Record<string, (view: DataView, at: number) => number>} */
const READERS = {
  [`${PCM}/16`]: (view, at) => view.getInt16(at, true) / 0x8000,
  [`${PCM}/24`]: (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 0x1_0000) / 0x80_0000,
  [`${PCM}/32`]: (view, at) => view.getInt32(at, true) / 0x8000_0000,
  [`${FLOAT}/32`]: (view, at) => view.getFloat32(at, true),
};

/** @param {DataView} view @param {number} at */
function tag(view, at) {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}
