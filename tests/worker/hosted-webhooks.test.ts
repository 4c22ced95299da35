import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RECORDER_WEBHOOK_BYTES_MAX, RECORDER_WEBHOOK_REMEMBERED_MS } from "#app/domain/limits/calls.ts";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { type CallId, newCallId } from "#app/domain/ids.ts";
import { type RecorderStandIn, reportOf, standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { askOf, type CallEars, listenToCalls, newRoom, roomOf } from "#tests/support/call-bot.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { configOf } from "#workers/compose/objects.ts";
import type { Env } from "#workers/config.ts";
import { answerRecorder } from "#workers/recorder-ingest.ts";
import { readCall } from "#workers/call/call-rows.ts";

/** Webhooks of hosted recorders, at the route: in which order they are checked, and that each has an effect once. */

const KEY = "a webhook secret of this test";
const SECRET = btoa(KEY);
const NOW = Date.UTC(2026, 10, 20, 10);

let ears: CallEars;
let recorder: RecorderStandIn;
beforeEach(() => {
  ears = listenToCalls();
  recorder = standInForRecorder();
});
afterEach(() => {
  ears.end();
  vi.restoreAllMocks();
});

type Hosted = "attendee" | "recall";
const envOf = (engine: Hosted): Env => ({
  ...workerEnv,
  RECORDER_ENGINE: engine,
  RECORDER_BASE_URL: "https://recorder.example",
  RECORDER_TOKEN: "key",
  RECORDER_WEBHOOK_SECRET: engine === "recall" ? `whsec_${SECRET}` : SECRET,
});

/** Asks the route as the Worker does. `rate` says how the rate limit answers. */
function send(engine: Hosted, init: RequestInit & { headers: Headers }, { rate = true, now = NOW } = {}) {
  const env = envOf(engine);
  const taken: string[] = [];
  const rates = {
    take: async (limit: string, what: string) => {
      taken.push(`${limit}/${what}`);
      return rate;
    },
  };
  init.headers.set("CF-Connecting-IP", "192.0.2.7");
  const request = new Request(`https://acta.example/api/recorder/webhooks/${engine}`, { method: "POST", ...init });
  const services = { rates, log: () => {}, now: () => now };
  return answerRecorder(request, { env, config: configOf(env), services }).then((response) => ({ response, taken }));
}

async function hmac(message: string): Promise<string> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", bytes.encode(KEY), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const signature = await crypto.subtle.sign("HMAC", key, bytes.encode(message));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

type Said = { callId: CallId; object: string; state: string; id: string; at?: number; bot?: string };

async function attendee({ callId, object, state, id, at = NOW, bot = "bot-1" }: Said) {
  const body =
    `{"bot_id":"${bot}","bot_metadata":{"acta_call":"${callId}","acta_object":"${object}"},` +
    `"data":{"created_at":"${new Date(at).toISOString()}","new_state":"${state}"},` +
    `"idempotency_key":"${id}","trigger":"bot.state_change"}`;
  return { body, headers: new Headers({ "X-Webhook-Signature": await hmac(body) }) };
}

async function recall({ callId, object, state, id, at = NOW }: Said) {
  const bot = { id: "bot-1", metadata: { acta_call: callId, acta_object: object } };
  const body = JSON.stringify({ event: `bot.${state}`, data: { data: { code: state }, bot } });
  const timestamp = String(Math.round(at / 1000));
  const headers = { "webhook-id": id, "webhook-timestamp": timestamp };
  const signature = `v1,${await hmac(`${id}.${timestamp}.${body}`)}`;
  return { body, headers: new Headers({ ...headers, "webhook-signature": signature }) };
}

/** A call whose bot the hosted recorder knows as bot-1. */
async function hostedCall() {
  const ask = askOf(newRoom());
  const room = roomOf(ask);
  const { callId } = await room.join(ask);
  await vi.waitFor(() => expect(recorder.orders.some(({ botId }) => botId === callId)).toBe(true), { timeout: 20_000 });
  await vi.waitFor(async () => expect(await botRef(room, callId)).toBe(callId), { timeout: 20_000 });
  await runInDurableObject(room, (_object, { storage }) => storage.sql.exec("UPDATE calls SET bot_ref = 'bot-1'"));
  return { callId, room, object: room.id.toString() };
}

const botRef = (room: ReturnType<typeof roomOf>, callId: CallId) =>
  runInDurableObject(room, (_object, { storage }) => readCall(storage.sql, callId)?.botRef);
const callOf = (room: ReturnType<typeof roomOf>, callId: CallId) =>
  runInDurableObject(room, (_object, { storage }) => {
    const call = readCall(storage.sql, callId);
    if (call === null) throw new Error("the call is gone");
    return { status: call.state.status, lastReportAt: call.lastReportAt, turn: call.turn };
  });

test("a webhook is counted before a byte of it is read, and refused over the limit", async () => {
  const body = new ReadableStream({
    pull() {
      throw new Error("the body was read");
    },
  });
  const { response, taken } = await send("attendee", { body, headers: new Headers() }, { rate: false });
  expect(response.status).toBe(429);
  expect(taken).toEqual(["network/webhook"]);
});

test.each(["announced", "counted"])("a webhook over 64 KiB is refused before it is parsed (%s)", async (how) => {
  const large = new Uint8Array(RECORDER_WEBHOOK_BYTES_MAX + 1).fill(0x20);
  const headers = new Headers(how === "announced" ? { "Content-Length": String(large.byteLength) } : {});
  const body = how === "announced" ? large : new Response(large).body;
  expect((await send("attendee", { body, headers })).response.status).toBe(413);
  const whole = new Uint8Array(RECORDER_WEBHOOK_BYTES_MAX).fill(0x20);
  expect((await send("attendee", { body: whole, headers: new Headers() })).response.status).toBe(401);
});

test.each([
  ["attendee", attendee],
  ["recall", recall],
] as const)(
  "a webhook of %s has its effect once; a repetition is answered with 200 and changes nothing",
  async (engine, sign) => {
    const { callId, object, room } = await hostedCall();
    const states =
      engine === "attendee" ? ["waiting_room", "joined_recording"] : ["in_waiting_room", "in_call_recording"];
    const [waiting, recording] = await Promise.all([
      sign({ callId, object, state: states[0] ?? "", id: "m-1" }),
      sign({ callId, object, state: states[1] ?? "", id: "m-2" }),
    ]);
    const again = ({ body, headers }: { body: string; headers: Headers }) => ({ body, headers: new Headers(headers) });
    expect((await send(engine, again(waiting))).response.status).toBe(200);
    expect((await callOf(room, callId)).status).toBe("lobby");
    expect((await send(engine, again(recording))).response.status).toBe(200);
    const after = await callOf(room, callId);
    expect(after.status).toBe("recording");

    await runInDurableObject(room, (_object, { storage }) => storage.sql.exec("UPDATE calls SET last_report_at = 1"));
    for (const one of [waiting, recording, recording]) {
      const { response } = await send(engine, again(one));
      expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    }
    expect(await callOf(room, callId)).toEqual({ ...after, lastReportAt: 1 });

    // The bot may have failed meanwhile: what it said before must not bring it back.
    const ended = await sign({ callId, object, state: engine === "attendee" ? "ended" : "done", id: "m-3" });
    await send(engine, ended);
    await send(engine, again(recording));
    expect((await callOf(room, callId)).status).not.toBe("recording");
  },
);

test.each([
  ["attendee", attendee, ["joined_recording", "fatal_error"]],
  ["recall", recall, ["in_call_recording", "fatal"]],
] as const)(
  "a bot of %s that fails after it recorded is the last one: another would take the place of its file",
  async (engine, sign, [recording, failed]) => {
    const { callId, object, room } = await hostedCall();
    await send(engine, await sign({ callId, object, state: recording, id: "f-1" }));
    expect((await callOf(room, callId)).status).toBe("recording");
    await send(engine, await sign({ callId, object, state: failed, id: "f-2" }));
    expect(["closing", "over"]).toContain((await callOf(room, callId)).status);
    expect(recorder.orders.filter(({ botId }) => botId === callId)).toHaveLength(1);
  },
);

test.each([
  ["attendee", attendee, 16 * 60_000],
  ["recall", recall, 6 * 60_000],
] as const)(
  "a webhook of %s that is too old is refused, though it is signed and was never heard",
  async (engine, sign, ageMs) => {
    const { callId, object, room } = await hostedCall();
    const before = await callOf(room, callId);
    const state = engine === "attendee" ? "joined_recording" : "in_call_recording";
    const message = await sign({ callId, object, state, id: "old", at: NOW - ageMs });
    expect((await send(engine, message)).response.status).toBe(401);
    expect(await callOf(room, callId)).toMatchObject({ status: before.status, turn: before.turn });
  },
);

test("ids of webhooks are forgotten when no sender repeats them any more", async () => {
  const { callId, object, room } = await hostedCall();
  const count = () =>
    runInDurableObject(room, (_object, { storage }) =>
      storage.sql
        .exec<{ id: string }>("SELECT id FROM webhooks ORDER BY id")
        .toArray()
        .map(({ id }) => id),
    );
  await send("attendee", await attendee({ callId, object, state: "joining", id: "first" }));
  const lastReportAt = Date.now() - RECORDER_WEBHOOK_REMEMBERED_MS - 1;
  await runInDurableObject(room, (_object, { storage }) =>
    storage.sql.exec("UPDATE webhooks SET received_at = ?", lastReportAt),
  );
  await send("attendee", await attendee({ callId, object, state: "joining", id: "second" }));
  expect(await count()).toEqual(["second"]);
});

test("a webhook that comes before the recorder's name of the bot is known is not remembered", async () => {
  const { callId, object, room } = await hostedCall();
  await runInDurableObject(room, (_object, { storage }) => {
    storage.sql.exec("UPDATE calls SET bot_ref = NULL");
    // The order is still on its way.
    const insert = "INSERT INTO outbox (key, call_id, effect, attempts, due_at) VALUES ('order', ?, ?, 0, ?)";
    storage.sql.exec(insert, callId, JSON.stringify({ type: "start-bot", attempt: 9 }), Date.now() + 3_600_000);
  });
  const message = await attendee({ callId, object, state: "waiting_room", id: "early" });
  expect((await send("attendee", { ...message, headers: new Headers(message.headers) })).response.status).toBe(200);
  await runInDurableObject(room, (_object, { storage }) => storage.sql.exec("UPDATE calls SET bot_ref = 'bot-1'"));
  await send("attendee", message);
  expect((await callOf(room, callId)).status).toBe("lobby");
});

test("a bot that the call does not have is told to leave, and again while the recorder does not answer; one that left is not", async () => {
  const { callId, object, room } = await hostedCall();
  const stray = newCallId();
  recorder.reports.set(stray, reportOf({ ...recorder.orders[0], botId: stray } as BotOrder, "joining"));
  const say = async (state: string, bot: string) => {
    const message = await attendee({ callId, object, state, id: `${bot}-${state}`, bot });
    return (await send("attendee", message)).response.status;
  };
  const before = await callOf(room, callId);
  recorder.failures.push(503);
  expect(await say("waiting_room", stray)).toBe(503);
  expect(recorder.stops).toEqual([]);
  expect(await say("waiting_room", stray)).toBe(200);
  expect(recorder.stops).toEqual([stray]);
  expect(await say("ended", stray)).toBe(200);
  expect(recorder.stops).toEqual([stray]);
  expect(await callOf(room, callId)).toEqual(before);
  // A call of another Acta that uses the same account of the recorder.
  const elsewhere = await attendee({ callId: newCallId(), object, state: "joining", id: "elsewhere", bot: stray });
  expect((await send("attendee", elsewhere)).response.status).toBe(200);
  expect(recorder.stops).toEqual([stray]);
});
