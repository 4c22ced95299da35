import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The recording in that file, followed by random bytes up to the size `bytes`, so that parts differ from each other and between runs. */
export async function largeRecording(file: string, bytes: number): Promise<Buffer> {
  const recording = await readFile(file);
  const large = randomBytes(bytes);
  recording.copy(large);
  large.writeUInt32BE(bytes - recording.length, recording.length);
  large.write("free", recording.length + 4);
  return large;
}
