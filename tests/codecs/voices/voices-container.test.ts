import { spawn } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { voicesServer } from "#app/server/adapters/openai/voices-server.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { countPeople, findTurns } from "#app/domain/voices/find-turns.ts";
import { encodeSound, RATE } from "#tests/support/real-voices.ts";
import { hasVoiceModels, VOICE_MODELS } from "#tests/support/real-voice-frames.ts";
import { mixMeeting, READERS } from "#tests/support/voice-mixes.ts";

/** The server of the container as a process of its own, with real weights, and Acta's adapter over HTTP. */

const TOKEN = "token-of-the-voices";
const signal = new AbortController().signal;

async function startServer() {
  const folder = await mkdtemp(path.join(tmpdir(), "acta-voices-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(VOICE_MODELS.segmentation, path.join(folder, "segmentation.onnx"));
  await symlink(VOICE_MODELS.embedding, path.join(folder, "embedding.onnx"));
  const child = spawn(process.execPath, ["workers/voices/voices-server.mjs"], {
    env: { PATH: process.env.PATH, VOICES_TOKEN: TOKEN, VOICES_PORT: "0", ACTA_VOICES_MODEL_PATH: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let baseUrl: string | undefined;
  while (baseUrl === undefined) {
    const { value, done } = await lines.next();
    if (done) throw new Error("the server ended");
    baseUrl = /^voices on (http:\/\/\S+)$/u.exec(value)?.[1];
  }
  return baseUrl;
}

test.skipIf(!hasVoiceModels)(
  "the container tells the voices of a window apart, for whoever has its token",
  async () => {
    const baseUrl = await startServer();
    expect((await fetch(`${baseUrl}/v1/voices`, { method: "POST", body: "x" })).status).toBe(401);
    const stranger = voicesServer({ baseUrl, apiKey: "another token" });
    await expect(stranger.find({ audio: new Uint8Array(10), signal })).rejects.toMatchObject({ status: 401 });
    const engine = voicesServer({ baseUrl, apiKey: TOKEN });
    const isReady = async () => expect(await engine.prepare({ ask: "one", signal })).toEqual({ state: "ready" });
    await vi.waitFor(isReady, { timeout: 30_000, interval: 100 });
    expect((await fetch(`${baseUrl}/health`)).status).toBe(200);
    const [one, two] = READERS;
    const { pcm } = await mixMeeting({ readers: [one, two], seconds: 40, seed: 4 });
    const frames = await engine.find({ audio: encodeSound(pcm, "m4a"), signal });
    expect(frames.at(-1)?.endMs).toBeGreaterThan((pcm.length / RATE) * 1000 - 1000);
    expect(countPeople(runAtOnce(findTurns(frames, null)))).toBe(2);
    await expect(engine.find({ audio: new Uint8Array(10), signal })).rejects.toMatchObject({ status: 400 });
  },
);
