import type { CallId } from "#app/domain/ids.ts";
import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import type { EventOf, MeetingEventType } from "#app/domain/meeting/events.ts";

export const CALL_ID = "0123456789abcdefghjkmnpq" as CallId;

export const PLACE: CallFactPlace = {
  platform: "meet",
  roomKey: "abc-defg-hij",
  url: "https://meet.google.com/abc-defg-hij",
  link: "meet.google.com/abc-defg-hij",
  ownerFirstName: "Nora",
};

type CallEventType = Extract<MeetingEventType, `call-${string}` | "asked-again" | "cancelled">;
const published = { callId: CALL_ID, turn: 5, at: 4000 };

/** Each thing that can happen to a meeting at an online call; the published event has turn 5. */
export const CALL_EVENTS: { [Type in CallEventType]: EventOf<Type> } = {
  "call-due": { type: "call-due", run: 1 },
  "call-joined": { type: "call-joined", run: 1, callId: CALL_ID },
  "call-refused": { type: "call-refused", run: 1, reason: "limit" },
  "asked-again": { type: "asked-again" },
  "call-changed": { type: "call-changed", place: { ...PLACE, roomKey: "xyz-xyzx-xyz" }, joinAt: null },
  cancelled: { type: "cancelled" },
  "call-lobby": { type: "call-lobby", published: { ...published, type: "lobby", lobbyState: "waiting" } },
  "call-recording": { type: "call-recording", published: { ...published, type: "recording", startedAt: 3900 } },
  "call-warning": { type: "call-warning", published: { ...published, type: "warning", warning: "silent" } },
  "call-people": {
    type: "call-people",
    published: {
      ...published,
      type: "people",
      count: 2,
      people: [{ id: "p1", name: "Vera", label: "Vera", spokenMs: 10 }],
    },
  },
  "call-requests": {
    type: "call-requests",
    published: {
      ...published,
      type: "requests",
      requests: [{ id: "r1", name: "Lucía Ferrer", email: "lucia@example.com", askedAt: 3900 }],
      guests: [],
    },
  },
  "call-moved": { type: "call-moved", published: { ...published, type: "moved" } },
  "call-window": {
    type: "call-window",
    published: {
      ...published,
      type: "window",
      index: 2,
      startMs: 60_000,
      endMs: 90_000,
      audioStartMs: 58_000,
      audioEndMs: 90_000,
      silences: [],
      speakers: [],
    },
  },
  "call-stopping": { type: "call-stopping", published: { ...published, type: "stopping" } },
  "call-ended": {
    type: "call-ended",
    published: { ...published, type: "ended", end: "meeting-ended", durationMs: 60_000, gaps: [] },
  },
  "call-stored": {
    type: "call-stored",
    published: {
      ...published,
      type: "stored",
      key: "recordings/r/call-1.mp4",
      version: { sizeBytes: 9, etag: "e" },
      durationMs: 60_000,
    },
  },
  "call-rejected": { type: "call-rejected", published: { ...published, type: "rejected", reason: "denied" } },
  "call-failed": { type: "call-failed", published: { ...published, type: "failed", reason: "captcha" } },
};
