import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { LOCALES } from "#app/domain/languages.ts";
import { probeRecording } from "#app/media/probe-recording.ts";
import { memorySource } from "#tests/support/memory-source.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../workers/sample");
const SOUND = path.join(FOLDER, "en-sound.bin");
const text = JSON.parse(readFileSync(path.join(FOLDER, "texts/en.json"), "utf8")) as { durationMs: number };

test("the sound of the English sample is as long as its text", async () => {
  const probe = await probeRecording(memorySource(new Uint8Array(readFileSync(SOUND))), { language: "en" });
  expect(probe).toMatchObject({ ok: true, value: { hasVideo: false } });
  // One frame of AAC is 64 ms at 16 kHz.
  const lengthMs = probe.ok ? probe.value.durationMs : 0;
  expect(Math.abs(lengthMs - text.durationMs)).toBeLessThan(64);
});

test("all samples together stay under 1.5 MB", () => {
  const files = [SOUND, ...LOCALES.map((locale) => path.join(FOLDER, `texts/${locale}.json`))];
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(1_500_000);
});
