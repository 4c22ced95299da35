import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { EngineBroken } from "#workers/local/model-process.mjs";
import { readSpeechSettings } from "#workers/local/speech/models.mjs";
import type { Problem, Readiness } from "#workers/local/speech/readiness.mjs";
import { SpeechEngine } from "#workers/local/speech/speech-engine.mjs";
import { Speeds } from "#workers/local/speech/speeds.mjs";
import { wrongWords } from "#workers/local/speech/trial.mjs";

async function anEngine(env: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-speech-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const speeds = new Speeds({ folder, now: Date.now });
  const settings = readSpeechSettings({
    ACTA_SPEECH_MODEL_DIR: folder,
    ACTA_SPEECH_MODEL_URL: "http://127.0.0.1:1",
    ...env,
  });
  const engine = new SpeechEngine({ settings, speeds, log: () => {}, free: () => 8e9 });
  /** States of models as if they had been tried. */
  const tried = (states: Record<string, Readiness>) => {
    engine.prepare("a test", "en");
    for (const [name, state] of Object.entries(states)) {
      engine.prepare("a test", name === "parakeet" ? "en" : "ca");
      const entry = engine.entries.get(name);
      if (entry) entry.preparation.now = state;
    }
  };
  return { engine, speeds, tried, folder };
}

const failed = (problem: Problem): Readiness => ({ state: "failed", problem });

test.each(["wrong-words", "too-slow", "crashed", "memory", "not-a-model"] as const)(
  "a model that does not work here (%s) is left for the next smaller one, and that is said",
  async (problem) => {
    const { engine, tried } = await anEngine();
    tried({ parakeet: failed(problem), small: { state: "ready" } });
    expect(engine.prepare("meeting/1", "en")).toMatchObject({ state: "ready", model: "small", instead: "parakeet" });
  },
);

test.each(["download-failed", "disk", "checksum", "no-engine"] as const)(
  "a problem that a person can change (%s) is told, and no other model is fetched",
  async (problem) => {
    const { engine, tried } = await anEngine();
    tried({ parakeet: failed(problem) });
    const [entry] = [engine.entries.get("parakeet")];
    if (entry) entry.preparation.askers.add("meeting/1");
    expect(engine.prepare("meeting/1", "en")).toMatchObject({ state: "failed", problem, model: "parakeet" });
  },
);

test("before a recording it is said what would be fetched, and how long an hour takes once that was measured", async () => {
  const { engine, speeds } = await anEngine({ ACTA_SPEECH_MODEL: "base" });
  expect(engine.describe("en")).toEqual({ model: "base", fetchBytes: 162_416_812, minutesPerHour: null });
  speeds.add("base", 0.2);
  const minutes = engine.describe("en").minutesPerHour ?? 0;
  expect(minutes).toBeGreaterThanOrEqual(1);
  expect(minutes).toBeLessThanOrEqual(12);
});

test("a measured speed is kept for the next start", async () => {
  const { speeds, folder } = await anEngine();
  speeds.add("small", 0.3);
  const next = new Speeds({ folder, now: Date.now });
  await expect
    .poll(
      async () => {
        await next.read();
        return next.of("small");
      },
      { timeout: 30_000 },
    )
    .toBe(0.3);
});

test("the trial sentence may have a wrong word or two, not other words", () => {
  expect(wrongWords("Ask not what your country can do for you, ask what you can do for your country.")).toBe(0);
  expect(wrongWords("And ask not what your country can do for you. Ask what you could do for your country")).toBe(2);
  expect(wrongWords("")).toBe(17);
  expect(wrongWords("Thanks for watching! Please subscribe.")).toBeGreaterThan(12);
  expect(new EngineBroken("wrong-words").problem).toBe("wrong-words");
});
