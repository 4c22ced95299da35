import { createHmac } from "node:crypto";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { attendeeRecorder } from "#app/server/adapters/recorder/attendee-recorder.ts";
import { canonicalJson } from "#app/server/adapters/recorder/canonical-json.ts";
import { measureGrowth } from "#tests/support/growth.ts";
import { ownRecorder } from "#app/server/adapters/recorder/own-recorder.ts";
import { recallRecorder } from "#app/server/adapters/recorder/recall-recorder.ts";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { botLimitsOf } from "#app/domain/call/bot-order.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const CALL = "0123456789abcdefghjkmnpq";
const OBJECT = "ab".repeat(32);
const ADDRESS = { callId: CALL, object: OBJECT };
const METADATA = { acta_call: CALL, acta_object: OBJECT };
const ORDER: BotOrder = {
  botId: CALL,
  attempt: 2,
  platform: "meet",
  url: "https://meet.google.com/abc-defg-hij",
  name: "Acta · notes for Nora",
  announcement: "Hello, I am Acta.",
  limits: botLimitsOf("meet"),
  video: true,
  sink: { url: "https://acta.example/api/recorder/calls/x", token: "a-token-of-16-chars" },
};

type Asked = { method: string; path: string; authorization: string | null; body: unknown };
/** Stands in for the provider's API: records each request and returns the answers in turn. */
function standIn(...answers: (Response | Error)[]): Asked[] {
  const asked: Asked[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const url = new URL(request.url);
    const authorization = request.headers.get("Authorization");
    asked.push({ method: request.method, path: url.pathname, authorization, body: text ? JSON.parse(text) : null });
    const answer = answers.shift() ?? new Response(null, { status: 500 });
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return asked;
}

const SECRET = Buffer.from("a webhook secret of this test").toString("base64");
const attendee = () =>
  attendeeRecorder({
    baseUrl: "https://app.attendee.dev/api/v1/",
    token: "key",
    webhookUrl: "https://acta.example/api/recorder/webhooks/attendee",
    webhookSecret: SECRET,
  });
const recall = () =>
  recallRecorder({ baseUrl: "https://eu-central-1.recall.ai", token: "key", webhookSecret: `whsec_${SECRET}` });

test("Attendee: a bot with our name, its call as metadata and the webhook, and a key that makes a repeated order one bot", async () => {
  const asked = standIn(Response.json({ id: "bot_1", state: "joining" }, { status: 201 }));
  expect(await attendee().start(ORDER, ADDRESS)).toEqual({ botRef: "bot_1" });
  expect(asked).toMatchObject([
    {
      method: "POST",
      path: "/api/v1/bots",
      authorization: "Token key",
      body: {
        meeting_url: ORDER.url,
        bot_name: ORDER.name,
        deduplication_key: `${CALL}-2`,
        metadata: METADATA,
        webhooks: [{ url: "https://acta.example/api/recorder/webhooks/attendee", triggers: ["bot.state_change"] }],
      },
    },
  ]);
  expect(JSON.stringify(asked)).not.toContain(ORDER.sink.token);
});

test("Attendee: the recording is fetched only when it is ready", async () => {
  standIn(Response.json({ id: "bot_1", state: "joined_recording", events: [] }));
  expect(await attendee().report("bot_1")).toEqual({
    attempt: null,
    state: "recording",
    reason: null,
    spooledPieces: null,
    media: null,
  });
  const asked = standIn(
    Response.json({ id: "bot_1", state: "ended", events: [{ type: "post_processing_completed", sub_type: null }] }),
    Response.json({ url: "https://files.example/1.mp4", start_timestamp_ms: 1000 }),
  );
  expect(await attendee().report("bot_1")).toMatchObject({
    state: "left",
    media: { url: "https://files.example/1.mp4", startedAt: 1000 },
  });
  expect(asked.map(({ path }) => path)).toEqual(["/api/v1/bots/bot_1", "/api/v1/bots/bot_1/recording"]);
});

test("Recall.ai: a bot, its leaving, its file", async () => {
  const asked = standIn(
    Response.json({ id: "b-1" }, { status: 201 }),
    Response.json({}),
    new Response(null, { status: 404 }),
  );
  expect(await recall().start(ORDER, ADDRESS)).toEqual({ botRef: "b-1" });
  expect(await recall().stop("b-1")).toBe("asked");
  expect(await recall().stop("b-1")).toBe("gone");
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "POST /api/v1/bot/",
    "POST /api/v1/bot/b-1/leave_call/",
    "POST /api/v1/bot/b-1/leave_call/",
  ]);
  expect(asked[0]?.body).toMatchObject({ meeting_url: ORDER.url, bot_name: ORDER.name, metadata: METADATA });
  standIn(
    Response.json({
      id: "b-1",
      status_changes: [
        { code: "in_call_recording", sub_code: null },
        { code: "call_ended", sub_code: "bot_kicked_from_call" },
        { code: "done", sub_code: null },
      ],
      recordings: [
        {
          started_at: "2026-11-20T10:00:00Z",
          media_shortcuts: { video_mixed: { data: { download_url: "https://files.example/2.mp4" } } },
        },
      ],
    }),
  );
  expect(await recall().report("b-1")).toEqual({
    attempt: null,
    state: "left",
    reason: "removed",
    spooledPieces: null,
    media: { url: "https://files.example/2.mp4", startedAt: Date.UTC(2026, 10, 20, 10) },
  });
});

test("our own recorder: order, report and stop; the bot is identified by the call", async () => {
  const recorder = ownRecorder({ baseUrl: "https://recorder.example/", token: "key" });
  const report = { attempt: 2, state: "recording", reason: null, since: 1, spooledPieces: 3, spooledBytes: 9 };
  const asked = standIn(
    Response.json({ botId: CALL, ...report }, { status: 201 }),
    Response.json({ botId: CALL, ...report }),
    new Response(null, { status: 202 }),
    new Response(null, { status: 404 }),
  );
  expect(await recorder.start(ORDER, ADDRESS)).toEqual({ botRef: CALL });
  expect(await recorder.report(CALL)).toEqual({
    attempt: 2,
    state: "recording",
    reason: null,
    spooledPieces: 3,
    media: null,
  });
  expect(await recorder.stop(CALL)).toBe("asked");
  expect(await recorder.report(CALL)).toBeNull();
  expect(asked[0]).toMatchObject({ path: "/v1/bots", authorization: "Bearer key", body: ORDER });
});

test.each([
  { what: "down", answer: new TypeError("refused"), retryable: true },
  { what: "full (409)", answer: new Response(null, { status: 409 }), retryable: true },
  { what: "busy (429)", answer: new Response(null, { status: 429, headers: { "Retry-After": "7" } }), retryable: true },
  { what: "without a bot (507)", answer: new Response(null, { status: 507 }), retryable: true },
  { what: "broken (500)", answer: new Response(null, { status: 500 }), retryable: true },
  { what: "unreadable", answer: new Response("<html>"), retryable: true },
  { what: "refusing the key (401)", answer: new Response(null, { status: 401 }), retryable: false },
  { what: "refusing the order (400)", answer: new Response(null, { status: 400 }), retryable: false },
  { what: "no recorder at all (404)", answer: new Response(null, { status: 404 }), retryable: false },
  { what: "elsewhere (302)", answer: new Response(null, { status: 302 }), retryable: false },
])("a recorder that is $what: worth another try is $retryable", async ({ answer, retryable }) => {
  for (const recorder of [attendee(), recall(), ownRecorder({ baseUrl: "https://recorder.example", token: "key" })]) {
    standIn(answer instanceof Response ? answer.clone() : answer);
    const error = await recorder.start(ORDER, ADDRESS).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UpstreamError);
    expect(error).toMatchObject({ retryable });
  }
});

const NOW = Date.UTC(2026, 10, 20, 10);
const hmac = (message: string) => createHmac("sha256", Buffer.from(SECRET, "base64")).update(message).digest("base64");
const bytes = (text: string) => new TextEncoder().encode(text);

function recallHook(change: { headers?: Record<string, string>; now?: number; prefix?: string; body?: unknown } = {}) {
  const { prefix = "webhook", now = NOW } = change;
  const data = { code: "in_call_recording", sub_code: null, updated_at: "2026-11-20T09:59:58Z" };
  const payload = { event: "bot.in_call_recording", data: { data, bot: { id: "b-1", metadata: METADATA } } };
  const body = JSON.stringify(change.body ?? payload);
  const timestamp = String(NOW / 1000);
  const headers = new Headers({
    [`${prefix}-id`]: "msg_1",
    [`${prefix}-timestamp`]: timestamp,
    [`${prefix}-signature`]: `v1,AAAA v1,${hmac(`msg_1.${timestamp}.${body}`)}`,
    ...change.headers,
  });
  return { headers, body: bytes(body), now };
}

test.each(["webhook", "svix"])("a webhook of Recall.ai is accepted when it is signed (%s)", async (prefix) => {
  expect(await recall().readWebhook?.(recallHook({ prefix }))).toEqual({
    id: "msg_1",
    address: ADDRESS,
    botRef: "b-1",
    state: "recording",
    reason: null,
    at: Date.UTC(2026, 10, 20, 9, 59, 58),
  });
});

test.each([
  ["another signature", { headers: { "webhook-signature": `v1,${hmac("something else")}` } }],
  ["no signature", { headers: { "webhook-signature": "" } }],
  ["another version of it", { headers: { "webhook-signature": `v2,${hmac("x")}` } }],
  ["another id", { headers: { "webhook-id": "msg_2" } }],
  ["another time", { headers: { "webhook-timestamp": String(NOW / 1000 + 1) } }],
  ["an old one", { now: NOW + 6 * 60_000 }],
  ["one of the future", { now: NOW - 6 * 60_000 }],
])("Recall.ai's webhook proves nothing with %s", async (_what, change) => {
  expect(await recall().readWebhook?.(recallHook(change))).toBe("unproven");
});

test("a signed webhook of an unknown type is ignored", async () => {
  expect(await recall().readWebhook?.(recallHook({ body: { event: "calendar.update", data: {} } }))).toBe(
    "meaningless",
  );
});

const ATTENDEE_BODY = `{
  "trigger": "bot.state_change", "idempotency_key": "k", "bot_id": "bot_1",
  "bot_metadata": {"acta_object": "${OBJECT}", "acta_call": "${CALL}"},
  "data": {"new_state": "fatal_error", "old_state": "joining", "event_sub_type": "request_denied",
           "created_at": "2026-11-20T09:59:58Z", "score": 1.0, "note": "caf\\u00e9"}
}`;
/** As Python writes it: sorted keys, no spaces, numbers unchanged. */
const ATTENDEE_SIGNED =
  `{"bot_id":"bot_1","bot_metadata":{"acta_call":"${CALL}","acta_object":"${OBJECT}"},` +
  `"data":{"created_at":"2026-11-20T09:59:58Z","event_sub_type":"request_denied","new_state":"fatal_error",` +
  `"note":"café","old_state":"joining","score":1.0},"idempotency_key":"k","trigger":"bot.state_change"}`;

test("a webhook of Attendee is accepted when its canonical JSON is signed", async () => {
  const headers = new Headers({ "X-Webhook-Signature": hmac(ATTENDEE_SIGNED) });
  expect(await attendee().readWebhook?.({ headers, body: bytes(ATTENDEE_BODY), now: NOW })).toEqual({
    id: "k",
    address: ADDRESS,
    botRef: "bot_1",
    state: "failed",
    reason: "denied",
    at: Date.UTC(2026, 10, 20, 9, 59, 58),
  });
});

test.each([
  ["the signature of the bytes that were sent", hmac(ATTENDEE_BODY), ATTENDEE_BODY],
  ["a word changed", hmac(ATTENDEE_SIGNED), ATTENDEE_BODY.replace("joining", "joined")],
  ["1 for 1.0", hmac(ATTENDEE_SIGNED), ATTENDEE_BODY.replace("1.0", "1")],
  ["no JSON", hmac("{"), "{"],
  ["no signature", "", ATTENDEE_BODY],
])("Attendee's webhook proves nothing with %s", async (_what, signature, body) => {
  const headers = new Headers({ "X-Webhook-Signature": signature });
  expect(await attendee().readWebhook?.({ headers, body: bytes(body), now: NOW })).toBe("unproven");
});

test.each([
  ["just young enough", 15 * 60_000 - 2_000, { id: "k", state: "failed" }],
  ["older than 15 minutes", 15 * 60_000, "stale"],
  ["from a clock a little ahead", -4 * 60_000, { id: "k", state: "failed" }],
  ["from the future", -6 * 60_000, "stale"],
])("Attendee's webhook about an event that is %s is judged by its signed time", async (_what, after, answer) => {
  const headers = new Headers({ "X-Webhook-Signature": hmac(ATTENDEE_SIGNED) });
  const read = await attendee().readWebhook?.({ headers, body: bytes(ATTENDEE_BODY), now: NOW + after });
  expect({ read }).toMatchObject({ read: answer });
});

test.each([
  ["no key of idempotency", `"idempotency_key":"k",`, "", "meaningless"],
  ["no time", `"created_at":"2026-11-20T09:59:58Z",`, "", "meaningless"],
  ["a time that is none", "2026-11-20T09:59:58Z", "soon", "stale"],
])("Attendee's signed webhook with %s changes nothing", async (_what, from, to, answer) => {
  const body = ATTENDEE_SIGNED.replace(from, to);
  const headers = new Headers({ "X-Webhook-Signature": hmac(body) });
  expect(await attendee().readWebhook?.({ headers, body: bytes(body), now: NOW })).toBe(answer);
});

// The tests compare processor time. On a busy machine they need more wall-clock time, which says nothing.
vi.setConfig({ testTimeout: 240_000 });

test.each([
  ["quotes and escaped quotes", (size: number) => `"${'\\"'.repeat(size / 2)}`],
  ["unclosed strings", (size: number) => '"\\'.repeat(size / 2)],
  ["unclosed arrays", (size: number) => "[".repeat(size)],
  ["an array of arrays", (size: number) => `[${"[],".repeat(size / 3)}[]]`],
  ["backslashes", (size: number) => `"${"\\".repeat(size)}`],
  ["digits", (size: number) => "1".repeat(size)],
  ["a number without end", (size: number) => `${"1".repeat(size)}e`],
  ["spaces", (size: number) => `${" ".repeat(size)}x`],
  ["keys with a long beginning in common", (size: number) => keysOf(size, (index) => `${"k".repeat(500)}${index}`)],
  ["one key again and again", (size: number) => keysOf(size, () => "k")],
])("canonical JSON of %s costs in proportion to its length", async (_what, make) => {
  const { perDoubling } = await measureGrowth(make, canonicalJson, { from: 8 * 1024 });
  expect(perDoubling).toBeLessThan(3);
});

function keysOf(size: number, nameOf: (index: number) => string): string {
  const members: string[] = [];
  for (let length = 0; length < size; length += members.at(-1)?.length ?? 1) {
    members.push(`"${nameOf(members.length)}":${members.length}`);
  }
  return `{${members.reverse().join(",")}}`;
}

test("keys are ordered by code point, as in Python, and unnecessary escapes are removed", () => {
  const text = String.raw`{"\ufb01": 1, "\ud83d\ude00": 2, "z": 3, "\/": "\u0041\u001f\u2028"}`;
  expect(canonicalJson(text)).toBe(`{"/":"A\\u001f\u2028","z":3,"\ufb01":1,"\u{1f600}":2}`);
});

test("canonical JSON keeps the value, whatever its order and spaces, and is the same when applied twice", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const canonical = canonicalJson(JSON.stringify(value, null, 2));
      expect(canonical).not.toBeNull();
      expect(JSON.parse(canonical ?? "")).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(canonical ?? "")).toBe(canonical);
    }),
  );
});

test.each([
  "",
  "{",
  "01",
  "1.",
  "-",
  '"\\x"',
  '"\n"',
  "[1 2]",
  '{"a":1 "b":2}',
  "truefalse",
  '""""',
  "[1,]",
  '{"a"}',
  '{"a":1,}',
  "1 2",
  "nul",
  '{"a":1}}',
  "[".repeat(100) + "]".repeat(100),
  "'a'",
])("%j is no JSON that anybody signed", (text) => {
  expect(canonicalJson(text)).toBeNull();
});
