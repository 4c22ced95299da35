import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { voicesServer } from "#app/server/adapters/openai/voices-server.ts";
import { UnreadableAudio } from "#workers/local/speech/decode.mjs";
import { readSpeechSettings } from "#workers/local/speech/models.mjs";
import { answerSpeech } from "#workers/local/speech/speech-protocol.mjs";
import { readVoicesSettings, VoicesEngine } from "#workers/local/voices/voices-engine.mjs";

/** The adapter, the local server's protocol, its engine and a process that stands in for the models. */

const SCRIPT = fileURLToPath(new URL("../../fakes/voice-finder.mjs", import.meta.url));
const signal = new AbortController().signal;
const SECOND = new Uint8Array(32_000);

async function aServer({ file = "segmentation.onnx", key = "key-1" } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-voices-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (file !== "") await writeFile(path.join(folder, file), "");
  await writeFile(path.join(folder, "embedding.onnx"), "");
  const logged: string[] = [];
  const log = (event: string, fields: Record<string, unknown>) =>
    void logged.push(`${event} ${JSON.stringify(fields)}`);
  const voices = new VoicesEngine({
    settings: { given: folder, origin: "", folder: "" },
    log,
    decode: (bytes) =>
      bytes.byteLength < 100 ? Promise.reject(new UnreadableAudio()) : Promise.resolve({ channels: 1, pcm: bytes }),
    script: SCRIPT,
  });
  onTestFinished(() => voices.stop());
  const server = createServer((request, response) => {
    const speech = { key, voices, log } as unknown as Parameters<typeof answerSpeech>[2];
    void (async () => {
      const answered = await answerSpeech(request, response, speech);
      if (answered) response.writeHead(answered.status).end(JSON.stringify(answered.body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { engine: voicesServer({ baseUrl, apiKey: "key-1" }), voices, logged };
}

async function ready(options?: Parameters<typeof aServer>[0]) {
  const all = await aServer(options);
  expect(await all.engine.prepare({ ask: "one", signal })).toMatchObject({
    state: "preparing",
    forMs: expect.any(Number),
  });
  await all.voices.preparation.settled;
  return all;
}

test("the voices of a sound arrive with their embeddings, and the log holds none of them", async () => {
  const { engine, logged } = await ready();
  expect(await engine.prepare({ ask: "one", signal })).toEqual({ state: "ready" });
  const turn = { voice: 0, startMs: 0, endMs: 1000 };
  const vector = new Int16Array(192).fill(-2);
  // The SHA-256 of the embedding's file, which is empty here.
  const model = "e3b0c44298fc1c14";
  expect(await engine.find({ audio: SECOND, signal })).toEqual([
    { startMs: 0, endMs: 1000, model, turns: [turn], pieces: [{ ...turn, isAlone: true, vector }] },
  ]);
  expect(logged.at(-1)).toMatch(/^voices\.window \{"bytes":32000,"frames":1,"ms":\d+\}$/);
});

test("a sound that cannot be decoded is refused for good; an engine that is not ready is asked again", async () => {
  const { engine, voices } = await aServer();
  await expect(engine.find({ audio: SECOND, signal })).rejects.toMatchObject({ status: 503, retryable: true });
  await engine.prepare({ ask: "one", signal });
  await voices.preparation.settled;
  await expect(engine.find({ audio: new Uint8Array(10), signal })).rejects.toMatchObject({
    status: 400,
    retryable: false,
  });
});

test.each(["", "segmentation-junk.onnx"])(
  "files that are missing or damaged are told (%s), and tried again for a new asker",
  async (file) => {
    const { engine, logged } = await ready({ file });
    expect(await engine.prepare({ ask: "one", signal })).toEqual({ state: "failed" });
    expect(logged.join()).toContain("speech.failed");
    expect(await engine.prepare({ ask: "two", signal })).toMatchObject({ state: "preparing" });
  },
);

test("a process that ends at its work is an error of that sound, and the next asker has another process", async () => {
  const { engine, voices } = await ready({ file: "segmentation-crash.onnx" });
  await expect(engine.find({ audio: SECOND, signal })).rejects.toMatchObject({ status: 500 });
  expect(await engine.prepare({ ask: "one", signal })).toMatchObject({ state: "preparing" });
  await voices.preparation.settled;
  expect(await engine.prepare({ ask: "one", signal })).toEqual({ state: "ready" });
});

test("a wrong key is refused", async () => {
  const { engine } = await aServer({ key: "another" });
  await expect(engine.prepare({ ask: "one", signal })).rejects.toMatchObject({ status: 401 });
});

test("with a folder of somebody's speech model no files for voices are fetched", () => {
  const of = (env: Record<string, string>) => readVoicesSettings(env, readSpeechSettings(env)).given;
  expect(of({})).toBeNull();
  expect(of({ ACTA_SPEECH_MODEL_PATH: "/models/whisper" })).toBe("/models");
  expect(of({ ACTA_SPEECH_MODEL_PATH: "/models/whisper", ACTA_VOICES_MODEL_PATH: "/voices" })).toBe("/voices");
});
