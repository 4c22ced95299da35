import { expect, test } from "vitest";
import { callTransition } from "#app/domain/call/call-machine.ts";
import {
  CALL_EVENT_TYPES,
  CALL_STATUSES,
  type CallEvent,
  type CallEventType,
  type CallState,
  type CallStatus,
  mayAskAgain,
} from "#app/domain/call/call-state.ts";
import { BOT_RESTARTS_MAX, CALL_ASK_AGAIN_MS } from "#app/domain/limits/calls.ts";

const NOW = 5000;
const facts = { attempt: 2, startedAt: 1000, restarts: 1, warning: null, since: 4000 } as const;
const BEFORE = { ...facts, startedAt: null };

const STATES: { readonly [Status in CallStatus]: CallState } = {
  scheduled: { ...BEFORE, status: "scheduled", attempt: 0, startsAt: 9000 },
  starting: { ...BEFORE, status: "starting" },
  lobby: { ...BEFORE, status: "lobby", lobbyState: "waiting" },
  recording: { ...facts, status: "recording" },
  stopping: { ...facts, status: "stopping" },
  closing: { ...facts, status: "closing", end: "stopped" },
  storing: { ...facts, status: "storing", end: "stopped" },
  over: { ...facts, status: "over" },
};
const EVENTS: { readonly [Type in CallEventType]: CallEvent } = {
  due: { type: "due" },
  moved: { type: "moved", startsAt: 9500 },
  "lobby-seen": { type: "lobby-seen", attempt: 2, lobbyState: "host-absent" },
  "capture-began": { type: "capture-began", attempt: 2, startedAt: 4500 },
  warned: { type: "warned", attempt: 2, warning: "silent" },
  "bot-leaving": { type: "bot-leaving", attempt: 2 },
  "bot-left": { type: "bot-left", attempt: 2, reason: "meeting-ended" },
  "bot-lost": { type: "bot-lost", attempt: 2, reason: "capture-failed" },
  "recorder-refused": { type: "recorder-refused", attempt: 2, reason: "recorder-unavailable" },
  "asked-again": { type: "asked-again", attempt: 2 },
  "bot-lent": { type: "bot-lent", next: 4 },
  "stop-asked": { type: "stop-asked" },
  "stop-overdue": { type: "stop-overdue" },
  deserted: { type: "deserted" },
  "sound-told": { type: "sound-told", durationMs: 60_000, gaps: [] },
  "file-stored": { type: "file-stored", key: "file", version: { sizeBytes: 1, etag: "e" }, durationMs: 60_000 },
  "nothing-recorded": { type: "nothing-recorded" },
};

/** Expected status, effects and published events of each pair, in one line. A pair that is missing here changes nothing. */
const OUTCOMES: { readonly [Status in CallStatus]: { readonly [Type in CallEventType]?: string } } = {
  scheduled: {
    due: "starting | start-bot | lobby",
    moved: "scheduled | |",
    "stop-asked": "over | discard |",
    deserted: "over | discard |",
  },
  starting: {
    "lobby-seen": "lobby | | lobby",
    "capture-began": "recording | | recording",
    "bot-left": "over | discard | rejected",
    "bot-lost": "starting | start-bot | lobby",
    "recorder-refused": "over | discard | failed",
    "bot-lent": "starting | stop-bot |",
    "stop-asked": "over | stop-bot discard |",
    deserted: "over | stop-bot discard |",
  },
  lobby: {
    "lobby-seen": "lobby | | lobby",
    "capture-began": "recording | | recording",
    "bot-left": "over | discard | rejected",
    "bot-lost": "starting | start-bot | lobby",
    "recorder-refused": "over | discard | failed",
    "bot-lent": "starting | stop-bot |",
    "stop-asked": "over | stop-bot discard |",
    deserted: "over | stop-bot discard |",
  },
  recording: {
    warned: "recording | | warning",
    "bot-leaving": "stopping | | stopping",
    "bot-left": "closing | | stopping",
    "bot-lost": "starting | start-bot | warning",
    "recorder-refused": "closing | | stopping",
    "bot-lent": "recording | stop-bot |",
    "stop-asked": "stopping | stop-bot | stopping",
    deserted: "over | stop-bot discard |",
  },
  stopping: {
    "bot-left": "closing | |",
    "bot-lost": "closing | |",
    "recorder-refused": "closing | |",
    "stop-overdue": "closing | |",
    deserted: "over | stop-bot discard |",
  },
  closing: {
    "sound-told": "storing | finish-file | ended",
    "nothing-recorded": "over | discard | failed",
    deserted: "over | discard |",
  },
  storing: {
    "file-stored": "over | clear | stored",
    "nothing-recorded": "over | clear | failed",
    deserted: "over | discard |",
  },
  over: {},
};

const PAIRS = CALL_STATUSES.flatMap((status) => CALL_EVENT_TYPES.map((type) => ({ status, type })));

test.each(PAIRS)("$status × $type", ({ status, type }) => {
  const before = STATES[status];
  const { state, effects, published } = callTransition(before, EVENTS[type], NOW);
  const said = [state.status, effects.map((one) => one.type).join(" "), published.map((one) => one.type).join(" ")];
  const came = state === before ? undefined : said.join(" | ").replaceAll("  ", " ").trim();
  expect(came).toBe(OUTCOMES[status][type]);
  expect(state !== before || effects.length + published.length === 0).toBe(true);
});

test.each(CALL_STATUSES)("in %s, events of an earlier bot are ignored", (status) => {
  for (const event of Object.values(EVENTS)) {
    if (!("attempt" in event)) continue;
    const old = { ...event, attempt: 1 };
    expect(callTransition(STATES[status], old, NOW).state).toBe(STATES[status]);
  }
});

test("the recording counts from its first sound, even if another bot continues it", () => {
  const interrupted: CallState = { ...facts, status: "starting", warning: "reconnecting" };
  const { state, published } = callTransition(interrupted, EVENTS["capture-began"], NOW);
  expect(state).toMatchObject({ status: "recording", startedAt: 1000, warning: null });
  expect(published).toEqual([{ type: "warning", warning: null }]);
});

test("an interrupted call that waits in the lobby again publishes nothing", () => {
  const interrupted: CallState = { ...facts, status: "starting" };
  expect(callTransition(interrupted, EVENTS["lobby-seen"], NOW).published).toEqual([]);
});

test("after too many restarted bots the call ends as lost by the recorder, or fails when nothing was recorded", () => {
  const often = { ...facts, restarts: BOT_RESTARTS_MAX };
  expect(callTransition({ ...often, status: "recording" }, EVENTS["bot-lost"], NOW).state).toMatchObject({
    status: "closing",
    end: "recorder-lost",
  });
  const never = { ...often, startedAt: null };
  expect(callTransition({ ...never, status: "starting" }, EVENTS["bot-lost"], NOW).published).toEqual([
    { type: "failed", reason: "capture-failed" },
  ]);
});

test.each([
  ["denied", { type: "rejected", reason: "denied" }, "removed"],
  ["not-admitted", { type: "rejected", reason: "not-admitted" }, "removed"],
  ["host-absent", { type: "rejected", reason: "host-absent" }, "meeting-ended"],
  ["nobody-came", { type: "rejected", reason: "nobody-came" }, "meeting-ended"],
  ["removed", { type: "rejected", reason: "denied" }, "removed"],
  ["stopped-in-call", { type: "rejected", reason: "denied" }, "stopped-in-call"],
  ["meeting-ended", { type: "rejected", reason: "nobody-came" }, "meeting-ended"],
  ["left-alone", { type: "rejected", reason: "nobody-came" }, "left-alone"],
  ["limit", { type: "rejected", reason: "limit" }, "limit"],
  ["recorder-lost", { type: "failed", reason: "recorder-unavailable" }, "recorder-lost"],
  ["bot-wall", { type: "failed", reason: "bot-wall" }, "recorder-lost"],
  ["sign-in-required", { type: "failed", reason: "sign-in-required" }, "recorder-lost"],
] as const)("left by %s: before the recording %j, after it began it ended by %s", (reason, published, end) => {
  const event = { type: "bot-left", attempt: 2, reason } as const;
  expect(callTransition({ ...BEFORE, status: "lobby", lobbyState: "waiting" }, event, NOW).published).toEqual([
    published,
  ]);
  expect(callTransition({ ...facts, status: "recording" }, event, NOW).state).toMatchObject({ status: "closing", end });
});

test("a repeated admission request needs a minute since the last one, a request left, and a lobby where somebody can admit the bot", () => {
  const asked = { type: "asked-again", attempt: 2 } as const;
  const waiting = { ...BEFORE, since: 0, status: "lobby", lobbyState: "waiting", asksLeft: 2 } as const;
  const first = callTransition(waiting, asked, CALL_ASK_AGAIN_MS);
  expect(first.state).toMatchObject({ lobbyState: "connecting", asksLeft: 1, since: CALL_ASK_AGAIN_MS });
  expect(first.published).toEqual([{ type: "lobby", lobbyState: "connecting" }]);
  const back = callTransition(
    first.state,
    { type: "lobby-seen", attempt: 2, lobbyState: "waiting" },
    CALL_ASK_AGAIN_MS + 1,
  );
  expect(back.published).toEqual([{ type: "lobby", lobbyState: "waiting", asksLeft: 1 }]);

  expect(mayAskAgain(waiting, CALL_ASK_AGAIN_MS - 1)).toBe("too-soon");
  expect(mayAskAgain({ ...waiting, asksLeft: 0 }, CALL_ASK_AGAIN_MS)).toBe("too-often");
  expect(mayAskAgain({ ...waiting, lobbyState: "host-absent" }, CALL_ASK_AGAIN_MS)).toBe("not-in-lobby");
  expect(mayAskAgain({ ...waiting, startedAt: 1000 }, CALL_ASK_AGAIN_MS)).toBe("not-in-lobby");
  // No requests are left, or the recorder's bots cannot repeat one.
  for (const asksLeft of [0, undefined]) {
    const state: CallState = {
      ...BEFORE,
      status: "lobby",
      lobbyState: "waiting",
      ...(asksLeft === 0 ? { asksLeft } : {}),
    };
    expect(callTransition(state, asked, CALL_ASK_AGAIN_MS).state).toBe(state);
  }
});

test("a bot that waits in the lobby again before the request is noted has still used one request", () => {
  const state: CallState = { ...BEFORE, since: NOW, status: "lobby", lobbyState: "waiting", asksLeft: 2 };
  const { state: after, published } = callTransition(state, { type: "asked-again", attempt: 2 }, NOW + 1);
  expect({ after, published }).toMatchObject({ after: { lobbyState: "waiting", asksLeft: 1 }, published: [] });
});
