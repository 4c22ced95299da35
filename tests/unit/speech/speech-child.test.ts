import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { localSpeechChild } from "#workers/local/speech/speech-child.mjs";
import { parseConfig } from "#workers/config.ts";

async function aProject(devVars?: string): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), "acta-root-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  if (devVars !== undefined) await writeFile(path.join(root, ".dev.vars"), devVars);
  return root;
}

test("without a word said, speech is recognised on this machine, with a key that no other start has", async () => {
  const root = await aProject();
  const [one, other] = [1, 2].map(() => localSpeechChild({ env: {}, root, port: 20_400 }));
  expect(one?.variables).toMatchObject({ SPEECH_ENGINE: "local", SPEECH_BASE_URL: "http://127.0.0.1:20400" });
  expect(one?.variables.SPEECH_API_KEY).toBe(one?.spec.env.SPEECH_KEY);
  expect(one?.spec.env.SPEECH_KEY).toMatch(/^[\w-]{32}$/);
  expect(one?.spec.env.SPEECH_KEY).not.toBe(other?.spec.env.SPEECH_KEY);
  expect(one?.says).toMatch(/the model (parakeet|small)/);
  expect(parseConfig({ ENVIRONMENT: "local", ...one?.variables }).speech).toMatchObject({
    engine: "local",
    model: "auto",
  });
});

test.each([
  { env: { SPEECH_ENGINE: "none" } },
  { env: { SPEECH_ENGINE: "openai" } },
  { env: {}, devVars: "# mine\nSPEECH_ENGINE=openai\nSPEECH_BASE_URL=http://127.0.0.1:8000\n" },
  { env: {}, devVars: 'SPEECH_ENGINE="none"\n' },
])("another engine, or none, is what was asked for: $env $devVars", async ({ env, devVars }) => {
  expect(localSpeechChild({ env, root: await aProject(devVars), port: 20_400 })).toBeNull();
});

test("the environment is heard before the file", async () => {
  const root = await aProject("SPEECH_ENGINE=openai\n");
  expect(localSpeechChild({ env: { SPEECH_ENGINE: "local" }, root, port: 20_400 })).not.toBeNull();
});

test("a model that does not exist is said before anything is started", async () => {
  const root = await aProject();
  expect(() => localSpeechChild({ env: { ACTA_SPEECH_MODEL: "huge" }, root, port: 20_400 })).toThrow(RangeError);
});
