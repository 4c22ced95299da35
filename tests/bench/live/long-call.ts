import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { BotStream } from "#app/contracts/recording/recorder.ts";

/**
 * The pieces of a call of any length: ten seconds that ffmpeg wrote in fragments of one second, repeated with increasing decode
 * times. A tone and a test picture of 1280 × 720 at about the rate of a recorder's.
 */
const LOOP_SECONDS = 10;
const RATES: Record<BotStream, readonly number[]> = { mix: [48_000], tab: [12_800, 48_000] };

const SOUND = ["-f", "lavfi", "-i", `sine=frequency=440:duration=${LOOP_SECONDS}:sample_rate=48000`];
const PICTURE = ["-f", "lavfi", "-i", `testsrc2=size=1280x720:rate=25:duration=${LOOP_SECONDS}`];
const FLAGS = "+empty_moov+default_base_moof";
const ARGUMENTS: Record<BotStream, string[]> = {
  mix: [...SOUND, ..."-c:a libopus -b:a 24k -ac 1 -movflags".split(" "), FLAGS, "-frag_duration", "1000000"],
  tab: [
    ...PICTURE,
    ...SOUND,
    ..."-c:v libx264 -preset ultrafast -b:v 350k -maxrate 350k -bufsize 350k -pix_fmt yuv420p -g 25 -bf 0".split(" "),
    ..."-c:a libopus -b:a 12k -ac 1 -movflags".split(" "),
    `${FLAGS}+frag_keyframe`,
  ],
};

export type LongCall = {
  /** Piece 0 is the bare header, as a recorder's is; piece n holds second n - 1. */
  piece(stream: BotStream, seq: number): Uint8Array<ArrayBuffer>;
};

export async function makeLongCall(): Promise<LongCall> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-live-"));
  const loops = new Map<BotStream, { header: Buffer; seconds: Buffer[] }>();
  for (const stream of ["mix", "tab"] as const) {
    const file = path.join(folder, `${stream}.mp4`);
    await promisify(execFile)("ffmpeg", ["-v", "error", ...ARGUMENTS[stream], "-f", "mp4", file]);
    loops.set(stream, cut(await readFile(file)));
  }
  await rm(folder, { recursive: true });
  return {
    piece(stream, seq) {
      const loop = loops.get(stream);
      if (!loop) throw new Error(`no stream ${stream}`);
      if (seq === 0) return new Uint8Array(loop.header);
      const second = loop.seconds[(seq - 1) % LOOP_SECONDS];
      if (!second) throw new Error("ffmpeg wrote fewer fragments than seconds");
      return movedOn(second, Math.floor((seq - 1) / LOOP_SECONDS) * LOOP_SECONDS, RATES[stream]);
    },
  };
}

/** The header, and a fragment a second; data after the tenth second is left out. */
function cut(file: Buffer): { header: Buffer; seconds: Buffer[] } {
  const starts: number[] = [];
  for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
    const type = file.toString("latin1", at + 4, at + 8);
    if (type === "moof" || type === "mfra") starts.push(at);
  }
  const seconds = starts.slice(0, LOOP_SECONDS).map((start, index) => file.subarray(start, starts[index + 1]));
  return { header: file.subarray(0, starts[0]), seconds };
}

/** The same fragment `seconds` later: each track's tfdt (version 1) in that track's own units. */
function movedOn(fragment: Buffer, seconds: number, rates: readonly number[]): Uint8Array<ArrayBuffer> {
  const moved = Buffer.from(fragment);
  let at = -1;
  for (const rate of rates) {
    at = moved.indexOf("tfdt", at + 1, "latin1");
    if (at < 0) throw new Error("a fragment lacks a track");
    const time = at + 8;
    moved.writeBigUInt64BE(moved.readBigUInt64BE(time) + BigInt(seconds * rate), time);
  }
  return new Uint8Array(moved);
}
