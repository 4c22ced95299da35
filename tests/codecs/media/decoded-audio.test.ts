import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { memorySource } from "#tests/support/memory-source.ts";

/**
 * The proof that no decoded sample is lost, doubled or changed at a border, by a decoder that is not ours. Only ffmpeg can
 * tell, so that a machine without it leaves this file out, and says so.
 */
const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
if (!hasFfmpeg) {
  // oxlint-disable-next-line no-console -- what is left out is said where everybody sees it
  console.log("LEFT OUT: 'decoded audio' needs ffmpeg, which is not installed here (Debian: apt-get install ffmpeg)");
}

const RATE = 16_000;
/** Two windows with cores of a fifth of their usual length, and one of twenty seconds. */
const SECONDS = 140;
const CORE_MS = 60_000;

function ffmpeg(...args: string[]): Buffer {
  const run = spawnSync("ffmpeg", ["-hide_banner", "-loglevel", "error", "-nostdin", "-y", ...args], {
    maxBuffer: 2 ** 28,
  });
  if (run.status !== 0) throw new Error(run.stderr.toString());
  return run.stdout;
}

/** Mono samples of 16 bits. */
function decode(path: string): Int16Array {
  const bytes = ffmpeg("-i", path, "-vn", "-f", "s16le", "-c:a", "pcm_s16le", "-");
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/**
 * The same sound and picture, packed in every way that ffmpeg knows. Where a movie in fragments has an edit list ffmpeg
 * itself does not follow it when it decodes, so that those are held against the sound that they were made of.
 */
const PACKINGS: [name: string, movflags: string][] = [
  ["moov-first", "+faststart"],
  ["fragments", "+frag_keyframe+empty_moov+default_base_moof"],
  ["fragments-with-edit-list", "+frag_keyframe+empty_moov+delay_moov+default_base_moof"],
  ["fragments-counted-from-the-file", "+frag_keyframe+empty_moov"],
  ["fragments-without-places", "+frag_keyframe+empty_moov+omit_tfhd_offset"],
  ["fragments-for-each-track", "+frag_keyframe+empty_moov+separate_moof+default_base_moof"],
  ["fragments-behind-a-movie", "+frag_keyframe"],
  ["dash-with-index", "+dash+global_sidx+frag_keyframe+delay_moov"],
  ["dash-with-indices", "+dash+frag_keyframe+separate_moof+delay_moov"],
];

describe.skipIf(!hasFfmpeg)(`decoded audio${hasFfmpeg ? "" : " (left out: needs ffmpeg)"}`, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "acta-decoded-"));
    const sound = `sine=f=220:beep_factor=4:r=${RATE}:d=${SECONDS}`;
    const noise = `anoisesrc=c=pink:a=0.2:r=${RATE}:d=${SECONDS}:seed=7`;
    const picture = `color=s=32x32:r=2:d=${SECONDS}`;
    // Perceptual noise substitution would draw new random noise for each decoding.
    const codecs = ["-c:a", "aac", "-aac_pns", "0", "-b:a", "48k", "-c:v", "libx264", "-preset", "ultrafast"];
    const inputs = [sound, noise, picture].flatMap((filter) => ["-f", "lavfi", "-i", filter]);
    const last = join(folder, "moov-last.mp4");
    ffmpeg(...inputs, "-filter_complex", "[0][1]amix=2[a]", "-map", "[a]", "-map", "2:v", ...codecs, last);
    for (const [name, movflags] of PACKINGS)
      ffmpeg("-i", last, "-c", "copy", "-movflags", movflags, join(folder, `${name}.mp4`));
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(["moov-last", ...PACKINGS.map(([name]) => name)])(
    "the windows, joined at their cores, decode to the recording, sample for sample: %s",
    async (name) => {
      const path = join(folder, `${name}.mp4`);
      const edited = name === "fragments-with-edit-list" || name.startsWith("dash");
      const original = decode(edited ? join(folder, "moov-last.mp4") : path);
      expect(original.some((sample) => Math.abs(sample) > 1000)).toBe(true);
      const source = memorySource(new Uint8Array(readFileSync(path)));
      const probe = await probeRecording(source, { fragments: "scan" });
      if (!probe.ok) throw new Error(probe.reason);
      const plans = planWindows(probe.value, { coreMs: CORE_MS });
      expect(plans).toHaveLength(3);

      let joined = 0;
      for (const plan of plans) {
        const window = await extractWindow(source, plan);
        const windowPath = join(folder, `${plan.index}.m4a`);
        writeFileSync(windowPath, window.audio);
        const samples = decode(windowPath);
        const audioStart = Math.round((window.audioStartMs * RATE) / 1000);
        // All of the window's audio, its overlaps too, is what the recording has at that place.
        expect(
          Buffer.from(samples.buffer).equals(
            Buffer.from(original.slice(audioStart, audioStart + samples.length).buffer),
          ),
        ).toBe(true);
        const last = plan.index === plans.length - 1;
        const coreStart = Math.round((plan.startMs * RATE) / 1000) - audioStart;
        const coreEnd = last ? samples.length : Math.round((plan.endMs * RATE) / 1000) - audioStart;
        expect(coreEnd).toBeLessThanOrEqual(samples.length);
        joined += coreEnd - coreStart;
      }
      expect(joined).toBe(original.length);
    },
    120_000,
  );
});
