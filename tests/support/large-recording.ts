import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";

/** The recording in that file with so much noise after it that it goes in parts, no two of which are alike; another one each time. */
export async function largeRecording(file: string, bytes: number): Promise<Buffer> {
  const recording = await readFile(file);
  const large = randomBytes(bytes);
  recording.copy(large);
  large.writeUInt32BE(bytes - recording.length, recording.length);
  large.write("free", recording.length + 4);
  return large;
}
