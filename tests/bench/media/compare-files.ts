/** Files for the comparison of container readers: good ones made by ffmpeg, cut ones, and hostile ones. */
import { spawnSync } from "node:child_process";
import { readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { HOSTILE_BYTES } from "#tests/support/hostile-bytes.ts";

export type CompareFile = { name: string; kind: RecordingKind; make: (path: string, folder: string) => Promise<void> };

function ffmpeg(...args: string[]): void {
  const run = spawnSync("ffmpeg", ["-v", "error", "-y", ...args], { encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
}

const SOUND = "anoisesrc=color=pink:amplitude=0.3:sample_rate=48000:seed=7";
/** Encoding an hour takes longer than reading it: a minute is encoded and repeated. */
function made(minutes: number, encoder: string[], writer: string[] = [], picture = false): CompareFile["make"] {
  return async (path, folder) => {
    const minute = join(folder, `minute.mka`);
    const inputs = picture ? ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=60"] : [];
    ffmpeg("-f", "lavfi", "-i", `${SOUND}:d=60`, ...inputs, ...encoder, "-f", "matroska", minute);
    ffmpeg("-stream_loop", String(minutes - 1), "-i", minute, "-map", "0", "-c", "copy", ...writer, path);
  };
}

/** `minutes` is the length of the good files. */
export function compareFiles(minutes: number): CompareFile[] {
  const opus = ["-c:a", "libopus", "-b:a", "32k"];
  const good: CompareFile[] = [
    { name: "WebM, Opus", kind: "webm", make: made(minutes, opus) },
    // As a browser's MediaRecorder writes it: clusters of unknown length, no index, no duration.
    { name: "WebM, Opus, no index", kind: "webm", make: made(minutes, opus, ["-live", "1"]) },
    {
      name: "MKV, AAC and H.264",
      kind: "mkv",
      make: made(
        minutes,
        ["-c:a", "aac", "-b:a", "96k", "-c:v", "libx264", "-preset", "ultrafast", "-b:v", "600k"],
        [],
        true,
      ),
    },
    { name: "Ogg, Opus", kind: "ogg", make: made(minutes, opus) },
    { name: "Ogg, Vorbis", kind: "ogg", make: made(minutes, ["-c:a", "libvorbis", "-q:a", "3"]) },
    { name: "Ogg, FLAC", kind: "ogg", make: made(minutes, ["-c:a", "flac", "-ac", "1", "-ar", "16000"]) },
    { name: "MP3, constant rate", kind: "mp3", make: made(minutes, ["-c:a", "libmp3lame", "-b:a", "96k"]) },
    {
      name: "MP3, variable rate, no header",
      kind: "mp3",
      make: made(minutes, ["-c:a", "libmp3lame", "-q:a", "5"], ["-write_xing", "0"]),
    },
    { name: "WAV", kind: "wav", make: made(minutes, ["-c:a", "pcm_s16le", "-ac", "1", "-ar", "16000"]) },
    { name: "M4A, AAC", kind: "m4a", make: made(minutes, ["-c:a", "aac", "-b:a", "96k"]) },
  ];
  const cut = good.map(
    ({ name, kind, make }): CompareFile => ({
      name: `${name}, cut off at two thirds`,
      kind,
      async make(path, folder) {
        await make(path, folder);
        const { length } = await readFile(path);
        await truncate(path, Math.floor((length * 2) / 3));
      },
    }),
  );
  const hostile = HOSTILE_BYTES.filter(({ kind }) => kind !== "mov").map(
    ({ name, kind, make }): CompareFile => ({
      name,
      kind,
      make: (path) => writeFile(path, make(HOSTILE_BYTES_EACH)),
    }),
  );
  return [...good, ...cut, ...hostile];
}

/** Large enough that work per byte shows, small enough that a reader that looks at each byte ends. */
const HOSTILE_BYTES_EACH = 8 * 1024 * 1024;
