import { expect, test } from "vitest";
import { transition, UPLOAD_IDLE, type UploadEvent, type UploadState } from "#app/features/upload/upload-flow.ts";
import { startMeter } from "#app/features/upload/upload-meter.ts";

const meter = startMeter(100, 0);
const STATES: Record<UploadState["name"], UploadState> = {
  form: UPLOAD_IDLE,
  starting: { name: "starting", meter },
  sending: { name: "sending", meter },
  finishing: { name: "finishing", meter },
  arrived: { name: "arrived", meetId: "m" },
  "limit-reached": { name: "limit-reached" },
};
const EVENTS: Record<UploadEvent["type"], UploadEvent> = {
  submitted: { type: "submitted", totalBytes: 100, at: 0 },
  sending: { type: "sending", at: 1 },
  progressed: { type: "progressed", sentBytes: 50, at: 2 },
  ticked: { type: "ticked", at: 3 },
  sent: { type: "sent" },
  arrived: { type: "arrived", meetId: "m" },
  failed: { type: "failed", failure: { kind: "connection" } },
  "limit-reached": { type: "limit-reached" },
  cancelled: { type: "cancelled" },
};

/** Every state × event; what is not named here changes nothing. */
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

test("a failure brings the form back with what went wrong; cancelling brings it back without", () => {
  const failure = { kind: "upload", refusal: "no-audio" } as const;
  expect(transition(STATES.sending, { type: "failed", failure })).toEqual({ name: "form", failure });
  expect(transition(STATES.sending, { type: "cancelled" })).toEqual({ name: "form", failure: null });
});

test("a new submit takes the message of the last one away", () => {
  const failed: UploadState = { name: "form", failure: { kind: "connection" } };
  expect(transition(failed, EVENTS.submitted).name).toBe("starting");
});

test("when all is sent the bar is full, whatever was reported last", () => {
  const next = transition(STATES.sending, { type: "sent" });
  expect(next).toMatchObject({ name: "finishing", meter: { sentBytes: 100 } });
});
