import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallIngest, startCallIngest } from "#tests/fakes/call-ingest.ts";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { type RecorderProcess, startRecorder } from "./stage/recorder.ts";

/** A page that answers nothing: its bot waits in the lobby until its limit. */
const ORIGIN = "http://127.0.0.1:9";
let recorder: RecorderProcess;
let ingest: CallIngest;
beforeAll(async () => {
  recorder = await startRecorder({ localOrigin: ORIGIN, botsMax: 1 });
  ingest = await startCallIngest();
});
afterAll(async () => {
  await recorder?.close();
  await ingest?.close();
});

function order(changes: Partial<BotOrder> = {}): BotOrder {
  const minute = 60_000;
  return {
    botId: "aaaaaaaaaaaaaaaaaaaaaaaa",
    attempt: 1,
    platform: "local",
    url: `${ORIGIN}/videoroomtest.html?room=1`,
    name: "Acta · notes for Nora",
    announcement: "",
    limits: {
      lobbyMs: minute,
      hostAbsentMs: minute,
      nobodyMs: minute,
      aloneMs: minute,
      onlyBotsMs: minute,
      maximumMs: minute,
      warnBeforeMs: 1_000,
    },
    video: false,
    sink: ingest.sink,
    ...changes,
  };
}

test.each([
  ["GET", "/v1/bots/aaaaaaaaaaaaaaaaaaaaaaaa"],
  ["POST", "/v1/bots"],
  ["POST", "/v1/bots/aaaaaaaaaaaaaaaaaaaaaaaa/stop"],
  ["POST", "/v1/bots/aaaaaaaaaaaaaaaaaaaaaaaa/ask-again"],
  ["GET", "/"],
])("%s %s without the token is refused, and with a wrong one", async (method, where) => {
  for (const token of ["", "a-wrong-token-of-that-length"]) {
    expect((await recorder.ask(where, { method, token })).status).toBe(401);
  }
});

test("health is public, its load figures need the token", async () => {
  expect(await (await recorder.ask("/v1/health", { token: "" })).json()).toEqual({ ok: true });
  expect(await (await recorder.ask("/v1/health")).json()).toEqual({
    ok: true,
    running: [],
    botsMax: 1,
    spooledPieces: 0,
  });
});

test.each([
  ["no JSON", "{", 400],
  ["no order", {}, 400],
  ["far too much", "x".repeat(40_000), 413],
])("%s is refused", async (_, body, status) => {
  expect((await recorder.ask("/v1/bots", { method: "POST", body })).status).toBe(status);
});

test.each([
  ["another port of this machine", { url: "http://127.0.0.1:10/videoroomtest.html" }],
  ["another host", { url: "http://meeting.example/videoroomtest.html?room=1" }],
  ["a file", { url: "file:///etc/passwd" }],
  ["a link of another platform", { platform: "meet" as const }],
])("%s is not opened", async (_, changes) => {
  expect((await recorder.ask("/v1/bots", { method: "POST", body: order(changes) })).status).toBe(422);
});

test("an unknown bot is not found", async () => {
  expect((await recorder.ask("/v1/bots/bbbbbbbbbbbbbbbbbbbbbbbb")).status).toBe(404);
  expect((await recorder.ask("/v1/bots/bbbbbbbbbbbbbbbbbbbbbbbb/stop", { method: "POST" })).status).toBe(404);
  expect((await recorder.ask("/v1/bots/bbbbbbbbbbbbbbbbbbbbbbbb/ask-again", { method: "POST" })).status).toBe(404);
  expect((await recorder.ask("/v1/bots/aaaaaaaaaaaaaaaaaaaaaaaa", { method: "DELETE" })).status).toBe(405);
});

test("the same order twice is one bot; another one finds the recorder full until the first has gone", async () => {
  const ask = (body: BotOrder) => recorder.ask("/v1/bots", { method: "POST", body });
  expect((await ask(order())).status).toBe(201);
  expect((await ask(order())).status).toBe(200);
  // It is in no lobby.
  expect((await recorder.ask(`/v1/bots/${order().botId}/ask-again`, { method: "POST" })).status).toBe(404);
  const other = await ask(order({ botId: "cccccccccccccccccccccccc" }));
  expect({ status: other.status, body: await other.json() }).toEqual({ status: 409, body: { error: "full" } });
  expect(recorder.botPids()).toHaveLength(1);
});
