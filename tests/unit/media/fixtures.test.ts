import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { extractWindow } from "#app/media/windows/extract-window.ts";
import { planWindows } from "#app/media/windows/plan-windows.ts";
import { probeRecording, type RecordingProbe } from "#app/media/probe-recording.ts";
import { readCaptions } from "#app/media/captions/read-captions.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const fixture = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url))));

async function accepted(file: Uint8Array): Promise<RecordingProbe> {
  const outcome = await probeRecording(memorySource(file));
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  return outcome.value;
}

/** `00:01:02,345` in milliseconds. */
function clockMs(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = clock.split(/[:,]/).map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
}

/** The cues of an .srt file. */
function srtCues(name: string) {
  const text = new TextDecoder().decode(fixture(name));
  return text
    .trim()
    .split("\n\n")
    .map((block) => {
      const [, times = "", ...lines] = block.split("\n");
      const [start = "", end = ""] = times.split(" --> ");
      return { startMs: clockMs(start), endMs: clockMs(end), text: lines.join("\n") };
    });
}

test.each([
  { name: "talk.mp4", durationMs: 24_200, sampleRate: 44_100, language: "eng", captions: null },
  { name: "talk-faststart.mp4", durationMs: 24_200, sampleRate: 44_100, language: "eng", captions: null },
  { name: "talk-captions.mp4", durationMs: 58_600, sampleRate: 22_050, language: "eng", captions: "eng" },
  { name: "charla-subtitulos.mp4", durationMs: 46_665, sampleRate: 22_050, language: "spa", captions: "spa" },
  { name: "silence.mp4", durationMs: 20_000, sampleRate: 44_100, language: "eng", captions: null },
])("$name is what its table says", async ({ name, durationMs, sampleRate, language, captions }) => {
  const probe = await accepted(fixture(name));
  expect(probe).toMatchObject({ durationMs, hasVideo: true, audio: { codec: "aac", language } });
  expect(probe.audio.config).toMatchObject({ objectType: 2, sampleRate, channels: 1 });
  expect(probe.captions?.language ?? null).toBe(captions);
});

test.each([
  ["no-audio.mp4", "no-audio"],
  ["fragmented.mp4", "needs-scan"],
])("%s is refused: %s", async (name, reason) => {
  expect(await probeRecording(memorySource(fixture(name)))).toEqual({ ok: false, reason });
});

test("fragmented.mp4 is taken where the whole file may be scanned, and its sound is that of talk.mp4", async () => {
  const file = fixture("fragmented.mp4");
  const outcome = await probeRecording(memorySource(file), { fragments: "scan" });
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  const { audio, durationMs } = outcome.value;
  expect(durationMs).toBeGreaterThan(7900);
  expect(durationMs).toBeLessThan(8200);
  const talk = fixture("talk.mp4");
  const same = (await accepted(talk)).audio.samples;
  for (const [index, at] of audio.samples.offsets.entries()) {
    const [size = 0, start = 0] = [audio.samples.sizes[index], same.offsets[index]];
    expect(Buffer.from(file.slice(at, at + size)).equals(talk.slice(start, start + size))).toBe(true);
  }
});

test.each(["talk-captions", "charla-subtitulos"])(
  "the captions of %s are the sentences that were put in",
  async (name) => {
    const file = fixture(`${name}.mp4`);
    const { captions } = await accepted(file);
    if (captions === null) throw new Error("no caption track");
    expect(await readCaptions(memorySource(file), captions)).toEqual(srtCues(`${name}.srt`));
  },
);

test("a short recording is one window whose audio is all of it, and an M4A that we can read ourselves", async () => {
  const file = fixture("talk.mp4");
  const plans = planWindows(await accepted(file));
  expect(plans).toMatchObject([{ index: 0, startMs: 0, endMs: 24_150, audioStartMs: 0 }]);
  const [plan] = plans;
  if (plan === undefined) throw new Error("no window");
  const window = await extractWindow(memorySource(file), plan);
  expect(window.audioEndMs).toBeCloseTo(24_150, 0);
  const again = await accepted(window.audio);
  expect(again).toMatchObject({ durationMs: 24_150, hasVideo: false, captions: null });
  expect(again.audio.config.setup).toEqual((await accepted(file)).audio.config.setup);
});
