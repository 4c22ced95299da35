import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { BotOrder } from "#app/contracts/recording/recorder.ts";
import { botName } from "#app/domain/call/bot-order.ts";
import { isLive } from "#app/domain/call/call-state.ts";
import { type CallId, newMeetId } from "#app/domain/ids.ts";
import { CALL_COLLEAGUE_LOOK_MS, CALL_COLLEAGUE_WAIT_MS, CALL_INVITED_WAIT_MS } from "#app/domain/limits/calls.ts";
import { readMeetingLink } from "#app/domain/meeting/link.ts";
import { withRoomKey } from "#app/domain/meeting/link/room-secret.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import type { Recorder } from "#app/server/ports/recorder.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import type { CallSound } from "#workers/call/call-sound.ts";
import type { CallDeps } from "#workers/call/deps.ts";
import { answerRequest, keepRequests } from "#workers/call/requests.ts";
import { runDueWork } from "#workers/call/run-work.ts";
import { openCalls, readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { joinCall, leaveCall } from "#workers/call/store-calls.ts";
import { guestsOf } from "#workers/call/store-guests.ts";
import { nextSharingAt, readRequests } from "#workers/call/store-requests.ts";
import { composeCall } from "#workers/compose.ts";

/**
 * Every order of two people's acts, for the right, a wrong and no passcode on four platforms: which bots are there, their link
 * and name, the recording that each makes, and when each leaves. On the storage of real objects; only the recorder is simulated.
 */

const PLATFORMS = {
  meet: { link: "https://meet.google.com/abc-defg-hij", right: "?pwd=aBcD12", wrong: "?pwd=wRoNg4", isSecret: false },
  teams: {
    link: "https://teams.microsoft.com/meet/31234567890123",
    right: "?p=aBcD12",
    wrong: "?p=wRoNg4",
    isSecret: true,
  },
  zoom: { link: "https://zoom.us/j/92345678901", right: "?pwd=aBcD12", wrong: "?pwd=wRoNg4", isSecret: true },
  jitsi: { link: "https://meet.jit.si/ActaTable", right: "?pwd=aBcD12", wrong: "?pwd=wRoNg4", isSecret: false },
} as const;
type Platform = keyof typeof PLATFORMS;
const PASSCODES = ["right", "wrong", "none"] as const;
type Passcode = (typeof PASSCODES)[number];

const STEPS = ["invite", "join", "stop", "delete"] as const;
type Step = (typeof STEPS)[number];
type Turn = { who: "nora" | "lucia"; step: Step };

/** Every way to do two lists, each in its own order. */
function interleave(one: readonly Turn[], other: readonly Turn[]): Turn[][] {
  const [first, second] = [one[0], other[0]];
  if (!first || !second) return [[...one, ...other]];
  return [
    ...interleave(one.slice(1), other).map((rest) => [first, ...rest]),
    ...interleave(one, other.slice(1)).map((rest) => [second, ...rest]),
  ];
}
const turnsOf = (who: Turn["who"], steps: readonly Step[] = STEPS): Turn[] => steps.map((step) => ({ who, step }));
const ORDERS = interleave(turnsOf("nora"), turnsOf("lucia"));

function askFor(who: Turn["who"], platform: Platform, passcode: Passcode): CallAsk {
  const { link, right, wrong } = PLATFORMS[platform];
  const read = readMeetingLink(`${link}${passcode === "none" ? "" : passcode === "right" ? right : wrong}`);
  if (!read.ok) throw new Error(read.reason);
  const ownerFirstName = who === "nora" ? "Nora" : "Lucía";
  const asker = { name: ownerFirstName, email: `${who}@example.com` };
  return {
    meetId: newMeetId(),
    ownerUserId: who,
    ownerFirstName,
    asker,
    language: "en",
    startsAt: 0,
    ...withRoomKey(read.value),
  };
}

const NO_SOUND: CallSound = {
  advance: async () => {},
  end: async () => {},
  finishFile: async () => ({ type: "nothing-recorded" }),
  discardFile: async () => {},
};

/** One room on the storage of an object, with a simulated recorder; all due work is done after each turn. */
function openRoom(storage: DurableObjectStorage) {
  const { sql } = storage;
  for (const table of [
    "calls",
    "call_meetings",
    "published_events",
    "outbox",
    "segments",
    "pieces",
    "people",
    "sounds",
    "progress",
  ]) {
    sql.exec(`DELETE FROM ${table}`);
  }
  sql.exec("DELETE FROM call_requests");
  const bots = new Map<string, BotOrder>();
  const clock = { now: 1_000_000 };
  /** Nora's event invites Lucía; `isMutual`: and Lucía's Nora. */
  const invitations = { isInvited: false, isMutual: false };
  const recorder: Recorder = {
    engine: "acta",
    readWebhook: null,
    askAgain: null,
    say: async () => "asked",
    start: async (order) => {
      bots.set(order.botId, order);
      return { botRef: order.botId };
    },
    stop: async (botRef) => (bots.delete(botRef) ? "asked" : "gone"),
    report: async () => null,
  };
  const deps: CallDeps = {
    ...composeCall(workerEnv),
    recorder,
    mayRequest: async () => true,
    isInvited: async ({ ownerUserId }) => invitations.isInvited && (invitations.isMutual || ownerUserId === "nora"),
    log: () => {},
    now: () => clock.now,
  };
  const needs = { deps, storage, sound: NO_SOUND, object: "0" };
  const calls = new Map<string, CallId>();
  const asks = new Map<string, CallAsk>();
  return {
    bots,
    sql,
    needs,
    clock,
    invitations,
    callOf: (who: Turn["who"]) => calls.get(who) as CallId,
    ask: (who: Turn["who"]) => asks.get(who) as CallAsk,
    async turn({ who, step }: Turn, ask: CallAsk): Promise<void> {
      clock.now += 1000;
      const now = clock.now;
      const callId = calls.get(who);
      if (step === "invite") {
        asks.set(who, ask);
        calls.set(who, joinCall(storage, ask, now).callId);
        applyCallEvent(storage, calls.get(who) as CallId, { type: "due" }, { now });
      } else if (callId === undefined) throw new Error("nobody invited");
      else if (step === "delete") leaveCall(storage, callId, ask.meetId, now);
      else if (step === "stop") applyCallEvent(storage, callId, { type: "stop-asked" }, { now });
      else {
        const attempt = readCall(sql, callId)?.state.attempt ?? 0;
        applyCallEvent(storage, callId, { type: "capture-began", attempt, startedAt: now }, { now });
      }
      await runDueWork(needs);
      await keepRequests(needs);
    },
  };
}

const CASES = (Object.keys(PLATFORMS) as Platform[]).flatMap((platform) =>
  PASSCODES.map((passcode) => ({ platform, passcode })),
);

test.each(CASES)(
  "$platform, the second person has the $passcode passcode: each order of 70",
  async ({ platform, passcode }) => {
    const asks = { nora: askFor("nora", platform, "right"), lucia: askFor("lucia", platform, passcode) };
    const areOneRoom = asks.nora.roomKey === asks.lucia.roomKey;
    expect(areOneRoom).toBe(!PLATFORMS[platform].isSecret || passcode === "right");
    const rooms = areOneRoom ? [["nora", "lucia"] as const] : [["nora"] as const, ["lucia"] as const];
    for (const people of rooms) {
      const object = env.CALLS.get(env.CALLS.idFromName(`table-${platform}-${passcode}-${people.join()}`));
      await runInDurableObject(object, async (_object, { storage }) => {
        for (const order of ORDERS) {
          const room = openRoom(storage);
          const done = { nora: new Set<Step>(), lucia: new Set<Step>() };
          for (const turn of order.filter(({ who }) => people.some((one) => one === who))) {
            await room.turn(turn, asks[turn.who]);
            done[turn.who].add(turn.step);
            const wanting = people.filter(
              (who) => done[who].has("invite") && !done[who].has("stop") && !done[who].has("delete"),
            );
            // Each person who invited and has neither stopped nor deleted has a bot with their own link and name; nobody else has one.
            const there = [...room.bots.values()].map(({ url, name }) => `${name} ${url}`).toSorted();
            const expected = wanting.map((who) => `${botName(asks[who].ownerFirstName)} ${asks[who].url}`).toSorted();
            expect(there).toEqual(expected);
            const recordings = openCalls(room.sql).map(({ recordingId }) => recordingId);
            expect(new Set(recordings).size).toBe(recordings.length);
            for (const call of openCalls(room.sql)) {
              const listeners = room.sql
                .exec("SELECT meet_id FROM call_meetings WHERE call_id = ?", call.callId)
                .toArray();
              expect(listeners).toEqual([{ meet_id: asks[call.ownerUserId === "nora" ? "nora" : "lucia"].meetId }]);
              expect(call.isGuest).toBe(false);
            }
          }
        }
      });
    }
  },
);

/** Accepted, each stops and deletes in every order: the one bot stays until neither wants it. */
const ENDINGS = interleave(turnsOf("nora", ["stop", "delete"]), turnsOf("lucia", ["stop", "delete"]));
const ACCEPTED = (Object.keys(PLATFORMS) as Platform[]).flatMap((platform) =>
  (["from-now", "all"] as const).flatMap((answer) =>
    (["waits", "records"] as const).map((asker) => ({ platform, answer, asker })),
  ),
);

test.each(ACCEPTED)(
  "$platform, accepted ($answer) while the asker's bot $asker: each order of stops and deletions",
  async (given) => {
    const { platform, answer, asker } = given;
    const object = env.CALLS.get(env.CALLS.idFromName(`accepted-${platform}-${answer}-${asker}`));
    await runInDurableObject(object, async (_object, { storage }) => {
      for (const order of ENDINGS) {
        const room = openRoom(storage);
        const asks = { nora: askFor("nora", platform, "right"), lucia: askFor("lucia", platform, "right") };
        const turn = (who: Turn["who"], step: Step) => room.turn({ who, step }, asks[who]);
        await turn("nora", "invite");
        await turn("nora", "join");
        await turn("lucia", "invite");
        if (asker === "records") await turn("lucia", "join");
        const [request] = readRequests(room.sql);
        if (!request) throw new Error("no request");
        const said = { requestId: request.requestId, answer };
        expect(await answerRequest(room.needs, room.callOf("nora"), asks.nora.meetId, said)).toBe("done");
        await runDueWork(room.needs);
        let guest = room.callOf("lucia");
        if (answer === "all") {
          const before = guest;
          guest = joinCall(storage, asks.lucia, room.needs.deps.now()).callId;
          leaveCall(storage, before, asks.lucia.meetId, room.needs.deps.now());
          await runDueWork(room.needs);
        }
        const bot = room.callOf("nora");
        expect([...room.bots.keys()]).toEqual([bot]);
        expect(guestsOf(room.sql, bot).map(({ callId }) => callId)).toEqual([guest]);
        expect(readCall(room.sql, guest)?.recordingId).not.toBe(readCall(room.sql, bot)?.recordingId);
        // From now on: its own recording counts from the answer; all of it: from the beginning of the other's.
        const began = (callId: CallId) => readCall(room.sql, callId)?.state.startedAt ?? null;
        expect(began(guest) === began(bot)).toBe(answer === "all");
        const wanted = new Set(["nora", "lucia"]);
        for (const { who, step } of order) {
          const now = (room.clock.now += 1000);
          const callId = who === "nora" ? bot : guest;
          if (step === "delete") leaveCall(storage, callId, asks[who].meetId, now);
          else applyCallEvent(storage, callId, { type: "stop-asked" }, { now });
          await runDueWork(room.needs);
          wanted.delete(who);
          expect([...room.bots.keys()]).toEqual(wanted.size > 0 ? [bot] : []);
          for (const other of wanted) {
            const state = readCall(room.sql, other === "nora" ? bot : guest)?.state;
            expect(state && isLive(state.status)).toBe(true);
          }
        }
      }
    });
  },
);

/** Nora records; Lucía, whom Nora's event invites, has her own bot in the lobby. */
async function invitedRoom(storage: DurableObjectStorage) {
  const room = openRoom(storage);
  room.invitations.isInvited = true;
  const asks = { nora: askFor("nora", "meet", "right"), lucia: askFor("lucia", "meet", "right") };
  await room.turn({ who: "nora", step: "invite" }, asks.nora);
  await room.turn({ who: "nora", step: "join" }, asks.nora);
  await room.turn({ who: "lucia", step: "invite" }, asks.lucia);
  const wait = async (ms: number) => {
    room.clock.now += ms;
    await keepRequests(room.needs);
    await runDueWork(room.needs);
  };
  const [request] = readRequests(room.sql);
  if (!request) throw new Error("no request");
  expect(request.sharesAt).toBe(room.clock.now + CALL_INVITED_WAIT_MS);
  return { room, asks, wait, request };
}
const inRoom = (name: string, act: (storage: DurableObjectStorage) => Promise<void>) =>
  runInDurableObject(env.CALLS.get(env.CALLS.idFromName(name)), (_object, { storage }) => act(storage));

test("a guest of the owner's event records with the owner's bot, unless the owner refuses in time", () =>
  inRoom("invited", async (storage) => {
    const { room, wait } = await invitedRoom(storage);
    await wait(CALL_INVITED_WAIT_MS - 1);
    expect(room.bots.size).toBe(2);
    expect(nextSharingAt(room.sql)).toBe(room.clock.now + 1);
    await wait(1);
    expect([...room.bots.keys()]).toEqual([room.callOf("nora")]);
    expect(guestsOf(room.sql, room.callOf("nora")).map(({ callId }) => callId)).toEqual([room.callOf("lucia")]);
    // From then on only: what was said before the guest came is not the guest's.
    expect(readCall(room.sql, room.callOf("lucia"))?.feed?.fromAt).toBeGreaterThanOrEqual(room.clock.now);
    expect(nextSharingAt(room.sql)).toBeNull();
  }));

test("the owner's refusal of a guest of the event is final", () =>
  inRoom("invited-refused", async (storage) => {
    const { room, asks, wait, request } = await invitedRoom(storage);
    const no = { requestId: request.requestId, answer: "no" } as const;
    expect(await answerRequest(room.needs, room.callOf("nora"), asks.nora.meetId, no)).toBe("done");
    await wait(CALL_INVITED_WAIT_MS);
    expect(guestsOf(room.sql, room.callOf("nora"))).toEqual([]);
    expect(room.bots.size).toBe(2);
  }));

test("a guest who is removed from the event while the owner is asked waits for the owner's answer", () =>
  inRoom("invited-removed", async (storage) => {
    const { room, wait } = await invitedRoom(storage);
    room.invitations.isInvited = false;
    await wait(CALL_INVITED_WAIT_MS);
    expect(guestsOf(room.sql, room.callOf("nora"))).toEqual([]);
    expect(readRequests(room.sql)).toMatchObject([{ state: "open", sharesAt: null }]);
  }));

/** Both have the event: Nora's bot knocks first. */
async function colleaguesRoom(storage: DurableObjectStorage) {
  const room = openRoom(storage);
  Object.assign(room.invitations, { isInvited: true, isMutual: true });
  const asks = { nora: askFor("nora", "meet", "right"), lucia: askFor("lucia", "meet", "right") };
  await room.turn({ who: "nora", step: "invite" }, asks.nora);
  await room.turn({ who: "lucia", step: "invite" }, asks.lucia);
  const wait = async (ms: number) => {
    room.clock.now += ms;
    await runDueWork(room.needs);
    await keepRequests(room.needs);
    await runDueWork(room.needs);
  };
  expect([...room.bots.keys()]).toEqual([room.callOf("nora")]);
  return { room, asks, wait };
}

test("two colleagues of one event have one bot from the start, and both have all of the recording", () =>
  inRoom("colleagues", async (storage) => {
    const { room, asks, wait } = await colleaguesRoom(storage);
    await wait(CALL_COLLEAGUE_LOOK_MS);
    expect(room.bots.size).toBe(1);
    await room.turn({ who: "nora", step: "join" }, asks.nora);
    const began = room.clock.now;
    for (let ms = 0; ms <= CALL_INVITED_WAIT_MS; ms += CALL_COLLEAGUE_LOOK_MS) await wait(CALL_COLLEAGUE_LOOK_MS);
    expect([...room.bots.keys()]).toEqual([room.callOf("nora")]);
    const [guest, ...others] = guestsOf(room.sql, room.callOf("nora"));
    expect(others).toEqual([]);
    expect(guest).toMatchObject({ state: { status: "recording", startedAt: began }, feed: { fromAt: 0 } });
    // Lucía's meeting moves to the call that was given, and her own ends without a bot.
    expect(joinCall(storage, asks.lucia, room.clock.now).callId).toBe(guest?.callId);
    leaveCall(storage, room.callOf("lucia"), asks.lucia.meetId, room.clock.now);
    await wait(CALL_COLLEAGUE_LOOK_MS);
    expect([...room.bots.keys()]).toEqual([room.callOf("nora")]);
  }));

test("a colleague's bot that is not admitted, or whose owner stops it, is followed by one's own", () =>
  inRoom("colleagues-stopped", async (storage) => {
    const { room, asks, wait } = await colleaguesRoom(storage);
    await room.turn({ who: "nora", step: "stop" }, asks.nora);
    await wait(CALL_COLLEAGUE_LOOK_MS);
    expect([...room.bots.keys()]).toEqual([room.callOf("lucia")]);
  }));

test("a colleague whose request is refused, or is not answered in time, sends a bot", () =>
  inRoom("colleagues-refused", async (storage) => {
    for (const isRefused of [true, false]) {
      const { room, asks, wait } = await colleaguesRoom(storage);
      await room.turn({ who: "nora", step: "join" }, asks.nora);
      const [request] = readRequests(room.sql);
      if (!request) throw new Error("no request");
      const no = { requestId: request.requestId, answer: "no" } as const;
      if (isRefused) await answerRequest(room.needs, room.callOf("nora"), asks.nora.meetId, no);
      // The event does not invite her any more when her time comes.
      else room.invitations.isInvited = false;
      await wait(isRefused ? CALL_COLLEAGUE_LOOK_MS : CALL_COLLEAGUE_WAIT_MS);
      expect([...room.bots.keys()]).toEqual([room.callOf("nora"), room.callOf("lucia")]);
      expect(guestsOf(room.sql, room.callOf("nora"))).toEqual([]);
    }
  }));

test("without a right of both, each has a bot", () =>
  inRoom("colleagues-one-way", async (storage) => {
    const { room } = await invitedRoom(storage);
    expect([...room.bots.keys()]).toEqual([room.callOf("nora"), room.callOf("lucia")]);
  }));
