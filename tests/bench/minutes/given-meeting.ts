import { execFileSync } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Segment } from "#app/domain/transcript/segment.ts";

function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

/** A transcript as a WebVTT file with its speakers. */
export function vttOf(segments: readonly Segment[]): Uint8Array<ArrayBuffer> {
  const cues = segments.map(
    ({ startMs, endMs, speaker, text }) =>
      `${stamp(startMs)} --> ${stamp(endMs)}\n<v ${speaker ?? "?"}>${text.replaceAll("<", "‹").replaceAll("-->", "→")}`,
  );
  return new TextEncoder().encode(`WEBVTT\n\n${cues.join("\n\n")}\n`);
}

/** An MP4 file of nothing but silence, for the transcript to stand beside. */
export async function silence(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), "acta-bench-")), "silence.mp4");
  const input = ["-f", "lavfi", "-i", "anullsrc=r=16000:cl=mono", "-t", String(seconds)];
  execFileSync("ffmpeg", ["-v", "error", ...input, "-c:a", "aac", "-b:a", "16k", file]);
  return new Uint8Array(await readFile(file));
}
