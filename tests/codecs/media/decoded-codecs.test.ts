import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { decodeMono, differenceMax, ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const RATE = 48_000;
const SECONDS = 50;
/** Cores of a tenth of their usual length: another border, and a tenth of the sound to encode and decode. */
const CORE_MS = 30_000;

type Codec = { name: string; encoder: string; args: string[]; exact: boolean };
const CODECS: Codec[] = [
  { name: "flac", encoder: "flac", args: ["-strict", "-2"], exact: true },
  { name: "mp3", encoder: "libmp3lame", args: ["-b:a", "96k"], exact: true },
  // Its decoder keeps a trace of all that it ever heard, so that the last bits may differ.
  { name: "opus", encoder: "libopus", args: ["-b:a", "48k"], exact: false },
];

for (const { name, encoder, args, exact } of CODECS) {
  const known = hasEncoders(`decoded ${name}`, encoder);
  describe.skipIf(!known)(`decoded ${name}${known ? "" : ` (left out: needs ffmpeg with ${encoder})`}`, () => {
    let folder = "";
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), "acta-codec-"));
      const sound = `sine=f=220:beep_factor=4:r=${RATE}:d=${SECONDS}`;
      const tables = join(folder, "tables.mp4");
      ffmpeg("-f", "lavfi", "-i", sound, "-ac", "1", "-c:a", encoder, ...args, tables);
      const flags = "+frag_keyframe+empty_moov+delay_moov+default_base_moof";
      const fragments = ["-frag_duration", "1000000", "-movflags", flags, join(folder, "fragments.mp4")];
      ffmpeg("-i", tables, "-c", "copy", "-strict", "-2", ...fragments);
    }, 120_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test.each(["tables", "fragments"])(
      "the windows decode to what the recording does there: %s",
      async (packing) => {
        const original = decodeMono(join(folder, "tables.mp4"));
        expect(original.some((sample) => Math.abs(sample) > 1000)).toBe(true);
        const source = memorySource(new Uint8Array(readFileSync(join(folder, `${packing}.mp4`))));
        const probe = await probeRecording(source, { fragments: "scan" });
        if (!probe.ok) throw new Error(probe.reason);
        expect(probe.value.audio.codec).toBe(name);
        const plans = planWindows(probe.value, { coreMs: CORE_MS });
        expect(plans).toHaveLength(2);
        for (const plan of plans) {
          const window = await extractWindow(source, plan);
          const path = join(folder, `${plan.index}.m4a`);
          writeFileSync(path, window.audio);
          const samples = decodeMono(path);
          const start = Math.round((window.audioStartMs * RATE) / 1000);
          const seconds = (window.audioEndMs - window.audioStartMs) / 1000;
          expect(samples.length / RATE).toBeGreaterThan(seconds - 0.001);
          // The last frame may be decoded beyond what is heard of it.
          expect(samples.length / RATE).toBeLessThan(seconds + 0.1);
          const heard = samples.subarray(0, Math.min(samples.length, original.length - start));
          const difference = differenceMax(heard, original.subarray(start, start + heard.length));
          expect(difference).toBeLessThanOrEqual(exact ? 0 : 0.001);
        }
      },
      120_000,
    );
  });
}
