import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import type { CallEvent } from "#app/domain/call/call-state.ts";
import type { Recorder, RecorderReport } from "#app/server/ports/recorder.ts";
import {
  BOT_LEAVES_MS_MAX,
  CALL_ASKS_AGAIN_MAX,
  CALL_CLEAR_PAUSE_MS,
  CALL_CLEAR_PIECES,
  CALL_LEAD_MS,
  HOSTED_MEDIA_AWAITED_MS_MAX,
} from "#app/domain/limits/calls.ts";
import { type CallId, newMeetId, newRecordingId } from "#app/domain/ids.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { callPieceKey, callPiecesPrefix, callWindowKey, recordingPrefix } from "#app/server/storage/keys.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";
import { type RecorderStandIn, reportOf, standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { askOf, botOf, type CallEars, listenToCalls, newRoom, roomOf } from "#tests/support/call-bot.ts";
import { fixture } from "#tests/support/fixture.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { HostedSound } from "#workers/call/hosted-sound.ts";
import { runDueWork } from "#workers/call/run-work.ts";
import { readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { joinCall } from "#workers/call/store-calls.ts";
import { nextWorkAt } from "#workers/durable/outbox.ts";
import { composeCall } from "#workers/compose.ts";
import { CALL_SEGMENTS, callPiece } from "#tests/support/call-fixture.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

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

const MINUTE = 60_000;
const soon = { timeout: 20_000, interval: 20 };

/** A call that is live: asked for now, its bot ordered. */
async function liveCall(input: Partial<CallAsk> = {}) {
  const ask = askOf(newRoom(), input);
  const joined = await roomOf(ask).join(ask);
  const order = await orderOf(joined.callId);
  return { ask, ...joined, order, bot: botOf(order), room: roomOf(ask) };
}

async function orderOf(callId: CallId, attempt = 1): Promise<BotOrder> {
  const find = () => recorder.orders.find((order) => order.botId === callId && order.attempt === attempt);
  await vi.waitFor(() => expect(find()).toBeDefined(), soon);
  const order = find();
  if (!order) throw new Error("no order");
  return order;
}

test("asked to request admission again: the bot is told once a minute, and its lobby is told to everybody again", async () => {
  const { ask, callId, bot, room } = await liveCall();
  const again = () => room.askAgain(callId, ask.meetId);
  expect(await again()).toBe("not-in-lobby");
  await bot.say({ type: "state", state: "joining", reason: null }, { type: "state", state: "waiting", reason: null });
  expect(await again()).toBe("too-soon");
  expect(await room.askAgain(callId, newMeetId())).toBe("not-in-lobby");
  expect(recorder.asksAgain).toEqual([]);
  await runInDurableObject(room, (_object, { storage }) => {
    // A minute has passed in the lobby.
    storage.sql.exec("UPDATE calls SET state = json_set(state, '$.since', 0) WHERE call_id = ?", callId);
  });
  recorder.failures.push(0);
  expect(await again()).toBe("unavailable");
  expect(await again()).toBe("asked");
  expect(recorder.asksAgain).toEqual([callId]);
  await bot.say({ type: "state", state: "joining", reason: null }, { type: "state", state: "waiting", reason: null });
  const lobbyStates = () =>
    ears
      .of(ask.meetId)
      .flatMap((published) => (published.type === "lobby" ? [[published.lobbyState, published.asksLeft]] : []));
  await vi.waitFor(() => expect(lobbyStates().at(-1)).toEqual(["waiting", CALL_ASKS_AGAIN_MAX - 1]), soon);
  expect(await again()).toBe("too-soon");
});

/** The recorded first segment of the mix, all of it. */
async function recordFirst(bot: ReturnType<typeof botOf>, seqs?: number[]) {
  await bot.begin("mix", 1000);
  const statuses = await bot.pieces("mix", 1000, seqs);
  await bot.end("mix", 1000);
  return statuses;
}

const keysOf = async (prefix: string) => (await env.RECORDINGS.list({ prefix })).objects.map(({ key }) => key);

test("from joining to the stored file: the bot is ordered, its events reach the meeting in order, the pieces go", async () => {
  const { ask, callId, recordingId, order, bot } = await liveCall();
  expect(order).toMatchObject({
    botId: callId,
    attempt: 1,
    name: "Acta · notes for Nora",
    url: ask.url,
    sink: { url: `http://localhost:8787/api/recorder/calls/${callId}` },
  });
  await bot.say({ type: "state", state: "joining", reason: null }, { type: "state", state: "waiting", reason: null });
  await bot.say({
    type: "people",
    count: 2,
    people: [
      { id: "p1", name: "Iria Bosch" },
      { id: "p2", name: null },
    ],
  });
  expect(await recordFirst(bot)).toEqual([200, 200, 200, 200, 200, 200]);
  const startedAt = CALL_SEGMENTS[0]?.startedAt ?? 0;
  await bot.say({ type: "speech", personId: "p1", startAt: startedAt, endAt: startedAt + 2000, confidence: 0.9 });
  await bot.say(
    { type: "state", state: "leaving", reason: null },
    { type: "state", state: "left", reason: "meeting-ended" },
  );
  await vi.waitFor(() => expect(ears.types(ask.meetId)).toContain("stored"), soon);

  const published = ears.of(ask.meetId);
  expect(published.map(({ turn }) => turn)).toEqual(published.map(({ turn }) => turn).toSorted((a, b) => a - b));
  expect(ears.types(ask.meetId).filter((type) => type !== "people" && type !== "lobby")).toEqual([
    "recording",
    "stopping",
    "window",
    "ended",
    "stored",
  ]);
  expect(published.find(({ type }) => type === "recording")).toMatchObject({ startedAt });
  const window = published.find((one) => one.type === "window");
  expect(window).toMatchObject({ index: 0, startMs: 0, audioStartMs: 0 });
  expect(window?.type === "window" && window.speakers).toEqual([
    { label: "Iria Bosch", startMs: 0, endMs: 2000, confidence: 0.9 },
  ]);
  const ended = published.find((one) => one.type === "ended");
  expect(ended).toMatchObject({ end: "meeting-ended", gaps: [] });
  expect(ended?.type === "ended" && Math.abs(ended.durationMs - 5000)).toBeLessThan(400);
  const stored = published.find((one) => one.type === "stored");
  if (stored?.type !== "stored") throw new Error("not stored");
  const head = await env.RECORDINGS.head(stored.key);
  expect(stored.version).toEqual({ sizeBytes: head?.size, etag: head?.etag });
  await vi.waitFor(async () => expect(await keysOf(callPiecesPrefix(recordingId))).toEqual([]), soon);
  expect((await keysOf(recordingPrefix(recordingId))).toSorted()).toEqual(
    [callWindowKey(recordingId, 0), stored.key].toSorted(),
  );
});

test("pieces in any order and twice make the same recording as those in order", async () => {
  const recordings: unknown[] = [];
  for (const seqs of [
    [0, 1, 2, 3, 4, 5],
    [3, 0, 5, 5, 1, 4, 2, 0],
  ]) {
    const { ask, bot, recordingId } = await liveCall();
    const statuses = await recordFirst(bot, seqs);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await bot.say({ type: "state", state: "left", reason: "stopped" });
    await vi.waitFor(() => expect(ears.types(ask.meetId)).toContain("stored"), soon);
    const published = ears.of(ask.meetId);
    const [window, ended, stored] = (["window", "ended", "stored"] as const).map((type) =>
      published.find((one) => one.type === type),
    );
    if (window?.type !== "window" || ended?.type !== "ended" || stored?.type !== "stored") throw new Error("not told");
    const sound = await env.RECORDINGS.get(callWindowKey(recordingId, 0));
    const { audioStartMs, audioEndMs, silences } = window;
    recordings.push({
      sound: toHex(new Uint8Array((await sound?.arrayBuffer()) ?? new ArrayBuffer())),
      window: { audioStartMs, audioEndMs, silences },
      ended: { durationMs: ended.durationMs, gaps: ended.gaps },
      durationMs: stored.durationMs,
    });
  }
  expect(recordings[0]).toMatchObject({ ended: { gaps: [] }, sound: expect.stringMatching(/^.{2000}/) });
  expect(recordings[1]).toEqual(recordings[0]);
});

test("other bytes under a number that is taken are refused, and so are bytes that are not what they say", async () => {
  const { ask, recordingId, bot, callId } = await liveCall();
  await bot.begin("mix", 1000);
  const name = { stream: "mix", segment: 1000, seq: 1 } as const;
  const [first, second] = [await callPiece(name), await callPiece({ ...name, seq: 2 })];
  expect(await bot.put(name, first)).toBe(200);
  expect(await bot.put(name, first)).toBe(200);
  expect(await bot.put(name, second)).toBe(409);
  expect(await bot.put({ ...name, seq: 2 }, second, "0".repeat(64))).toBe(400);
  const both = await Promise.all([bot.put({ ...name, seq: 3 }, first), bot.put({ ...name, seq: 3 }, second)]);
  expect(both.toSorted()).toEqual([200, 409]);
  const kept = await env.RECORDINGS.get(callPieceKey(recordingId, name));
  expect(new Uint8Array((await kept?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(first);
  // A bot that was never sent has no segments.
  expect(await bot.put({ ...name, segment: 2000 }, first)).toBe(410);
  await roomOf(ask).leave(callId, ask.meetId);
});

test("nothing is taken from a sender that cannot prove that it is this call's recorder", async () => {
  const { ask, bot, order, callId } = await liveCall();
  const other = await liveCall();
  const body = await callPiece({ stream: "mix", segment: 1000, seq: 0 });
  const put = (token: string) =>
    bot.send("/pieces/mix/1000/0", { method: "PUT", body, headers: { Authorization: token } });
  for (const token of ["", "Bearer", `Bearer ${other.order.sink.token}`, `Bearer ${order.sink.token.slice(0, -1)}0`]) {
    if (token === `Bearer ${order.sink.token}`) continue;
    expect((await put(token)).status).toBe(401);
  }
  expect((await bot.send("/pieces/mix/1000/00", { method: "PUT", body })).status).toBe(400);
  expect((await bot.send("/pieces/other/1000/0", { method: "PUT", body })).status).toBe(400);
  expect((await bot.send("/elsewhere", { method: "PUT", body })).status).toBe(404);
  expect((await bot.send("/events", { method: "PUT", body })).status).toBe(405);
  const large = new Uint8Array(4 * 1024 * 1024 + 1);
  expect(await bot.put({ stream: "mix", segment: 1000, seq: 0 }, large)).toBe(413);
  await roomOf(ask).leave(callId, ask.meetId);
  await other.room.leave(other.callId, other.ask.meetId);
});

test("events are taken once and in order; a hole is asked for again", async () => {
  const { ask, bot, callId } = await liveCall();
  const event = (seq: number, state: string) => ({ seq, at: Date.now(), type: "state", state, reason: null });
  expect(await bot.sendEvents([event(1, "joining")])).toEqual({ seq: 1, stop: false });
  expect(await bot.sendEvents([event(3, "recording")])).toEqual({ seq: 1, stop: false });
  expect(await bot.sendEvents([event(1, "joining"), event(2, "waiting"), event(3, "host-absent")])).toEqual({
    seq: 3,
    stop: false,
  });
  await vi.waitFor(
    () => expect(ears.of(ask.meetId).at(-1)).toMatchObject({ type: "lobby", lobbyState: "host-absent" }),
    soon,
  );
  await roomOf(ask).leave(callId, ask.meetId);
});

test("at about one time it is the same call and recording; later it is another", async () => {
  const room = newRoom();
  const at = Date.now() + 3 * 60 * MINUTE;
  const first = askOf(room, { startsAt: at, recordingId: newRecordingId() });
  const joined = await roomOf(first).join(first);
  expect(joined.recordingId).toBe(first.recordingId);
  const second = askOf(room, { startsAt: at + 59_000, recordingId: newRecordingId() });
  expect(await roomOf(second).join(second)).toEqual(joined);
  expect(await roomOf(second).join(second)).toEqual(joined);
  const third = askOf(room, { startsAt: at + MINUTE });
  const other = await roomOf(third).join(third);
  expect(other.callId).not.toBe(joined.callId);
  expect(other.recordingId).not.toBe(joined.recordingId);
  expect(recorder.orders).toEqual([]);
});

test("a call that is planned wakes itself 90 seconds before it begins", async () => {
  const ask = askOf(newRoom(), { startsAt: Date.now() + 10 * MINUTE });
  const { callId } = await roomOf(ask).join(ask);
  await runInDurableObject(roomOf(ask), async (_object, { storage }) => {
    expect(await storage.getAlarm()).toBe(ask.startsAt - CALL_LEAD_MS);
  });
  expect(recorder.orders.filter(({ botId }) => botId === callId)).toEqual([]);
  vi.spyOn(Date, "now").mockReturnValue(ask.startsAt - CALL_LEAD_MS);
  await runDurableObjectAlarm(roomOf(ask));
  expect((await orderOf(callId)).attempt).toBe(1);
  await roomOf(ask).leave(callId, ask.meetId);
});

test("two meetings of one person on one call: one bot, the second gets every event from the beginning, the first may leave", async () => {
  const { ask, callId, recordingId, bot, room } = await liveCall();
  await bot.begin("mix", 1000);
  await bot.pieces("mix", 1000, [0, 1, 2]);
  const second = askOf(ask.roomKey);
  expect(await room.join(second)).toMatchObject({ callId, recordingId });
  await vi.waitFor(() => expect(ears.types(second.meetId)).toEqual(["lobby", "recording"]), soon);
  await room.leave(callId, ask.meetId);
  expect(recorder.stops).not.toContain(callId);
  await bot.pieces("mix", 1000, [3, 4, 5]);
  await bot.end("mix", 1000);
  expect(await room.stop(callId, ask.meetId)).toBe(false);
  expect(await room.stop(callId, second.meetId)).toBe(true);
  await vi.waitFor(() => expect(recorder.stops).toContain(callId), soon);
  expect((await bot.say())?.stop).toBe(true);
  await bot.say({ type: "state", state: "left", reason: "stopped" });
  await vi.waitFor(() => expect(ears.types(second.meetId)).toContain("stored"), soon);
  expect(ears.types(ask.meetId)).not.toContain("stored");
  expect(recorder.orders.filter(({ botId }) => botId === callId)).toHaveLength(1);
});

test("another person in the same room gets a call and a bot of their own, by their own link and name", async () => {
  const { ask, callId, recordingId, bot, room } = await liveCall();
  await bot.begin("mix", 1000);
  await bot.pieces("mix", 1000, [0, 1, 2]);
  const other = askOf(ask.roomKey, {
    ownerUserId: "lucia",
    ownerFirstName: "Lucía",
    url: `${ask.url}#by-another-link`,
  });
  const joined = await room.join(other);
  expect(joined.callId).not.toBe(callId);
  expect(joined.recordingId).not.toBe(recordingId);
  expect(await orderOf(joined.callId)).toMatchObject({ name: "Acta · notes for Lucía", url: other.url });
  expect(await room.stop(callId, other.meetId)).toBe(false);
  await room.leave(joined.callId, other.meetId);
  await vi.waitFor(() => expect(recorder.stops).toContain(joined.callId), soon);
  expect(recorder.stops).not.toContain(callId);
  expect(ears.types(other.meetId)).toEqual(["lobby"]);
  await room.leave(callId, ask.meetId);
  await vi.waitFor(() => expect(recorder.stops).toContain(callId), soon);
});

test("a call that was stored without its owner belongs to the person of its first meeting", async () => {
  const { ask, callId, room } = await liveCall({ ownerUserId: "nora" });
  const other = newMeetId();
  await runInDurableObject(room, (_object, { storage }) => {
    storage.sql.exec("UPDATE calls SET owner_user_id = NULL WHERE call_id = ?", callId);
    // This meeting joined when all meetings shared a room.
    storage.sql.exec("INSERT INTO call_meetings VALUES (?, ?, 0, 0, 0, 0)", callId, other);
  });
  const listed = { title: "", timeZone: "UTC", language: "en", source: "invite", status: "TORECORD" };
  const common = { ...listed, startsAt: 0, sequence: 1, createdAt: 0, updatedAt: 0 };
  await openDatabase(env.DB)
    .insert(meetings)
    .values([
      { ...common, id: ask.meetId, ...ownedBy("nora") },
      { ...common, id: other, ...ownedBy("mallory") },
    ]);
  expect(await room.stop(callId, other)).toBe(true);
  expect(recorder.stops).not.toContain(callId);
  expect((await room.join(askOf(ask.roomKey, { ownerUserId: "mallory" }))).callId).not.toBe(callId);
  expect((await room.join(askOf(ask.roomKey, { ownerUserId: "nora" }))).callId).toBe(callId);
});

test("the last meeting leaves: the bot is sent away, its pieces go, and what comes late is refused", async () => {
  const { ask, callId, recordingId, bot, room } = await liveCall();
  await bot.begin("mix", 1000);
  await bot.pieces("mix", 1000, [0, 1]);
  await room.leave(callId, ask.meetId);
  await vi.waitFor(() => expect(recorder.stops).toContain(callId), soon);
  await vi.waitFor(async () => expect(await keysOf(recordingPrefix(recordingId))).toEqual([]), soon);
  expect(await bot.piece({ stream: "mix", segment: 1000, seq: 2 })).toBe(410);
  expect(await bot.say({ type: "state", state: "recording", reason: null })).toBeNull();
  await room.leave(callId, ask.meetId);
});

test.each([
  { state: "left", reason: "denied", published: { type: "rejected", reason: "denied" } },
  { state: "left", reason: "not-admitted", published: { type: "rejected", reason: "not-admitted" } },
  { state: "failed", reason: "bot-wall", published: { type: "failed", reason: "bot-wall" } },
  { state: "failed", reason: "bad-link", published: { type: "failed", reason: "bad-link" } },
] as const)(
  "a bot that is $state by $reason before anything is recorded: $published.type",
  async ({ state, reason, published }) => {
    const { ask, bot, callId } = await liveCall();
    await bot.say({ type: "state", state, reason });
    await vi.waitFor(() => expect(ears.of(ask.meetId).at(-1)).toMatchObject(published), soon);
    expect(recorder.orders.filter(({ botId }) => botId === callId)).toHaveLength(1);
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
    const headers = { "Content-Type": "image/png" };
    expect((await bot.send("/screenshot", { method: "PUT", body: picture, headers })).status).toBe(204);
  },
);

test("a bot that is lost is followed by another, and the recording says where the gap is", async () => {
  const { ask, callId, order, bot, room } = await liveCall();
  await bot.begin("mix", 1000);
  await bot.pieces("mix", 1000, [0, 1, 2, 3, 4, 5]);
  // The recorder was killed: it knows nothing of the bot.
  recorder.reports.clear();
  const later = Date.now() + 16_000;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  await runDurableObjectAlarm(room);
  const again = await orderOf(callId, 2);
  expect(again).toMatchObject({ url: order.url, sink: order.sink });
  await vi.waitFor(() => expect(ears.of(ask.meetId).at(-1)).toMatchObject({ warning: "reconnecting" }), soon);
  // Late events of the first bot are outdated; its pieces are still taken.
  expect((await bot.say({ type: "state", state: "left", reason: "removed" }))?.stop).toBe(true);
  expect(await bot.piece({ stream: "mix", segment: 1000, seq: 5 })).toBe(200);
  const next = botOf(again);
  const started = CALL_SEGMENTS.find(({ stream, segment }) => stream === "mix" && segment === 1001);
  await next.say({
    type: "segment-started",
    stream: "mix",
    segment: 2000,
    startedAt: started?.startedAt ?? 0,
    mimeType: "audio/mp4",
  });
  for (const seq of [0, 1, 2, 3, 4, 5]) {
    const bytes = await callPiece({ stream: "mix", segment: 1001, seq });
    expect(await next.put({ stream: "mix", segment: 2000, seq }, bytes)).toBe(200);
  }
  await next.say({ type: "segment-ended", stream: "mix", segment: 2000, pieces: 6, endedAt: later });
  await next.say({ type: "state", state: "left", reason: "stopped" });
  // The bot never ended the first segment: after a while its missing pieces are given up.
  vi.spyOn(Date, "now").mockImplementation(() => later + 60_000);
  await runDurableObjectAlarm(room);
  await vi.waitFor(() => expect(ears.types(ask.meetId)).toContain("stored"), soon);
  const ended = ears.of(ask.meetId).find((one) => one.type === "ended");
  expect(ended?.type === "ended" && ended.gaps).toHaveLength(1);
  expect(ended?.type === "ended" && ended.durationMs).toBeGreaterThan(11_000);
});

test("a bot that says for five minutes that it records, and sends nothing, is ended with its reason", async () => {
  const { ask, callId, bot, room } = await liveCall();
  await bot.begin("mix", 1000);
  await bot.pieces("mix", 1000, [0, 1, 2]);
  const report = recorder.reports.get(callId);
  const begun = Date.now();
  for (const [minutes, spooled, isEnded] of [
    [4, 0, false],
    // Pieces on the recorder's disk still come.
    [6, 2, false],
    // Asked twice: a machine that slept has pieces in a moment.
    [7, 0, false],
    [7.6, 0, true],
  ] as const) {
    if (report) recorder.reports.set(callId, { ...report, state: "recording", spooledPieces: spooled });
    vi.spyOn(Date, "now").mockImplementation(() => begun + minutes * MINUTE);
    await runDurableObjectAlarm(room);
    const status = await runInDurableObject(
      room,
      (_object, { storage }) => readCall(storage.sql, callId)?.state.status,
    );
    expect(status === "recording").toBe(!isEnded);
  }
  await vi.waitFor(() => expect(ears.types(ask.meetId)).toContain("stopping"), soon);
  expect((await bot.say({ type: "state", state: "recording", reason: null }))?.stop).toBe(true);
});

test("a bot that only cannot reach us is not replaced", async () => {
  const { ask, callId, order, bot, room } = await liveCall();
  await bot.begin("mix", 1000);
  recorder.reports.set(callId, { ...reportOf(order, "recording"), spooledPieces: 9 });
  const later = Date.now() + 16_000;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  await runDurableObjectAlarm(room);
  expect(recorder.orders.filter(({ botId }) => botId === callId)).toHaveLength(1);
  expect(ears.types(ask.meetId)).not.toContain("warning");
  await room.leave(callId, ask.meetId);
});

test("a bot that says for too long that it is leaving is not waited for", async () => {
  const { ask, callId, order, bot, room } = await liveCall();
  await bot.begin("mix", 1000);
  await bot.pieces("mix", 1000);
  await bot.end("mix", 1000);
  expect(await room.stop(callId, ask.meetId)).toBe(true);
  recorder.reports.set(callId, reportOf(order, "leaving"));
  const later = Date.now() + BOT_LEAVES_MS_MAX + 1000;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  await runDurableObjectAlarm(room);
  await vi.waitFor(() => expect(ears.types(ask.meetId)).toContain("stored"), soon);
  expect(ears.of(ask.meetId).find((one) => one.type === "ended")).toMatchObject({ end: "stopped" });
});

test("a recorder that is full or down is asked again; one that refuses us is not", async () => {
  recorder.failures.push(409, 0);
  const { ask, callId, room } = await (async () => {
    const asked = askOf(newRoom());
    return { ask: asked, ...(await roomOf(asked).join(asked)), room: roomOf(asked) };
  })();
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(room);
    expect(recorder.orders.some(({ botId }) => botId === callId)).toBe(true);
  }, soon);
  await room.leave(callId, ask.meetId);

  recorder.failures.push(401);
  const refused = askOf(newRoom());
  await roomOf(refused).join(refused);
  await vi.waitFor(
    () => expect(ears.of(refused.meetId).at(-1)).toMatchObject({ type: "failed", reason: "recorder-unavailable" }),
    soon,
  );
});

test("the object dies at every step, and nothing is lost or told twice in another order", async () => {
  const { ask, bot, room } = await liveCall();
  const restart = async () => {
    await abortAllDurableObjects();
    await runDurableObjectAlarm(roomOf(ask));
  };
  await bot.begin("mix", 1000);
  for (const seq of [0, 1, 2, 3, 4, 5]) {
    expect(await bot.piece({ stream: "mix", segment: 1000, seq })).toBe(200);
    await restart();
  }
  await bot.end("mix", 1000);
  await restart();
  await bot.say({ type: "state", state: "left", reason: "stopped" });
  await restart();
  await vi.waitFor(async () => {
    await runDurableObjectAlarm(room).catch(() => false);
    expect(ears.types(ask.meetId)).toContain("stored");
  }, soon);
  const turns = ears.of(ask.meetId).map(({ turn }) => turn);
  expect(turns).toEqual(turns.toSorted((one, other) => one - other));
  expect(new Set(ears.types(ask.meetId))).toEqual(
    new Set(["lobby", "recording", "stopping", "window", "ended", "stored"]),
  );
});

test("an event waits for a meeting that cannot take it, and a meeting that is gone leaves the call", async () => {
  const meetId = newMeetId();
  ears.answer(meetId, "unreachable", "not-yet", "taken", "gone");
  const { callId, order, bot } = await liveCall({ meetId });
  // The recorder knows the bot: however long the retries take, it is not replaced.
  recorder.reports.set(callId, reportOf(order, "joining"));
  // The object's own alarms run: running one in the test deletes any alarm, also one that the object set a moment ago.
  await vi.waitFor(() => expect(ears.types(meetId)).toEqual(["lobby"]), soon);
  await bot.say({ type: "state", state: "waiting", reason: null });
  await vi.waitFor(() => expect(recorder.stops).toContain(callId), soon);
});

test("a call that is over holds nothing of people any more", async () => {
  const { ask, bot, room } = await liveCall();
  await bot.say({ type: "people", count: 1, people: [{ id: "p1", name: "Iria Bosch" }] });
  await recordFirst(bot);
  await bot.say({ type: "state", state: "left", reason: "stopped" });
  await vi.waitFor(() => expect(ears.types(ask.meetId)).toContain("stored"), soon);
  await vi.waitFor(
    () =>
      runInDurableObject(room, (_object, { storage }) => {
        const tables = storage.sql
          .exec<{ name: string }>(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
          )
          .toArray();
        const text = tables.map(({ name }) => JSON.stringify(storage.sql.exec(`SELECT * FROM "${name}"`).toArray()));
        expect(text.join("\n")).not.toContain("Iria");
        expect(text.join("\n")).not.toContain(ask.roomKey);
      }),
    soon,
  );
  await room.leave("000000000000000000000000" as CallId, newMeetId());
});

test("the pieces of a long call are removed some at a time with a pause between, and only then its data about people", async () => {
  const ask = askOf(newRoom());
  await runInDurableObject(roomOf(ask), async (_object, { storage }) => {
    const clock = { now: Date.now() };
    const deps = { ...composeCall(workerEnv), now: () => clock.now };
    const { callId, recordingId } = joinCall(storage, ask, clock.now);
    const apply = (event: CallEvent) => applyCallEvent(storage, callId, event, { now: clock.now });
    apply({ type: "due" });
    apply({ type: "capture-began", attempt: 1, startedAt: clock.now });
    apply({ type: "bot-left", attempt: 1, reason: "meeting-ended" });
    apply({ type: "sound-told", durationMs: 4000, gaps: [] });
    storage.sql.exec("DELETE FROM outbox");
    apply({ type: "file-stored", key: "call.mp4", version: { sizeBytes: 1, etag: "e" }, durationMs: 4000 });
    const pieces = Array.from({ length: CALL_CLEAR_PIECES + 1 }, (_, seq) =>
      callPieceKey(recordingId, { stream: "mix", segment: 1000, seq }),
    );
    await Promise.all(pieces.map((key) => env.RECORDINGS.put(key, "p")));
    const work = () => runDueWork({ deps, storage, object: "this", sound: new HostedSound(deps, storage) });

    await work();
    expect(await keysOf(callPiecesPrefix(recordingId))).toEqual([pieces.at(-1)]);
    expect(readCall(storage.sql, callId)?.details).not.toBeNull();
    expect(nextWorkAt(storage.sql)).toBe(clock.now + CALL_CLEAR_PAUSE_MS);
    await work();
    expect(await keysOf(callPiecesPrefix(recordingId))).toEqual([pieces.at(-1)]);
    clock.now += CALL_CLEAR_PAUSE_MS;
    await work();
    expect(await keysOf(callPiecesPrefix(recordingId))).toEqual([]);
    expect(readCall(storage.sql, callId)?.details).toBeNull();
    expect(nextWorkAt(storage.sql)).toBeNull();
  });
});

test("a hosted recorder's file is fetched when it is ready; its windows, its end and the file are told", async () => {
  const ask = askOf(newRoom());
  const media = { url: "https://files.example/call.mp4", startedAt: 1_795_000_000_000 };
  const report: RecorderReport = { attempt: null, state: "left", reason: null, spooledPieces: null, media: null };
  const hosted = hostedRecorder(async () => report);
  const file = await fixture("talk.mp4");
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(file));
  await runInDurableObject(roomOf(ask), async (_object, { storage }) => {
    const deps = { ...composeCall(workerEnv), recorder: hosted };
    const { callId, recordingId } = joinCall(storage, ask, Date.now());
    const sound = new HostedSound(deps, storage);
    const apply = (event: CallEvent) => applyCallEvent(storage, callId, event, { now: Date.now() });
    apply({ type: "due" });
    storage.sql.exec("UPDATE calls SET bot_ref = 'b-1'");
    apply({ type: "capture-began", attempt: 1, startedAt: media.startedAt });
    apply({ type: "bot-left", attempt: 1, reason: "meeting-ended" });
    const typesTold = () =>
      storage.sql.exec<{ type: string }>("SELECT type FROM published_events ORDER BY turn").toArray();
    await sound.end(callId);
    expect(typesTold().map(({ type }) => type)).toEqual(["lobby", "recording", "stopping"]);
    report.media = media;
    await sound.end(callId);
    expect(typesTold().map(({ type }) => type)).toEqual(["lobby", "recording", "stopping", "window", "ended"]);
    const call = readCall(storage.sql, callId);
    if (call === null) throw new Error("the call is gone");
    const stored = await sound.finishFile(call);
    if (stored.type !== "file-stored") throw new Error("not stored");
    expect((await env.RECORDINGS.head(stored.key))?.size).toBe(file.byteLength);
    expect(stored.durationMs).toBeGreaterThan(1000);
    expect(await env.RECORDINGS.head(callWindowKey(recordingId, 0))).not.toBeNull();
    await sound.discardFile(call);
    expect(await env.RECORDINGS.head(stored.key)).toBeNull();
    storage.sql.exec("DELETE FROM calls");
    storage.sql.exec("DELETE FROM outbox");
  });
});

test("the file of a hosted bot that was lost is taken when the bot after it has recorded nothing", async () => {
  const ask = askOf(newRoom());
  const media = { url: "https://files.example/call.mp4", startedAt: 1_795_000_000_000 };
  const hosted = hostedRecorder(async (botRef) =>
    botRef === "b-1" ? { attempt: null, state: "left", reason: null, spooledPieces: null, media } : null,
  );
  const file = await fixture("talk.mp4");
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(file));
  await runInDurableObject(roomOf(ask), async (_object, { storage }) => {
    const clock = { now: Date.now() };
    const deps = { ...composeCall(workerEnv), recorder: hosted, now: () => clock.now, log: () => {} };
    const { callId } = joinCall(storage, ask, clock.now);
    const sound = new HostedSound(deps, storage);
    const apply = (event: CallEvent) => applyCallEvent(storage, callId, event, { now: clock.now });
    const work = () => runDueWork({ deps, storage, object: "this", sound });
    apply({ type: "due" });
    await work();
    apply({ type: "capture-began", attempt: 1, startedAt: media.startedAt });
    // The recorder does not know the bot for a moment, so another one is sent, which nobody admits.
    apply({ type: "bot-lost", attempt: 1, reason: "recorder-unavailable" });
    await work();
    expect(readCall(storage.sql, callId)?.botRef).toBe("b-2");
    apply({ type: "bot-left", attempt: 2, reason: "denied" });
    await sound.end(callId);
    expect(readCall(storage.sql, callId)?.state.status).toBe("closing");
    clock.now += HOSTED_MEDIA_AWAITED_MS_MAX + 1;
    await sound.end(callId);
    expect(readCall(storage.sql, callId)?.state.status).toBe("storing");
    const told = storage.sql.exec<{ type: string }>("SELECT type FROM published_events ORDER BY turn").toArray();
    expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(["window", "ended"]));
    storage.sql.exec("DELETE FROM calls");
    storage.sql.exec("DELETE FROM outbox");
  });
});

test("a hosted recorder's file that can never be fetched is given up, and the meetings are told", async () => {
  const ask = askOf(newRoom());
  const media = { url: "https://files.example/call.mp4", startedAt: 1_795_000_000_000 };
  const hosted = hostedRecorder(async () => ({
    attempt: null,
    state: "left",
    reason: null,
    spooledPieces: null,
    media,
  }));
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(null, { status: 403 }));
  await runInDurableObject(roomOf(ask), async (_object, { storage }) => {
    const clock = { now: Date.now() };
    const deps = { ...composeCall(workerEnv), recorder: hosted, now: () => clock.now, log: () => {} };
    const { callId } = joinCall(storage, ask, clock.now);
    const sound = new HostedSound(deps, storage);
    const apply = (event: CallEvent) => applyCallEvent(storage, callId, event, { now: clock.now });
    apply({ type: "due" });
    storage.sql.exec("UPDATE calls SET bot_ref = 'b-1'");
    apply({ type: "capture-began", attempt: 1, startedAt: media.startedAt });
    apply({ type: "bot-left", attempt: 1, reason: "meeting-ended" });
    const status = () => readCall(storage.sql, callId)?.state.status;
    clock.now += HOSTED_MEDIA_AWAITED_MS_MAX;
    await sound.end(callId);
    expect(status()).toBe("closing");
    clock.now += 1;
    await sound.end(callId);
    expect(status()).toBe("over");
    const [last] = storage.sql
      .exec<{ body: string }>("SELECT body FROM published_events ORDER BY turn DESC LIMIT 1")
      .toArray();
    expect(JSON.parse(last?.body ?? "")).toMatchObject({ type: "failed", reason: "capture-failed" });
    storage.sql.exec("DELETE FROM calls");
    storage.sql.exec("DELETE FROM outbox");
  });
});

/** A hosted recorder that admits every order and answers `report`. */
function hostedRecorder(report: Recorder["report"]): Recorder {
  return {
    engine: "recall",
    readWebhook: null,
    askAgain: null,
    say: null,
    start: async ({ attempt }) => ({ botRef: `b-${attempt}` }),
    stop: async () => "gone",
    report,
  };
}
