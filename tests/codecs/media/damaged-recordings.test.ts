import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { WINDOW_AUDIO_BYTES_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_REFUSALS } from "#app/domain/meeting/status.ts";
import { readCaptions } from "#app/media/captions/read-captions.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const fixture = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url))));
const originals = [
  fixture("talk.mp4"),
  fixture("talk-faststart.mp4"),
  fixture("talk-captions.mp4"),
  fixture("fragmented.mp4"),
];

/** Offsets of the bytes of tables and headers. Damage anywhere else only changes the sound. */
function tableBytesOf(file: Uint8Array): number[] {
  const view = new DataView(file.buffer);
  const places: number[] = [];
  for (let at = 0; at < file.byteLength; at += view.getUint32(at)) {
    const media = String.fromCharCode(...file.subarray(at + 4, at + 8)) === "mdat";
    for (let byte = at; byte < at + (media ? 8 : view.getUint32(at)); byte++) places.push(byte);
  }
  return places;
}
const tables = originals.map(tableBytesOf);

/** Runs of random damage. Set FUZZ_RUNS for a longer run. */
const RUNS = Number(process.env["FUZZ_RUNS"] ?? 300);

const interesting = fc.constantFrom(0, 1, 0x7f, 0x80, 0xff, 4, 8, 16);
/** Evenly spread over 0 to 1; fast-check's own doubles are nearly all close to zero. */
const share = fc.nat({ max: 99_999 }).map((part) => part / 100_000);
const damage = fc.record({
  original: fc.nat({ max: originals.length - 1 }),
  hits: fc.array(fc.tuple(share, fc.oneof(interesting, fc.nat({ max: 255 }))), {
    minLength: 1,
    maxLength: 6,
  }),
  cut: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: share }),
});

/** Reads every window and the captions that the probe accepts, as the product does. */
async function useAll(file: Uint8Array) {
  const source = memorySource(file);
  const outcome = await probeRecording(source, { fragments: "scan" });
  expect(source.use.bytes).toBeLessThan(3 * file.byteLength + 500_000);
  if (!outcome.ok) return outcome.reason;
  for (const plan of planWindows(outcome.value)) {
    expect(plan.bytes.byteLength).toBeLessThan(2_000_000);
    const { audio } = await extractWindow(memorySource(file), plan);
    expect(audio.byteLength).toBeLessThan(WINDOW_AUDIO_BYTES_MAX + 1_000_000);
  }
  if (outcome.value.captions !== null) await readCaptions(memorySource(file), outcome.value.captions);
  return "taken";
}

test("a movie with damaged bytes is accepted or refused with a reason, and is not read repeatedly", async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(damage, async ({ original, hits, cut }) => {
      const file = (originals[original] ?? new Uint8Array()).slice();
      const places = tables[original] ?? [];
      for (const [where, value] of hits) file[places[Math.floor(where * places.length)] ?? 0] = value;
      ends.add(await useAll(cut === null ? file : file.subarray(0, Math.floor(cut * file.byteLength))));
    }),
    { numRuns: RUNS },
  );
  for (const end of ends) expect(["taken", ...UPLOAD_REFUSALS]).toContain(end);
  expect(ends).toContain("taken");
  expect(ends).toContain("truncated");
}, 600_000);

test.each([
  ["a movie in one piece", 0],
  ["a movie in fragments", 3],
])(
  "every fifth byte of the tables of %s in turn, lowest and highest",
  async (_what, number) => {
    const ends = new Set<string>();
    for (const [index, place] of (tables[number] ?? []).entries()) {
      if (index % 5 !== 0) continue;
      const file = (originals[number] ?? new Uint8Array()).slice();
      file[place] = index % 2 === 0 ? 0 : 0xff;
      ends.add(await useAll(file));
    }
    expect(ends).toContain("taken");
    expect(ends).toContain("hostile");
    expect(ends).not.toContain("fragmented");
  },
  120_000,
);
