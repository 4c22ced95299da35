import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { probeRecording } from "#app/media/probe-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { decodeMono, differenceMax, ffmpeg, hasEncoders } from "#tests/support/decoded-by-ffmpeg.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const RATE = 96_000;
const needs = hasEncoders("a recording that was written to a pipe", "aac");

/** Tables of 37 kB: ffmpeg can only go back in the last 32 kB of what it wrote. */
test.skipIf(!needs)("a recording that was written to a pipe in one fragment sounds as the one in a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "acta-pipe-"));
  try {
    const whole = join(folder, "whole.mp4");
    ffmpeg("-f", "lavfi", "-i", `sine=f=220:beep_factor=4:r=${RATE}:d=100`, "-c:a", "aac", whole);
    const piped = ffmpeg("-i", whole, "-c", "copy", "-movflags", "empty_moov+frag_custom", "-f", "mp4", "pipe:1");
    expect(piped.readUInt32BE(piped.indexOf("moof") - 4)).toBe(0);
    const source = memorySource(new Uint8Array(piped));
    const probe = await probeRecording(source, { fragments: "scan" });
    if (!probe.ok) throw new Error(probe.reason);
    expect(probe.value.durationMs).toBeCloseTo(100_000, -2);

    const original = await firstWindow(memorySource(new Uint8Array(readFileSync(whole))));
    const window = await firstWindow(source);
    const [left, right] = [original, window].map((audio, index) => {
      writeFileSync(join(folder, `${index}.m4a`), audio);
      return decodeMono(join(folder, `${index}.m4a`));
    });
    if (!left || !right) throw new Error("both were decoded");
    expect(right.length).toBeGreaterThan(99 * RATE);
    expect(right.some((sample) => Math.abs(sample) > 1000)).toBe(true);
    // The file's edit list leaves out the encoder's first frame, the fragment keeps it.
    const shift = right.length - left.length;
    expect(differenceMax(left, right.subarray(Math.max(shift, 0)))).toBeLessThan(0.001);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

async function firstWindow(source: ReturnType<typeof memorySource>): Promise<Uint8Array> {
  const probe = await probeRecording(source, { fragments: "scan" });
  if (!probe.ok) throw new Error(probe.reason);
  const [plan] = planWindows(probe.value);
  if (!plan) throw new Error("no window");
  return (await extractWindow(source, plan)).audio;
}
