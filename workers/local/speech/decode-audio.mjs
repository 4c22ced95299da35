import { once } from "node:events";
import process from "node:process";
import { decoder } from "@audio/decode-mp4";
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { Resampler, SAMPLE_RATE } from "./resample.mjs";

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

// A program of its own: an M4A, MP4, WAV or Ogg (Vorbis) file comes in on stdin, 16-bit mono PCM at 16 kHz goes out on stdout. It ends with
// 3 where the file is none that it can decode. Apart from everything else for two reasons: hostile bytes meet a decoder
// here, and FAAD2, which decodes AAC, is under the GPL. Nothing of Acta is linked with it; what goes over is bytes.

const PIECE_BYTES = 64 * 1024;
const EXIT_UNREADABLE = 3;

try {
  const bytes = await readAll();
  let rate = 0;
  /** @type {Resampler | null} */
  let resampler = null;
  for await (const { channelData, sampleRate } of decoded(bytes)) {
    const mono = mix(channelData);
    if (mono.length === 0) continue;
    if (resampler === null) {
      rate = sampleRate;
      resampler = new Resampler(rate, SAMPLE_RATE);
    }
    if (sampleRate !== rate) throw new RangeError("the sample rate changes");
    await write(resampler.push(mono));
  }
  if (resampler === null) throw new RangeError("no samples");
  await write(resampler.flush());
} catch (error) {
  // The name only: a decoder's message may quote the file.
  process.stderr.write(`cannot decode: ${error instanceof Error ? error.name : "unknown"}\n`);
  process.exitCode = EXIT_UNREADABLE;
}

async function readAll() {
  /** @type {Buffer[]} */
  const pieces = [];
  for await (const piece of process.stdin) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** Piece by piece, so that five minutes of stereo never lie in memory at once. @param {Uint8Array} bytes */
async function* decoded(bytes) {
  const wav = readWav(bytes);
  if (wav !== null) {
    yield wav;
    return;
  }
  const codec = isOgg(bytes) ? await vorbisDecoder() : await decoder();
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      yield await codec.decode(bytes.subarray(at, at + PIECE_BYTES));
    yield await codec.flush();
  } finally {
    codec.free();
  }
}

/** @param {Uint8Array} bytes */
function isOgg(bytes) {
  return Buffer.from(bytes.subarray(0, 4)).toString("latin1") === "OggS";
}

async function vorbisDecoder() {
  const codec = new OggVorbisDecoder();
  await codec.ready;
  return codec;
}

/** The mean of all channels. @param {Float32Array[]} channels */
function mix(channels) {
  const [first] = channels;
  if (first === undefined || channels.length === 1) return first ?? new Float32Array(0);
  const mono = new Float32Array(first.length);
  for (const channel of channels)
    for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0);
  for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] ?? 0) / channels.length;
  return mono;
}

/** @param {Float32Array} samples */
async function write(samples) {
  const bytes = Buffer.alloc(samples.length * 2);
  for (let at = 0; at < samples.length; at += 1) {
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, samples[at] ?? 0)) * 32_767), at * 2);
  }
  if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
}
