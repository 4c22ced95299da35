import { expect, test } from "vitest";
import {
  hasStopped,
  transition,
  UPLOAD_IDLE,
  type UploadEvent,
  type UploadState,
} from "#app/features/upload/send/upload-flow.ts";
import { startMeter } from "#app/features/upload/send/upload-meter.ts";

const meter = startMeter(100, 0);
const STATES: Record<UploadState["name"], UploadState> = {
  form: UPLOAD_IDLE,
  starting: { name: "starting", meter },
  sending: { name: "sending", meetId: "m", meter, way: "parts", sound: "none" },
  finishing: { name: "finishing", meter },
  arrived: { name: "arrived", meetId: "m", meter },
  "limit-reached": { name: "limit-reached" },
};
const EVENTS: Record<UploadEvent["type"], UploadEvent> = {
  submitted: { type: "submitted", totalBytes: 100, at: 0 },
  sending: { type: "sending", meetId: "m", inParts: true, at: 1 },
  sound: { type: "sound", stage: "going", totalBytes: 10, at: 1 },
  went: { type: "went", way: "down", at: 2 },
  progressed: { type: "progressed", sentBytes: 50, at: 2 },
  ticked: { type: "ticked", at: 3 },
  sent: { type: "sent" },
  arrived: { type: "arrived", meetId: "m" },
  failed: { type: "failed", failure: { kind: "connection" } },
  "limit-reached": { type: "limit-reached" },
  cancelled: { type: "cancelled" },
};

/** Every state × event. A pair that is missing here changes nothing. */
const LEADS: Partial<Record<UploadState["name"], Partial<Record<UploadEvent["type"], UploadState["name"]>>>> = {
  form: { submitted: "starting" },
  starting: {
    sending: "sending",
    sent: "finishing",
    failed: "form",
    "limit-reached": "limit-reached",
    cancelled: "form",
  },
  sending: {
    went: "sending",
    sound: "sending",
    progressed: "sending",
    ticked: "sending",
    sent: "finishing",
    failed: "form",
    "limit-reached": "limit-reached",
    cancelled: "form",
  },
  finishing: { arrived: "arrived", failed: "form", "limit-reached": "limit-reached", cancelled: "form" },
};

const PAIRS = Object.values(STATES).flatMap((state) => Object.values(EVENTS).map((event) => ({ state, event })));

test.each(PAIRS)("$state.name × $event.type", ({ state, event }) => {
  const next = transition(state, event);
  const leads = LEADS[state.name]?.[event.type];
  expect(next.name).toBe(leads ?? state.name);
  expect(next === state, "an event that is not expected changes nothing").toBe(leads === undefined);
});

test("a failure brings the form back with its error; a cancel brings it back without one", () => {
  const failure = { kind: "upload", refusal: "no-audio" } as const;
  expect(transition(STATES.sending, { type: "failed", failure })).toEqual({ name: "form", failure });
  expect(transition(STATES.sending, { type: "cancelled" })).toEqual({ name: "form", failure: null });
});

test("an upload that ended without a meeting is kept for somebody who closed its dialog, a limit as well as a failure", () => {
  const ended = (["failed", "limit-reached"] as const).map((type) => transition(STATES.sending, EVENTS[type]));
  expect(ended.map(hasStopped)).toEqual([true, true]);
  const others = [UPLOAD_IDLE, STATES.starting, STATES.sending, STATES.finishing, STATES.arrived];
  expect(others.map(hasStopped)).toEqual(others.map(() => false));
});

test("a new submit removes the message of the last one", () => {
  const failed: UploadState = { name: "form", failure: { kind: "connection" } };
  expect(transition(failed, EVENTS.submitted).name).toBe("starting");
});

test("when everything is sent the bar is full, whatever was reported last", () => {
  const next = transition(STATES.sending, { type: "sent" });
  expect(next).toMatchObject({ name: "finishing", meter: { sentBytes: 100 } });
});

const wayAfter = (...events: UploadEvent[]) => {
  const state = events.reduce(transition, STATES.sending);
  return state.name === "sending" ? state.way : null;
};
const went = (way: "parts" | "down" | "paused", at = 9): UploadEvent => ({ type: "went", way, at });

test("a file that is not sent in parts is never paused and never waits for a connection: it fails instead", () => {
  const whole = transition(STATES.starting, { type: "sending", meetId: "m", inParts: false, at: 1 });
  expect(transition(whole, went("paused"))).toBe(whole);
  expect(transition(whole, went("down"))).toBe(whole);
});

test("a pause interrupts the connection, and does not count as a broken one", () => {
  expect(wayAfter(went("paused"), went("down"))).toBe("paused");
  expect(wayAfter(went("down"), went("paused"))).toBe("paused");
  expect(wayAfter(went("paused"), went("parts"))).toBe("parts");
});

test("after a pause the rate is measured again, starting with the bytes sent so far", () => {
  const sent = transition(STATES.sending, { type: "progressed", sentBytes: 50, at: 5000 });
  const next = transition(transition(sent, went("paused", 6000)), went("parts", 90_000));
  expect(next).toMatchObject({ meter: { sentBytes: 50, markBytes: 50, startedAt: 90_000, bytesPerSecond: null } });
});

test("the sound has its own meter, and the video's begins when the sound is stored", () => {
  const going = transition(STATES.sending, { type: "sound", stage: "going", totalBytes: 10, at: 1 });
  const half = transition(going, { type: "progressed", sentBytes: 5, at: 2 });
  expect(half).toMatchObject({ sound: "going", meter: { totalBytes: 10, sentBytes: 5 } });
  const video = transition(half, { type: "sound", stage: "in", totalBytes: 100, at: 3 });
  expect(video).toMatchObject({ sound: "in", way: "parts", meter: { totalBytes: 100, sentBytes: 0, startedAt: 3 } });
});
