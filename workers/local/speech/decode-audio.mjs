import { once } from "node:events";
import process from "node:process";
import { decoder } from "@audio/decode-mp4";
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { readWav } from "./read-wav.mjs";
import { Resampler, SAMPLE_RATE } from "./resample.mjs";

// A program of its own: an M4A, MP4, WAV or Ogg (Vorbis) file comes in on stdin, 16-bit mono PCM at 16 kHz goes out on stdout. With the argument
// "channels" a file of two channels keeps them, samples in turn, and the number of channels goes first, in 16 bits. It ends with
// 3 where the file is none that it can decode. Apart from everything else for two reasons: hostile bytes meet a decoder
// here, and FAAD2, which decodes AAC, is under the GPL. Nothing of Acta is linked with it; what goes over is bytes.

const PIECE_BYTES = 64 * 1024;
const EXIT_UNREADABLE = 3;
const KEEPS_CHANNELS = process.argv[2] === "channels";

try {
  const bytes = await readAll();
  let rate = 0;
  /** One for each channel that goes out. @type {Resampler[]} */
  let resamplers = [];
  for await (const { channelData, sampleRate } of decoded(bytes)) {
    if ((channelData[0]?.length ?? 0) === 0) continue;
    if (resamplers.length === 0) {
      rate = sampleRate;
      const channels = KEEPS_CHANNELS && channelData.length === 2 ? 2 : 1;
      resamplers = Array.from({ length: channels }, () => new Resampler(rate, SAMPLE_RATE));
      if (KEEPS_CHANNELS) process.stdout.write(Uint8Array.of(channels, 0));
    }
    if (sampleRate !== rate) throw new RangeError("the sample rate changes");
    // A decoder may say that a part of a stereo file is mono: both channels are alike there.
    const sounds = resamplers.length === 1 ? [mix(channelData)] : [channelData[0], channelData[1] ?? channelData[0]];
    await write(resamplers.map((resampler, channel) => resampler.push(sounds[channel] ?? new Float32Array(0))));
  }
  if (resamplers.length === 0) throw new RangeError("no samples");
  await write(resamplers.map((resampler) => resampler.flush()));
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

/** Channels of one length, their samples in turn. @param {Float32Array[]} channels */
async function write(channels) {
  const frames = channels[0]?.length ?? 0;
  const bytes = Buffer.alloc(frames * channels.length * 2);
  for (const [channel, samples] of channels.entries()) {
    for (let at = 0; at < frames; at += 1) {
      const sample = Math.round(Math.max(-1, Math.min(1, samples[at] ?? 0)) * 32_767);
      bytes.writeInt16LE(sample, (at * channels.length + channel) * 2);
    }
  }
  if (!process.stdout.write(bytes)) await once(process.stdout, "drain");
}
