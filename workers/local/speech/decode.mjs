// Runs the decoder's program for one file.
import { spawn } from "node:child_process";
import path from "node:path";
import process from "node:process";
import { PCM_BYTES_PER_SECOND } from "./resample.mjs";

const DECODE_MS_MAX = 120_000;
/** A window is five minutes; a file that swells to more than this is not one. */
const PCM_BYTES_MAX = 30 * 60 * PCM_BYTES_PER_SECOND;
const EXIT_UNREADABLE = 3;

/** The file is none that can be decoded: asking again does not help. */
export class UnreadableAudio extends Error {
  constructor() {
    super("the audio cannot be decoded");
    this.name = "UnreadableAudio";
  }
}

/** 16-bit mono PCM at 16 kHz. Throws UnreadableAudio, or an Error where the program itself failed. @param {Uint8Array} file @returns {Promise<Buffer>} */
export function decodeAudio(file) {
  return runDecoder(file, [], PCM_BYTES_MAX);
}

/**
 * The same with both channels of a file of two, their samples in turn.
 * @typedef {{ channels: number, pcm: Uint8Array }} DecodedChannels
 * @param {Uint8Array} file @returns {Promise<DecodedChannels>}
 */
export async function decodeChannels(file) {
  const bytes = await runDecoder(file, ["channels"], 2 * PCM_BYTES_MAX);
  return { channels: bytes[0] ?? 1, pcm: bytes.subarray(2) };
}

/** @param {Uint8Array} file @param {string[]} options @param {number} bytesMax @returns {Promise<Buffer>} */
function runDecoder(file, options, bytesMax) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, "decode-audio.mjs"), ...options], {
      stdio: ["pipe", "pipe", "ignore"],
      timeout: DECODE_MS_MAX,
      killSignal: "SIGKILL",
    });
    /** @type {Buffer[]} */
    const pieces = [];
    let bytes = 0;
    let tooLong = false;
    child.stdout.on("data", (piece) => {
      bytes += piece.length;
      pieces.push(piece);
      if (bytes <= bytesMax) return;
      tooLong = true;
      child.kill("SIGKILL");
    });
    // It ended before it had read everything; its exit code says why.
    child.stdin.on("error", () => {});
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(pieces));
      else if (tooLong || code === EXIT_UNREADABLE) reject(new UnreadableAudio());
      else reject(new Error(`the decoder ended with ${code}`));
    });
    child.stdin.end(file);
  });
}
