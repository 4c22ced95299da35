import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { longTranscript } from "#tests/bench/meeting-page/long-transcript.ts";
import { uploadWithTranscript } from "#tests/support/upload-with-transcript.ts";

/** A silent recording of that length, made by ffmpeg: 8 h are 1.8 MB. */
async function silentRecording(durationMs: number): Promise<Uint8Array<ArrayBuffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-long-"));
  const file = path.join(folder, "silent.mp4");
  const silence = ["-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", String(durationMs / 1000)];
  await promisify(execFile)("ffmpeg", ["-v", "error", ...silence, "-c:a", "aac", "-b:a", "8k", file]);
  const bytes = new Uint8Array(await readFile(file));
  await rm(folder, { recursive: true });
  return bytes;
}

type Asked = { origin: string; cookie: string; cues: number; durationMs: number; title: string };

/** A silent recording with a long transcript beside it; the meeting's id once its minutes are written. */
export async function uploadLongMeeting({ cues, durationMs, ...rest }: Asked): Promise<string> {
  const video = await silentRecording(durationMs);
  return uploadWithTranscript({ ...rest, video, transcript: longTranscript({ cues, durationMs }) });
}
