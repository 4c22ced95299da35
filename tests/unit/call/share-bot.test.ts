import { expect, test } from "vitest";
import type { CallState } from "#app/domain/call/call-state.ts";
import {
  callToJoin,
  isAnswerable,
  type KnownRequest,
  requestTarget,
  type RoomCall,
} from "#app/domain/call/share-bot.ts";
import {
  CALL_ADOPTION_MS,
  CALL_REQUEST_TIMES_MAX,
  CALL_REQUESTS_OF_CALL_MAX,
  CALL_REQUESTS_OPEN_MAX,
} from "#app/domain/limits/calls.ts";

const NOW = 10_000_000;
const facts = { attempt: 1, startedAt: null, restarts: 0, warning: null, since: NOW } as const;
const scheduled = (startsAt: number): CallState => ({ ...facts, attempt: 0, status: "scheduled", startsAt });
const inLobby: CallState = { ...facts, status: "door", door: "waiting" };
const recording = (startedAt: number): CallState => ({ ...facts, startedAt, status: "recording" });

const call = (callId: string, ownerUserId: string | null, state: CallState, isGuest = false): RoomCall => ({
  callId,
  ownerUserId,
  state,
  isGuest,
});

test.each([
  ["the same person's call in the lobby", [call("1", "nora", inLobby)], NOW, "1"],
  ["the same person's recording", [call("1", "nora", recording(1))], NOW, "1"],
  ["another person's call", [call("1", "marc", recording(1))], NOW, null],
  ["a call of nobody known", [call("1", null, recording(1))], NOW, null],
  ["the same person's, planned half an hour later", [call("1", "nora", scheduled(NOW + CALL_ADOPTION_MS))], NOW, "1"],
  ["the same person's, planned for later", [call("1", "nora", scheduled(NOW + CALL_ADOPTION_MS + 1))], NOW, null],
  ["the same person's, which is over", [call("1", "nora", { ...facts, status: "over" })], NOW, null],
  ["the same person's of today, where it is asked for tomorrow", [call("1", "nora", inLobby)], NOW + 86_400_000, null],
  [
    "the call that the person was given rather than the one before it",
    [call("1", "nora", inLobby), call("2", "nora", recording(1), true)],
    NOW,
    "2",
  ],
])("a meeting joins, or does not join: %s", (_what, calls, startsAt, expected) => {
  expect(callToJoin(calls, { ownerUserId: "nora", startsAt, now: NOW })?.callId ?? null).toBe(expected);
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
