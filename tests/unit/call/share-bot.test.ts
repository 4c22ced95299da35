import { expect, test } from "vitest";
import type { CallState, CallStateOf } from "#app/domain/call/call-state.ts";
import {
  callToAwait,
  type CallStart,
  callToJoin,
  followsAnother,
  isAnswerable,
  type KnownRequest,
  requestTarget,
  type RoomCall,
} from "#app/domain/call/share-bot.ts";
import {
  CALL_COLLEAGUE_WAIT_MS,
  CALL_REQUEST_TIMES_MAX,
  CALL_REQUESTS_OF_CALL_MAX,
  CALL_REQUESTS_OPEN_MAX,
} from "#app/domain/limits/calls.ts";

const NOW = 10_000_000;
const facts = { attempt: 1, startedAt: null, restarts: 0, warning: null, since: NOW } as const;
const scheduled = (startsAt: number): CallState => ({ ...facts, attempt: 0, status: "scheduled", startsAt });
const inLobby: CallState = { ...facts, status: "lobby", lobbyState: "waiting" };
const recording = (startedAt: number): CallState => ({ ...facts, startedAt, status: "recording" });

const call = (callId: string, ownerUserId: string | null, state: CallState, isGuest = false): RoomCall => ({
  callId,
  ownerUserId,
  state,
  isGuest,
});

const planned = (startsAt: number): CallStart => ({ startsAt, isPlanned: true });
const byHand = (startsAt: number): CallStart => ({ startsAt, isPlanned: false });
const MINUTE = 60_000;
const begun = (one: RoomCall, start = byHand(NOW)) => ({ ...one, starts: [start] });

test.each([
  ["the same person's call in the lobby", [begun(call("1", "nora", inLobby))], byHand(NOW), "1"],
  ["the same person's recording", [begun(call("1", "nora", recording(1)))], byHand(NOW), "1"],
  ["another person's call", [begun(call("1", "marc", recording(1)))], byHand(NOW), null],
  ["a call of nobody known", [begun(call("1", null, recording(1)))], byHand(NOW), null],
  ["the same person's, which is over", [begun(call("1", "nora", { ...facts, status: "over" }))], byHand(NOW), null],
  [
    "the call that the person was given rather than the one before it",
    [begun(call("1", "nora", inLobby)), begun(call("2", "nora", recording(1), true))],
    byHand(NOW),
    "2",
  ],
])("a meeting joins, or does not join: %s", (_what, calls, start, expected) => {
  expect(callToJoin(calls, { ownerUserId: "nora", start })?.callId ?? null).toBe(expected);
});

test.each([
  ["two planned meetings of one time", planned(NOW), planned(NOW), true],
  ["two planned meetings that begin seconds apart", planned(NOW), planned(NOW + 59_000), true],
  ["a planned meeting and the next one, however short the first", planned(NOW), planned(NOW + MINUTE), false],
  ["a planned meeting and the one before it", planned(NOW + 15 * MINUTE), planned(NOW), false],
  ["a planned meeting, and a request by hand when it begins", planned(NOW), byHand(NOW + 10 * MINUTE), true],
  ["a planned meeting, and a request by hand late in it", planned(NOW), byHand(NOW + 11 * MINUTE), false],
  ["a request by hand, and one that was planned to follow soon", byHand(NOW), planned(NOW + MINUTE), false],
  ["a request by hand, and the next planned meeting", byHand(NOW), planned(NOW + 30 * MINUTE), false],
  ["two requests by hand", byHand(NOW), byHand(NOW + 5 * MINUTE), true],
])("%s in one room are one call: %#", (_what, first, second, isOne) => {
  for (const state of [inLobby, recording(NOW), scheduled(first.startsAt)]) {
    const calls = [begun(call("1", "nora", state), first)];
    expect(callToJoin(calls, { ownerUserId: "nora", start: second }) !== null).toBe(isOne);
  }
});

test("meetings that each begin a little after the former one do not become one long call", () => {
  const chain = { ...call("1", "nora", recording(NOW)), starts: [planned(NOW), planned(NOW + 40_000)] };
  expect(callToJoin([chain], { ownerUserId: "nora", start: planned(NOW + 80_000) })).toBe(null);
});

test.each([
  ["that records", "nora", recording(NOW), true],
  ["that ended a while ago", "nora", { ...facts, status: "over", since: NOW - 20 * MINUTE } as const, true],
  ["that ended long ago", "nora", { ...facts, status: "over", since: NOW - 31 * MINUTE } as const, false],
  ["that was never sent a bot", "nora", { ...facts, attempt: 0, status: "over" } as const, false],
  ["that is planned", "nora", scheduled(NOW), false],
  ["of another person", "marc", recording(NOW), false],
])("a call waits for its start behind one %s: %#", (_what, owner, state, waits) => {
  const next = { ...call("2", "nora", scheduled(NOW)), state: scheduled(NOW) as CallStateOf<"scheduled"> };
  expect(followsAnother(next, [call("1", owner, state), next])).toBe(waits);
});

const asker = { ...call("9", "lucia", inLobby), hasAddress: true };
const owner = call("1", "nora", recording(NOW - 1000));
const request = (more: Partial<KnownRequest> = {}): KnownRequest => ({
  callId: "1",
  askerUserId: "lucia",
  state: "open",
  times: 1,
  ...more,
});
const others = (count: number, state: KnownRequest["state"]) =>
  Array.from({ length: count }, (_, index) => request({ askerUserId: `other-${index}`, state }));

test.each<[string, Parameters<typeof requestTarget>[0], RoomCall[], KnownRequest[], string | null]>([
  ["somebody else's bot was let in and records", asker, [asker, owner], [], "1"],
  ["the first of two that record", asker, [call("2", "ona", recording(NOW - 5000)), owner], [], "2"],
  ["it only waits in the lobby", asker, [call("1", "nora", inLobby)], [], null],
  ["it is the same person's", asker, [call("1", "lucia", recording(1))], [], null],
  ["it is a guest itself", asker, [call("1", "nora", recording(1), true)], [], null],
  ["no provider vouches for the asker's address", { ...asker, hasAddress: false }, [owner], [], null],
  ["the asker has somebody's recording already", { ...asker, isGuest: true }, [owner], [], null],
  ["the asker's bot was told to leave", { ...asker, state: { ...facts, status: "over" } }, [owner], [], null],
  ["the asker's own recording began later", { ...asker, state: recording(NOW) }, [owner], [], "1"],
  ["the asker's own recording began first", { ...asker, state: recording(NOW - 2000) }, [owner], [], null],
  ["it was asked already", asker, [owner], [request()], null],
  ["its owner said no", asker, [owner], [request({ state: "refused" })], null],
  ["its owner said yes", asker, [owner], [request({ state: "accepted" })], null],
  ["it was withdrawn once", asker, [owner], [request({ state: "withdrawn" })], "1"],
  [
    "it was withdrawn too often",
    asker,
    [owner],
    [request({ state: "withdrawn", times: CALL_REQUEST_TIMES_MAX })],
    null,
  ],
  ["many wait for its owner's answer", asker, [owner], others(CALL_REQUESTS_OPEN_MAX, "open"), null],
  ["many have asked it", asker, [owner], others(CALL_REQUESTS_OF_CALL_MAX, "refused"), null],
])("a request is raised, or is not raised: %s", (_what, who, calls, known, expected) => {
  expect(requestTarget(who, calls, known)?.callId ?? null).toBe(expected);
});

test("a request can be answered while both calls go on, and the owner's has begun", () => {
  expect(isAnswerable(asker, owner)).toBe(true);
  expect(isAnswerable({ ...asker, state: recording(NOW) }, owner)).toBe(true);
  expect(isAnswerable(asker, { ...owner, state: { ...facts, startedAt: 1, status: "starting" } })).toBe(true);
  expect(isAnswerable(asker, { ...owner, state: { ...facts, startedAt: 1, status: "stopping" } })).toBe(false);
  expect(isAnswerable({ ...asker, state: { ...facts, status: "over" } }, owner)).toBe(false);
  expect(isAnswerable({ ...asker, isGuest: true }, owner)).toBe(false);
  expect(isAnswerable(null, owner)).toBe(false);
});

const starting: CallState = { ...facts, status: "starting" };
const sending = (one: RoomCall, botRef: string | null = null, start = planned(NOW)) => ({
  ...begun(one, start),
  botRef,
});
const later = sending(call("2", "lucia", starting));

test.each<[string, ReturnType<typeof sending>[], boolean]>([
  ["a colleague's bot that was asked for before", [sending(call("1", "nora", starting)), later], true],
  ["a colleague's bot that knocks", [later, sending(call("3", "nora", inLobby), "bot")], true],
  ["a colleague's bot that records", [later, sending(call("3", "nora", recording(NOW - MINUTE)), "bot")], true],
  ["a colleague's that waits for this one", [later, sending(call("3", "nora", starting))], false],
  ["a colleague's that is planned", [sending(call("1", "nora", scheduled(NOW))), later], false],
  ["a colleague's that is over", [sending(call("1", "nora", { ...facts, status: "over" }), "bot"), later], false],
  [
    "the colleague's meeting before",
    [sending(call("1", "nora", inLobby), "bot", planned(NOW - 30 * MINUTE)), later],
    false,
  ],
  ["a call with another one's bot", [sending(call("1", "nora", recording(NOW), true)), later], false],
  ["the person's own other call", [sending(call("1", "lucia", inLobby), "bot"), later], false],
  ["a call of nobody known", [sending(call("1", null, inLobby), "bot"), later], false],
])("a call waits, or does not wait, for %s", (_what, calls, waits) => {
  expect(callToAwait(later, calls, { requests: [], now: NOW }) !== null).toBe(waits);
});

test("a call waits for a colleague's recording for a minute, and not after a refusal or for a second bot", () => {
  const calls = [sending(call("1", "nora", recording(NOW)), "bot"), later];
  const awaits = (requests: KnownRequest[], now: number) => callToAwait(later, calls, { requests, now }) !== null;
  expect(awaits([], NOW + CALL_COLLEAGUE_WAIT_MS - 1)).toBe(true);
  expect(awaits([], NOW + CALL_COLLEAGUE_WAIT_MS)).toBe(false);
  expect(awaits([{ callId: "1", askerUserId: "lucia", state: "refused", times: 1 }], NOW)).toBe(false);
  expect(awaits([{ callId: "1", askerUserId: "marc", state: "refused", times: 1 }], NOW)).toBe(true);
  const again = sending(call("2", "lucia", { ...starting, attempt: 2 }));
  expect(callToAwait(again, [calls[0] ?? again, again], { requests: [], now: NOW })).toBeNull();
});
