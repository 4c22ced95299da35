import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type CallId, newMeetId } from "#app/domain/ids.ts";
import { CALL_LEAD_MS } from "#app/domain/limits/calls.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import { openCalls, readCall } from "#workers/call/call-rows.ts";
import { applyCallEvent } from "#workers/call/apply-event.ts";
import { joinCall, leaveCall } from "#workers/call/store-calls.ts";
import { lookDueAt } from "#workers/call/watch-calls.ts";

/** Two planned meetings of one person, one after the other in one room: two calls, which share no words and no end. */

const MINUTE = 60_000;
const START = 1_800_000_000_000;
const LENGTH = 30 * MINUTE;

function askAt(startsAt: number): CallAsk {
  return {
    meetId: newMeetId(),
    ownerUserId: "nora",
    ownerFirstName: "Nora",
    asker: null,
    language: "en",
    platform: "meet",
    roomKey: "abc-defg-hij",
    url: "https://meet.google.com/abc-defg-hij",
    startsAt,
  };
}

/** When the first meeting's bot leaves, from the start of the second one; null: not at all. */
const LEAVES = [-5 * MINUTE, -30_000, MINUTE, 10 * MINUTE, null];
/** Ends of the first meeting. */
const ENDS = ["left", "stop", "delete"] as const;

const CASES = [-10, -1, 0, 1, 15, 30].flatMap((gap) =>
  LEAVES.flatMap((leaves) => ENDS.map((end) => [gap, leaves, end] as const)),
);

test.each(CASES)("%i minutes apart, the first bot leaves at %s ms: %s", async (gap, leaves, end) => {
  await runInDurableObject(env.CALLS.get(env.CALLS.newUniqueId()), async (_object, { storage }) => {
    const { sql } = storage;
    const secondAt = START + LENGTH + gap * MINUTE;
    const [first, second] = [askAt(START), askAt(secondAt)];
    const one = joinCall(storage, first, START - CALL_LEAD_MS).callId;
    begin(storage, one, START);
    const acts: [at: number, act: () => void][] = [];
    let other: CallId | null = null;
    acts.push([secondAt - CALL_LEAD_MS, () => (other = joinCall(storage, second, secondAt - CALL_LEAD_MS).callId)]);
    if (leaves !== null) acts.push([secondAt + leaves, () => finish(storage, one, first, end, secondAt + leaves)]);
    for (const [, act] of acts.toSorted(([a], [b]) => a - b)) act();

    if (other === null) throw new Error("the second meeting has no call");
    expect(other).not.toBe(one);
    const call = readCall(sql, other);
    if (call === null) throw new Error("no call");
    // Nothing that happens to the first one ends the second one, or brings its bot before its time.
    expect(call.state.status).toBe("scheduled");
    expect(lookDueAt(sql, call)).toBe(secondAt);
    expect(sql.exec("SELECT 1 FROM published_events WHERE call_id = ?", other).toArray()).toEqual([]);
    begin(storage, other, secondAt);
    // A stop of the second one leaves the first one as it was.
    const before = readCall(sql, one)?.state.status;
    applyCallEvent(storage, other, { type: "stop-asked" }, { now: secondAt + 20 * MINUTE });
    expect(readCall(sql, one)?.state.status).toBe(before);
    expect(readCall(sql, other)?.state.status).toBe("stopping");
  });
});

test.each([-20, 5, 25])("a second meeting that is moved by %i minutes keeps a call of its own", async (minutes) => {
  await runInDurableObject(env.CALLS.get(env.CALLS.newUniqueId()), async (_object, { storage }) => {
    const [first, second] = [askAt(START), askAt(START + LENGTH)];
    const one = joinCall(storage, first, START - CALL_LEAD_MS).callId;
    begin(storage, one, START);
    const other = joinCall(storage, second, START + MINUTE).callId;
    const moved = { ...second, startsAt: second.startsAt + minutes * MINUTE };
    leaveCall(storage, other, second.meetId, START + 2 * MINUTE);
    const again = joinCall(storage, moved, START + 2 * MINUTE).callId;
    expect(again).not.toBe(one);
    expect(readCall(storage.sql, again)?.state).toMatchObject({ status: "scheduled", startsAt: moved.startsAt });
    expect(readCall(storage.sql, one)?.state.status).toBe("recording");
  });
});

test("the first meeting's own bot comes before its start, and so does the next one's once the room was quiet for long", async () => {
  await runInDurableObject(env.CALLS.get(env.CALLS.newUniqueId()), async (_object, { storage }) => {
    const first = askAt(START);
    const one = joinCall(storage, first, START - 10 * MINUTE).callId;
    const dueOf = (callId: CallId) => {
      const call = readCall(storage.sql, callId);
      return call && lookDueAt(storage.sql, call);
    };
    expect(dueOf(one)).toBe(START - CALL_LEAD_MS);
    begin(storage, one, START);
    finish(storage, one, first, "delete", START + LENGTH);
    const laterAt = START + LENGTH + 31 * MINUTE;
    const later = joinCall(storage, askAt(laterAt), START + LENGTH + MINUTE).callId;
    expect(dueOf(later)).toBe(laterAt - CALL_LEAD_MS);
    expect(openCalls(storage.sql).map(({ callId }) => callId)).toEqual([later]);
  });
});

function begin(storage: DurableObjectStorage, callId: CallId, at: number): void {
  applyCallEvent(storage, callId, { type: "due" }, { now: at - 30_000 });
  const attempt = readCall(storage.sql, callId)?.state.attempt ?? 0;
  applyCallEvent(storage, callId, { type: "capture-began", attempt, startedAt: at }, { now: at });
}

function finish(
  storage: DurableObjectStorage,
  callId: CallId,
  ask: CallAsk,
  end: (typeof ENDS)[number],
  now: number,
): void {
  const attempt = readCall(storage.sql, callId)?.state.attempt ?? 0;
  if (end === "delete") leaveCall(storage, callId, ask.meetId, now);
  else if (end === "stop") applyCallEvent(storage, callId, { type: "stop-asked" }, { now });
  else applyCallEvent(storage, callId, { type: "bot-left", attempt, reason: "left-alone" }, { now });
}
