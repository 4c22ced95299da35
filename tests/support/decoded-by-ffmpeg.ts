import { spawnSync } from "node:child_process";

/** A decoder that is not ours has to tell what a recording sounds like, and encoders that not every ffmpeg has make the files. */
const known = spawnSync("ffmpeg", ["-hide_banner", "-encoders"], { encoding: "utf8" }).stdout ?? "";

/** Whether ffmpeg is here with all of these encoders. Where it is not, says loudly which test is left out. */
export function hasEncoders(test: string, ...encoders: readonly string[]): boolean {
  const missing = known === "" ? ["ffmpeg"] : encoders.filter((name) => !new RegExp(` ${name} `).test(known));
  const said = `LEFT OUT: '${test}' needs ffmpeg with ${missing.join(", ")} (apt-get install ffmpeg)`;
  // oxlint-disable-next-line no-console -- what is left out is said where everybody sees it
  if (missing.length > 0) console.log(said);
  return missing.length === 0;
}

/** Runs ffmpeg; answers with what it wrote to its output. */
export function ffmpeg(...args: readonly string[]): Buffer {
  const run = spawnSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...args], {
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) throw new Error(run.stderr.toString());
  return run.stdout;
}

/** What a file sounds like by ffmpeg, mixed to one channel: 16-bit samples at its own rate. */
export function decodeMono(path: string): Int16Array {
  const bytes = ffmpeg("-i", path, "-vn", "-ac", "1", "-f", "s16le", "-c:a", "pcm_s16le", "-");
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** How much of the loudest that a sample may be is what two pieces differ by, at most, anywhere. */
export function differenceMax(left: Int16Array, right: Int16Array): number {
  let most = 0;
  for (let at = 0; at < left.length; at++) most = Math.max(most, Math.abs((left[at] ?? 0) - (right[at] ?? 0)));
  return most / 32_768;
}
