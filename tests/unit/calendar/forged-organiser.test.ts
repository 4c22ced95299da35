import { afterEach, expect, test, vi } from "vitest";
import { JOIN_RULE_DEFAULT } from "#app/domain/calendar/calendar.ts";
import { decideJoin } from "#app/domain/calendar/decide-join.ts";
import type { CalendarEvent } from "#app/domain/calendar/event.ts";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { googleCalendar } from "#app/server/adapters/calendars/google-calendar.ts";
import { readIcsEvents } from "#app/server/adapters/calendars/ics-events.ts";
import { microsoftGraph } from "#app/server/adapters/calendars/microsoft-graph.ts";

/** An invitation that names the person as its organiser, as anybody can write one: Acta does not go into the stranger's call by itself. */

afterEach(() => vi.restoreAllMocks());

const OWN = "nora@acta.example";
const ROOM = "https://meet.google.com/abc-defg-hij";
const settings = {
  clientId: "id",
  clientSecret: "secret",
  localOrigin: null,
  redirectUri: "https://acta.example/back",
  links: STRICT_LINKS,
};
const asked = {
  providerCalendarId: "main",
  window: { from: 0, to: 1 },
  cursor: { kind: "start" } as const,
  own: OWN,
  isMain: true,
};

async function atGoogle(item: object): Promise<CalendarEvent[]> {
  const times = { start: { dateTime: "2026-11-24T08:00:00Z" }, end: { dateTime: "2026-11-24T09:00:00Z" } };
  const event = {
    id: "abc",
    summary: "Budget",
    hangoutLink: ROOM,
    organizer: { email: OWN, self: true },
    ...times,
    ...item,
  };
  vi.spyOn(globalThis, "fetch").mockResolvedValue(
    Response.json({ accessRole: "owner", items: [event], nextSyncToken: "t" }),
  );
  const page = await googleCalendar(settings).readPage("token", asked);
  return page.ok ? page.value.events : [];
}

async function atMicrosoft(item: object): Promise<CalendarEvent[]> {
  const times = { start: { dateTime: "2026-11-24T08:00:00" }, end: { dateTime: "2026-11-24T09:00:00" } };
  const organizer = { emailAddress: { address: OWN } };
  const event = {
    id: "abc",
    subject: "Budget",
    isOrganizer: true,
    organizer,
    location: { displayName: ROOM },
    ...times,
    ...item,
  };
  vi.spyOn(globalThis, "fetch").mockResolvedValue(
    Response.json({ value: [event], "@odata.deltaLink": "https://graph.microsoft.com/v1.0/since" }),
  );
  const page = await microsoftGraph(settings).readPage("token", asked);
  return page.ok ? page.value.events : [];
}

const inFeed =
  (isMine: boolean, ...lines: string[]) =>
  async () => {
    const event = ["BEGIN:VEVENT", "UID:a", "DTSTART:20261124T080000Z", `LOCATION:${ROOM}`, ...lines, "END:VEVENT"];
    const text = ["BEGIN:VCALENDAR", ...event, "END:VCALENDAR"].join("\r\n");
    const window = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 1) };
    return readIcsEvents(text, { window, own: OWN, isMine, timeZone: "UTC", links: STRICT_LINKS })?.events ?? [];
  };

const OUTLOOK_UID = `040000008200E00074C5B7101A82E008${"0".repeat(48)}1122`;
const NAMED = "ORGANIZER:mailto:nora@acta.example";

test.each<[where: string, read: () => Promise<CalendarEvent[]>, reason: string]>([
  ["an own event at Google", () => atGoogle({ iCalUID: "abc@google.com" }), "organiser"],
  ["an invitation from a program at Google", () => atGoogle({ iCalUID: "forged@stranger.example" }), "not-organiser"],
  ["an imported copy at Google", () => atGoogle({ iCalUID: "abc@google.com", privateCopy: true }), "not-organiser"],
  [
    "one without an organiser at Google",
    () => atGoogle({ iCalUID: "x@y.example", organizer: undefined, creator: { email: OWN } }),
    "not-organiser",
  ],
  ["an own event at Microsoft", () => atMicrosoft({ uid: OUTLOOK_UID }), "organiser"],
  ["an invitation from a program at Microsoft", () => atMicrosoft({ uid: "forged@stranger.example" }), "not-organiser"],
  [
    "one that names the person at Microsoft",
    () => atMicrosoft({ uid: OUTLOOK_UID, isOrganizer: false }),
    "not-organiser",
  ],
  ["an event of one's own feed", inFeed(true), "organiser"],
  ["one that names the person in one's own feed", inFeed(true, NAMED), "not-organiser"],
  ["an event of a feed that one follows", inFeed(false), "not-organiser"],
])("%s", async (_where, read, reason) => {
  const [event] = await read();
  if (!event) throw new Error("no event");
  const context = {
    isActive: true,
    joins: true,
    switched: null,
    timeZone: "UTC",
    address: OWN,
    rule: JOIN_RULE_DEFAULT,
  };
  expect(decideJoin(event, context).reason).toBe(reason);
  // The person can still have it recorded.
  expect(decideJoin(event, { ...context, switched: true }).reason).toBe("switched-on");
});

test("a meeting that Outlook called off is not joined in any calendar", async () => {
  const [google] = await atGoogle({ summary: "Canceled: Budget", transparency: "transparent" });
  const [microsoft] = await atMicrosoft({ subject: "Cancelado: Presupuesto", showAs: "free" });
  expect([google?.isCancelled, microsoft?.isCancelled]).toEqual([true, true]);
  const [kept] = await atGoogle({ summary: "Canceled: Budget" });
  expect(kept?.isCancelled).toBe(false);
});
