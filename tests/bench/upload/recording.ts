import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

const SOUND_BITS_PER_SECOND = 128_000;
const LOOP_SECONDS = 60;

/** A recording on disk; `soundBytes`: size of its sound by its bit rate, without the boxes around it. */
export type BenchRecording = { path: string; bytes: number; soundBytes: number; minutes: number };

/**
 * Writes an MP4 of so many minutes and about so many bytes (its picture is noise at a constant rate, its sound pink noise at
 * 128 kbit/s): one minute is encoded and repeated, so that an hour of 1 GB takes seconds. The table of samples comes last, as
 * a phone writes it.
 */
export async function makeRecording(folder: string, minutes: number, bytes: number): Promise<BenchRecording> {
  const one = path.join(folder, "one-minute.mp4");
  const whole = path.join(folder, `recording-${minutes}-min.mp4`);
  const seconds = minutes * 60;
  const pictureKbits = Math.round(((bytes * 8) / seconds - SOUND_BITS_PER_SECOND) / 1000);
  const constant = ["-b:v", "-minrate", "-maxrate", "-bufsize"].flatMap((name) => [name, `${pictureKbits}k`]);
  const picture = "testsrc2=s=640x360:r=10,noise=alls=60:allf=t";
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", "anoisesrc=c=pink:a=0.2:r=48000:seed=1"];
  const length = ["-t", String(LOOP_SECONDS)];
  const coding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-x264-params", "nal-hrd=cbr"];
  const sound = ["-c:a", "aac", "-b:a", String(SOUND_BITS_PER_SECOND)];
  const encode = [...inputs, ...length, ...coding, ...constant, ...sound, one];
  await run("ffmpeg", ["-v", "error", "-y", ...encode]);
  const repeat = ["-stream_loop", String(minutes - 1), "-i", one, "-c", "copy", whole];
  await run("ffmpeg", ["-v", "error", "-y", ...repeat]);
  const { size } = await stat(whole);
  return { path: whole, bytes: size, soundBytes: (seconds * SOUND_BITS_PER_SECOND) / 8, minutes };
}
