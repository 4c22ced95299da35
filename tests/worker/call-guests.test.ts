import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { type CallId, newMeetId, randomId } from "#app/domain/ids.ts";
import { CALL_REQUESTS_OF_ASKER_MAX, CALL_REQUESTS_OPEN_MAX } from "#app/domain/limits/calls.ts";
import type { PublishedCallEvent, CallRequest } from "#app/domain/meeting/call.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import { callPiecesPrefix, callWindowKey, recordingPrefix } from "#app/server/storage/keys.ts";
import { type RecorderStandIn, standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { meetingsOfNotice } from "#tests/support/notice-of.ts";
import { askOf, botOf, type CallEars, listenToCalls, newRoom, roomOf } from "#tests/support/call-bot.ts";

/** People who ask for the notes of somebody else's call, and what each of the owner's answers gives them. */

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

const soon = { timeout: 20_000, interval: 20 };
/** The bot's clock is an hour ahead, so that the moment of an answer is the end of the pieces it has sent by then. */
const AHEAD_MS = 3_600_000;
const LUCIA = { name: "Lucía Ferrer", email: "lucia@example.com" };

async function orderOf(callId: CallId, attempt = 1): Promise<BotOrder> {
  const find = () => recorder.orders.find((order) => order.botId === callId && order.attempt === attempt);
  await vi.waitFor(() => expect(find()).toBeDefined(), soon);
  const order = find();
  if (!order) throw new Error("no order");
  return order;
}

/** A person's call with its bot, which speaks by a clock of its own. */
async function joined(ask: CallAsk) {
  const room = roomOf(ask);
  const { callId, recordingId, notice } = await room.join(ask);
  const order = await orderOf(callId);
  const bot = botOf(order);
  const startedAt = Date.now() + AHEAD_MS;
  const mimeType = "audio/mp4;codecs=opus";
  return {
    ask,
    room,
    callId,
    recordingId,
    notice,
    order,
    bot,
    startedAt,
    begin: () =>
      bot.say(
        { type: "segment-started", stream: "mix", segment: 1000, startedAt, mimeType },
        { type: "segment-started", stream: "tab", segment: 1000, startedAt: startedAt + 2, mimeType },
      ),
    async pieces(...seqs: number[]) {
      const statuses: number[] = [];
      for (const seq of seqs) {
        statuses.push(await bot.piece({ stream: "mix", segment: 1000, seq }));
        statuses.push(await bot.piece({ stream: "tab", segment: 1000, seq }));
      }
      return new Set(statuses);
    },
    end: () =>
      bot.say(
        { type: "segment-ended", stream: "mix", segment: 1000, pieces: 6, endedAt: startedAt + 5000 },
        { type: "segment-ended", stream: "tab", segment: 1000, pieces: 6, endedAt: startedAt + 5000 },
        { type: "state", state: "leaving", reason: null },
        { type: "state", state: "left", reason: "meeting-ended" },
      ),
    published: <Type extends PublishedCallEvent["type"]>(type: Type) =>
      ears
        .of(ask.meetId)
        .filter((published): published is Extract<PublishedCallEvent, { type: Type }> => published.type === type),
    isTold: (type: PublishedCallEvent["type"]) =>
      vi.waitFor(() => expect(ears.types(ask.meetId)).toContain(type), soon),
  };
}

const iria = { id: "p1", name: "Iria Bosch" };
const bram = { id: "p2", name: "Bram Nolan" };

/** An owner whose bot records, and somebody whose bot has just been ordered for the same room. */
async function ownerAndAsker(asker: Partial<CallAsk> = {}) {
  const owner = await joined(askOf(newRoom(), { ownerUserId: "nora" }));
  await owner.begin();
  await owner.bot.say({ type: "people", count: 2, people: [iria, bram] });
  await owner.bot.say({ type: "people", count: 1, people: [bram] });
  await owner.pieces(0, 1, 2);
  const lucia = { ownerUserId: randomId(), ownerFirstName: "Lucía", asker: LUCIA };
  const guest = await joined(askOf(owner.ask.roomKey, { ...lucia, ...asker }));
  return { owner, guest };
}

async function requestTo(owner: Awaited<ReturnType<typeof joined>>): Promise<CallRequest> {
  const last = () => owner.published("requests").at(-1)?.requests[0];
  await vi.waitFor(() => expect(last()).toBeDefined(), soon);
  const request = last();
  if (!request) throw new Error("no request");
  return request;
}

async function answered(answer: "from-now" | "all" | "no", asker: Partial<CallAsk> = {}) {
  const { owner, guest } = await ownerAndAsker(asker);
  const { id: requestId } = await requestTo(owner);
  const give = () => owner.room.answerRequest(owner.callId, owner.ask.meetId, { requestId, answer });
  expect(await give()).toBe("done");
  expect(await give()).toBe("done");
  return { owner, guest, requestId };
}

const keysOf = async (prefix: string) => (await env.RECORDINGS.list({ prefix })).objects.map(({ key }) => key);

test("the owner reads the asker's name and address; the asker is told nothing and has a bot in any case", async () => {
  const { owner, guest } = await ownerAndAsker();
  expect(await requestTo(owner)).toMatchObject({ name: "Lucía Ferrer", email: "lucia@example.com" });
  expect(guest.order).toMatchObject({ name: "Acta · notes for Lucía", botId: guest.callId });
  const alone = await joined(askOf(newRoom(), { ownerUserId: "alone", asker: LUCIA }));
  const told = (meetId: typeof guest.ask.meetId) =>
    ears.of(meetId).map(({ at: _at, callId: _call, ...published }) => published);
  expect(told(guest.ask.meetId)).toEqual(told(alone.ask.meetId));
  // Without an answer the request is refused: new pieces belong to the owner alone.
  await owner.pieces(3, 4, 5);
  expect(told(guest.ask.meetId)).toEqual(told(alone.ask.meetId));
  expect(await keysOf(recordingPrefix(guest.recordingId))).toEqual([]);
  expect(recorder.stops).not.toContain(guest.callId);
});

test("from now on: nothing from before the answer, neither people nor sound nor picture", async () => {
  const { owner, guest } = await answered("from-now");
  await vi.waitFor(() => expect(recorder.stops).toContain(guest.callId), soon);
  expect(recorder.stops).not.toContain(owner.callId);
  await vi.waitFor(
    () =>
      expect(recorder.said).toEqual([
        `${owner.callId}: From now on Lucía Ferrer also receives the notes of this meeting.`,
      ]),
    soon,
  );
  await guest.isTold("recording");
  await guest.isTold("people");
  // An objection reaches both recordings.
  expect(await meetingsOfNotice(owner.order)).toContain(guest.ask.meetId);
  expect(
    guest
      .published("people")
      .at(-1)
      ?.people.map(({ name }) => name),
  ).toEqual(["Bram Nolan"]);
  const from = guest.published("recording")[0]?.startedAt ?? 0;
  expect(from).toBeGreaterThanOrEqual(owner.startedAt + 2000);
  expect((await guest.bot.say())?.stop).toBe(true);

  expect(await owner.pieces(3, 4, 5)).toEqual(new Set([200]));
  await owner.bot.say({ type: "speech", personId: "p1", startAt: owner.startedAt, endAt: from + 500, confidence: 0.9 });
  await owner.bot.say({ type: "loud", startAt: owner.startedAt, endAt: owner.startedAt + 5000 });
  await owner.end();
  await guest.isTold("stored");
  await owner.isTold("stored");
  const [whole, part] = [owner.published("stored")[0], guest.published("stored")[0]];
  expect(Math.abs((whole?.durationMs ?? 0) - 5000)).toBeLessThan(400);
  expect(part?.durationMs).toBeGreaterThan(1000);
  expect(part?.durationMs).toBeLessThan(owner.startedAt + 5400 - from);
  expect(part?.key.startsWith(recordingPrefix(guest.recordingId))).toBe(true);
  const window = guest.published("window")[0];
  expect(window).toMatchObject({ index: 0, startMs: 0 });
  expect(window?.speakers).toEqual([{ label: "Speaker A", startMs: 0, endMs: 500, confidence: 0.9 }]);
  expect(guest.published("ended")[0]).toMatchObject({ end: "meeting-ended" });
  const file = await env.RECORDINGS.get(part?.key ?? "");
  const other = await env.RECORDINGS.get(whole?.key ?? "");
  expect(file?.size).toBeLessThan((other?.size ?? 0) * 0.8);
  await vi.waitFor(async () => expect(await keysOf(callPiecesPrefix(guest.recordingId))).toEqual([]), soon);
  expect((await keysOf(recordingPrefix(guest.recordingId))).toSorted()).toEqual(
    [callWindowKey(guest.recordingId, 0), part?.key ?? ""].toSorted(),
  );
});

test("all of it: the meetings move to a call that has everything, and the past is copied, not shared", async () => {
  const { owner, guest } = await answered("all");
  await guest.isTold("moved");
  // The meeting asks for its place again, and leaves the call that it had.
  const again = await guest.room.join(guest.ask);
  expect(again.callId).not.toBe(guest.callId);
  expect(again.recordingId).not.toBe(owner.recordingId);
  await guest.room.leave(guest.callId, guest.ask.meetId);
  await vi.waitFor(() => expect(recorder.stops).toContain(guest.callId), soon);
  expect(recorder.said.join()).toContain("from its beginning");
  expect(await meetingsOfNotice(owner.order)).toContain(guest.ask.meetId);
  expect(again.notice).toBe(owner.notice);
  // The owner deletes their meeting: the asker keeps the notes they were given.
  await owner.room.leave(owner.callId, owner.ask.meetId);
  expect(await keysOf(callPiecesPrefix(again.recordingId))).toHaveLength(6);
  await vi.waitFor(async () => expect(await keysOf(recordingPrefix(owner.recordingId))).toEqual([]), soon);
  expect(await owner.pieces(3, 4, 5)).toEqual(new Set([200]));
  expect((await owner.bot.say())?.stop).toBe(false);
  await owner.end();
  await guest.isTold("stored");
  expect(guest.published("recording").at(-1)).toMatchObject({ startedAt: owner.startedAt, callId: again.callId });
  const stored = guest.published("stored")[0];
  expect(Math.abs((stored?.durationMs ?? 0) - 5000)).toBeLessThan(400);
  expect(
    guest
      .published("people")
      .at(-1)
      ?.people.map(({ name }) => name),
  ).toEqual(["Iria Bosch", "Bram Nolan"]);
  expect(await keysOf(recordingPrefix(owner.recordingId))).toEqual([]);
});

test("no: nobody is told, nothing is given, and the same person does not ask this call again", async () => {
  const { owner, guest, requestId } = await answered("no");
  await owner.pieces(3);
  expect(ears.types(guest.ask.meetId)).toEqual(["lobby"]);
  expect(recorder.stops).not.toContain(guest.callId);
  await guest.room.leave(guest.callId, guest.ask.meetId);
  const second = { ...guest.ask, meetId: newMeetId() };
  await orderOf((await guest.room.join(second)).callId);
  await owner.pieces(4);
  expect(owner.published("requests").flatMap(({ requests }) => requests.map(({ id }) => id))).toEqual([requestId]);
  const yes = { requestId, answer: "all" } as const;
  expect(await owner.room.answerRequest(owner.callId, owner.ask.meetId, yes)).toBe("gone");
});

test("only the owner's own meeting answers a request, and only while the asker waits", async () => {
  const { owner, guest } = await ownerAndAsker();
  const { id: requestId } = await requestTo(owner);
  const yes = { requestId, answer: "all" } as const;
  expect(await owner.room.answerRequest(owner.callId, guest.ask.meetId, yes)).toBe("gone");
  expect(await owner.room.answerRequest(guest.callId, guest.ask.meetId, yes)).toBe("gone");
  await guest.room.leave(guest.callId, guest.ask.meetId);
  await vi.waitFor(() => expect(owner.published("requests").at(-1)?.requests).toEqual([]), soon);
  expect(await owner.room.answerRequest(owner.callId, owner.ask.meetId, yes)).toBe("gone");
});

test("no address that a provider vouches for, no request; and so many at once, and so many of one person", async () => {
  const { owner } = await ownerAndAsker({ asker: null });
  const many = "asks-everybody";
  for (let asked = 0; asked < CALL_REQUESTS_OPEN_MAX + 1; asked += 1) {
    await joined(askOf(owner.ask.roomKey, { ownerUserId: `asker-${asked}-${owner.callId}`, asker: LUCIA }));
  }
  await vi.waitFor(
    () => expect(owner.published("requests").at(-1)?.requests).toHaveLength(CALL_REQUESTS_OPEN_MAX),
    soon,
  );
  for (let room = 0; room <= CALL_REQUESTS_OF_ASKER_MAX; room += 1) {
    const other = await joined(askOf(newRoom(), { ownerUserId: "nora" }));
    await other.begin();
    await other.pieces(0);
    await joined(askOf(other.ask.roomKey, { ownerUserId: many, asker: LUCIA }));
    await vi.waitFor(async () => {
      const row = await runInDurableObject(other.room, (_object, { storage }) =>
        storage.sql.exec("SELECT state FROM call_requests").toArray(),
      );
      expect(row).toEqual([{ state: room < CALL_REQUESTS_OF_ASKER_MAX ? "open" : "refused" }]);
      // It is published after its row was written.
      expect(other.published("requests")).toHaveLength(room < CALL_REQUESTS_OF_ASKER_MAX ? 1 : 0);
    }, soon);
  }
});

test("the owner stops: the owner's recording ends there, and the bot stays until the asker wants it no more", async () => {
  const { owner, guest } = await answered("from-now");
  await guest.isTold("recording");
  await owner.pieces(3);
  vi.spyOn(Date, "now").mockImplementation(() => owner.startedAt + 4000);
  expect(await owner.room.stop(owner.callId, owner.ask.meetId)).toBe(true);
  await vi.waitFor(async () => expect((await owner.bot.say())?.stop).toBe(false), soon);
  expect(recorder.stops).not.toContain(owner.callId);
  expect(await owner.pieces(4, 5)).toEqual(new Set([200]));
  await owner.isTold("stored");
  expect(owner.published("ended")[0]).toMatchObject({ end: "stopped" });
  expect(owner.published("stored")[0]?.durationMs).toBeLessThan(4900);
  expect(ears.types(guest.ask.meetId)).not.toContain("stopping");
  expect(await guest.room.stop(guest.callId, guest.ask.meetId)).toBe(true);
  await vi.waitFor(() => expect(recorder.stops).toContain(owner.callId), soon);
  expect((await owner.bot.say())?.stop).toBe(true);
  await owner.bot.say({ type: "state", state: "left", reason: "stopped" });
  await owner.end();
  await guest.isTold("stored");
  expect(guest.published("stored")[0]?.durationMs).toBeGreaterThan(1000);
});

test("the asker stops or leaves: the owner's recording goes on", async () => {
  const { owner, guest } = await answered("from-now");
  await guest.isTold("recording");
  await guest.room.leave(guest.callId, guest.ask.meetId);
  await vi.waitFor(async () => expect(await keysOf(callPiecesPrefix(guest.recordingId))).toEqual([]), soon);
  expect(recorder.stops).not.toContain(owner.callId);
  await owner.pieces(3, 4, 5);
  await owner.end();
  await owner.isTold("stored");
  expect(Math.abs((owner.published("stored")[0]?.durationMs ?? 0) - 5000)).toBeLessThan(400);
  expect(await keysOf(recordingPrefix(guest.recordingId))).toEqual([]);
});

test("accepted while the asker's own bot records: that one is withdrawn, and its recording goes on with the other's", async () => {
  const { owner, guest } = await ownerAndAsker();
  const { id: requestId } = await requestTo(owner);
  const mimeType = "audio/mp4;codecs=opus";
  // Counted from the owner's clock: how long the second bot took to be ordered says nothing.
  const own = owner.startedAt - 20_000;
  await guest.bot.say({ type: "segment-started", stream: "mix", segment: 1000, startedAt: own, mimeType });
  await guest.bot.pieces("mix", 1000, [0, 1, 2, 3, 4]);
  await guest.isTold("recording");
  const answer = { requestId, answer: "from-now" } as const;
  expect(await owner.room.answerRequest(owner.callId, owner.ask.meetId, answer)).toBe("done");
  await vi.waitFor(() => expect(recorder.stops).toContain(guest.callId), soon);
  await guest.bot.say({ type: "segment-ended", stream: "mix", segment: 1000, pieces: 5, endedAt: own + 5000 });
  await owner.pieces(3, 4, 5);
  await owner.end();
  await guest.isTold("stored");
  expect(guest.published("recording")).toHaveLength(1);
  expect(guest.published("recording")[0]).toMatchObject({ startedAt: own });
  // Five seconds of its own, a stretch in which nobody recorded for the asker, and the rest of the owner's.
  expect(guest.published("ended")[0]?.gaps).toHaveLength(1);
  expect(Math.abs((guest.published("stored")[0]?.durationMs ?? 0) - 25_000)).toBeLessThan(400);
});

test("the bot is lost after the owner has left: the asker's call sends one of its own", async () => {
  const { owner, guest } = await answered("from-now");
  await guest.isTold("recording");
  await owner.room.leave(owner.callId, owner.ask.meetId);
  await owner.bot.say({ type: "state", state: "failed", reason: "capture-failed" });
  await vi.waitFor(
    () => expect(recorder.orders.filter(({ botId }) => botId === guest.callId).length).toBeGreaterThan(1),
    soon,
  );
  const again = recorder.orders.findLast(({ botId }) => botId === guest.callId);
  expect(again).toMatchObject({ name: "Acta · notes for Lucía", url: guest.ask.url });
  expect(await meetingsOfNotice(again ?? guest.order)).toEqual([guest.ask.meetId]);
  const next = botOf(again ?? guest.order);
  const segment = (again?.attempt ?? 0) * 1000;
  const startedAt = owner.startedAt + 60_000;
  await next.say({ type: "segment-started", stream: "mix", segment, startedAt, mimeType: "audio/mp4" });
  expect((await next.say())?.stop).toBe(false);
});
