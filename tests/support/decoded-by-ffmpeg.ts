import { spawnSync } from "node:child_process";

/** Tests compare sound with an independent decoder, and make their files with encoders that not every ffmpeg has. */
const known = spawnSync("ffmpeg", ["-hide_banner", "-encoders"], { encoding: "utf8" }).stdout ?? "";

/** Whether ffmpeg is installed with all of these encoders. If not, it prints the name of the skipped test. */
export function hasEncoders(test: string, ...encoders: readonly string[]): boolean {
  const missing = known === "" ? ["ffmpeg"] : encoders.filter((name) => !new RegExp(` ${name} `).test(known));
  const said = `LEFT OUT: '${test}' needs ffmpeg with ${missing.join(", ")} (apt-get install ffmpeg)`;
  // oxlint-disable-next-line no-console -- a skipped test must be visible in the output
  if (missing.length > 0) console.log(said);
  return missing.length === 0;
}

/** Runs ffmpeg; returns its standard output. */
export function ffmpeg(...args: readonly string[]): Buffer {
  const run = spawnSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...args], {
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) throw new Error(run.stderr.toString());
  return run.stdout;
}

/** Sound of a file, decoded by ffmpeg and mixed to one channel: 16-bit samples at its own rate. */
export function decodeMono(path: string): Int16Array {
  const bytes = ffmpeg("-i", path, "-vn", "-ac", "1", "-f", "s16le", "-c:a", "pcm_s16le", "-");
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Largest difference between two samples at the same position, as a fraction of full scale. */
export function differenceMax(left: Int16Array, right: Int16Array): number {
  let most = 0;
  for (let at = 0; at < left.length; at++) most = Math.max(most, Math.abs((left[at] ?? 0) - (right[at] ?? 0)));
  return most / 32_768;
}
