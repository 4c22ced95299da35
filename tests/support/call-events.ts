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
const news = { callId: CALL_ID, turn: 5, at: 4000 };

/** Each thing that can happen to a meeting at an online call; the news has turn 5. */
export const CALL_EVENTS: { [Type in CallEventType]: EventOf<Type> } = {
  "call-due": { type: "call-due", run: 1 },
  "call-joined": { type: "call-joined", run: 1, callId: CALL_ID },
  "call-refused": { type: "call-refused", run: 1, reason: "limit" },
  "asked-again": { type: "asked-again" },
  "call-changed": { type: "call-changed", place: { ...PLACE, roomKey: "xyz-xyzx-xyz" }, joinAt: null },
  cancelled: { type: "cancelled" },
  "call-door": { type: "call-door", news: { ...news, type: "door", door: "waiting" } },
  "call-recording": { type: "call-recording", news: { ...news, type: "recording", startedAt: 3900 } },
  "call-warning": { type: "call-warning", news: { ...news, type: "warning", warning: "silent" } },
  "call-people": {
    type: "call-people",
    news: { ...news, type: "people", count: 2, people: [{ id: "p1", name: "Vera", label: "Vera", spokenMs: 10 }] },
  },
  "call-requests": {
    type: "call-requests",
    news: {
      ...news,
      type: "requests",
      requests: [{ id: "r1", name: "Lucía Ferrer", email: "lucia@example.com", askedAt: 3900 }],
      guests: [],
    },
  },
  "call-moved": { type: "call-moved", news: { ...news, type: "moved" } },
  "call-window": {
    type: "call-window",
    news: {
      ...news,
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
  "call-stopping": { type: "call-stopping", news: { ...news, type: "stopping" } },
  "call-ended": {
    type: "call-ended",
    news: { ...news, type: "ended", end: "meeting-ended", durationMs: 60_000, gaps: [] },
  },
  "call-stored": {
    type: "call-stored",
    news: {
      ...news,
      type: "stored",
      key: "recordings/r/call-1.mp4",
      version: { sizeBytes: 9, etag: "e" },
      durationMs: 60_000,
    },
  },
  "call-rejected": { type: "call-rejected", news: { ...news, type: "rejected", reason: "denied" } },
  "call-failed": { type: "call-failed", news: { ...news, type: "failed", reason: "captcha" } },
};
