import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import { planClip } from "#app/media/clips/plan-clip.ts";
import { ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { packClip } from "#app/media/clips/packed-clip.ts";
import { fileSource } from "#tests/support/file-mp4-source.ts";
import { packedAndRead, readClip } from "#tests/support/read-clip.ts";

const hasAll = hasEncoders("long clips", "libx264", "aac");

/** Half a minute, again and again: nothing is encoded but once. */
const LOOP_S = 30;
const LOOPS = 60;
const RANGE = { fromMs: 14 * 60_000 + 250, toMs: 24 * 60_000 + 250 };
/** The passage with a quarter of a minute on both sides. */
const AROUND = ["-ss", String(RANGE.fromMs / 1000 - 15), "-t", "630"];
const NOISE = ["-f", "lavfi", "-i", `nullsrc=s=160x90:r=15:d=${LOOP_S},geq=random(1)*255:128:128`];
const SOUND = ["-f", "lavfi", "-i", `aevalsrc=0.4*sin(2*PI*(200+15*t)*t):s=48000:d=${LOOP_S}`];
const ENCODE = "-c:v libx264 -preset veryfast -b:v 250k -bf 2 -g 75 -pix_fmt yuv420p -c:a aac -b:a 64k".split(" ");

/** `reads`: how many at most; `share`: of the file's bytes that the plan takes, at most. The clip itself is a third of them. */
type Row = { name: string; kind: RecordingKind; args: string[]; reads: number; share: number };
const ROWS: Row[] = [
  { name: "long.mp4", kind: "mp4", args: [], reads: 6, share: 0.02 },
  { name: "faststart.mp4", kind: "mp4", args: ["-movflags", "faststart"], reads: 4, share: 0.02 },
  {
    name: "fragments.mp4",
    kind: "mp4",
    args: ["-movflags", "frag_keyframe+empty_moov+default_base_moof"],
    reads: 40,
    share: 0.5,
  },
  { name: "long.mkv", kind: "mkv", args: [], reads: 40, share: 0.5 },
];

type Packets = { sums: string[]; shownMs: number };

/**
 * The packets of a file as a player reads them, without decoding: a sum of the bytes of each, and the time from the moment 0, where a clip
 * begins, to the end of the last.
 */
function packetsOf(path: string, ...part: string[]): Record<"picture" | "sound", Packets> {
  const copying = "-map 0:v:0 -map 0:a:0 -c copy -copyts -f framecrc -".split(" ");
  const copied = ffmpeg(...part, "-i", path, ...copying).toString();
  const rates = [...copied.matchAll(/^#tb (\d): (\d+)\/(\d+)$/gmu)].map(
    ([, , ticks, second]) => Number(ticks) / Number(second),
  );
  const of = (stream: number): Packets => {
    const sums: string[] = [];
    let ends = 0;
    for (const line of copied.split("\n")) {
      const [track, , pts, length, , sum] = line.split(",").map((field) => field.trim());
      if (line.startsWith("#") || Number(track) !== stream || sum === undefined) continue;
      sums.push(sum);
      ends = Math.max(ends, Number(pts) + Number(length));
    }
    return { sums, shownMs: ends * (rates[stream] ?? Number.NaN) * 1000 };
  };
  return { picture: of(0), sound: of(1) };
}

describe.skipIf(!hasAll)(`long clips${hasAll ? "" : " (left out: needs ffmpeg)"}`, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acta-long-clips-"));
    ffmpeg(...NOISE, ...SOUND, ...ENCODE, join(folder, "loop.mkv"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(ROWS)(
    "ten minutes of $name are planned with few reads, and are the packets of the recording",
    async ({ name, kind, args, reads, share }) => {
      const path = join(folder, name);
      ffmpeg("-stream_loop", String(LOOPS - 1), "-i", join(folder, "loop.mkv"), "-c", "copy", ...args, path);
      const handle = await open(path);
      try {
        const source = await fileSource(handle);
        const planned = await planClip(source, RANGE, { kind });
        if (!planned.ok) throw new Error(planned.reason);
        const { use } = source;
        expect(use.reads + use.streams).toBeLessThanOrEqual(reads);
        expect(use.bytes / source.size).toBeLessThan(share);
        const packed = packClip(planned.value);
        // oxlint-disable-next-line no-console -- the figures of docs/measurements.md
        console.log(
          `${name}: ${Math.round(source.size / 1e6)} MB, ${use.reads} reads and ${use.streams} streams of ${Math.round(use.bytes / 1e3)} kB, ` +
            `head ${Math.round(planned.value.head.byteLength / 1e3)} kB, ${planned.value.spans.offsets.length} spans, plan ${Math.round(packed.byteLength / 1e3)} kB`,
        );
        expect(await packedAndRead(planned.value)).toEqual(planned.value);
        const clip = join(folder, "clip.mp4");
        writeFileSync(clip, await readClip(source, planned.value));
        const [all, cut] = [packetsOf(path, ...AROUND), packetsOf(clip)];
        for (const track of ["picture", "sound"] as const) {
          const [first = ""] = cut[track].sums;
          // The sums of a loop come again and again: what follows the first tells which of them it is.
          const begins = all[track].sums.flatMap((sum, index) => (sum === first ? [index] : []));
          const isHere = (begin: number) =>
            cut[track].sums.every((sum, index) => all[track].sums[begin + index] === sum);
          expect(begins.some(isHere), track).toBe(true);
          expect(Math.abs(cut[track].shownMs - (RANGE.toMs - RANGE.fromMs)), track).toBeLessThan(80);
        }
        const begins = spawnSync(
          "ffmpeg",
          ["-v", "error", "-xerror", "-nostdin", "-i", clip, "-t", "6", "-f", "null", "-"],
          {
            encoding: "utf8",
          },
        );
        expect([begins.status, begins.stderr]).toEqual([0, ""]);
      } finally {
        await handle.close();
      }
    },
    240_000,
  );
});
