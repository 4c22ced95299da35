import { afterEach, expect, test, vi } from "vitest";
import { JOIN_RULE_DEFAULT } from "#app/domain/calendar/calendar.ts";
import { decideJoin } from "#app/domain/calendar/decide-join.ts";
import { STRICT_LINKS } from "#app/domain/meeting/link.ts";
import { googleCalendar } from "#app/server/adapters/calendars/google-calendar.ts";

/** The people of an event on one of a person's further calendars at Google: its organiser there is the calendar, and `self` too. */

afterEach(() => vi.restoreAllMocks());

test.each([
  ["owner", "internal", ["jo@acta.example"], "organiser"],
  ["owner", "internal", ["jo@other.example"], "rule-guests"],
  ["owner", "external", [], "rule-guests"],
  ["reader", "any", ["nora@acta.example"], "not-organiser"],
] as const)(
  "to the %s of the calendar, it is no guest where %s guests are wanted and %j are invited",
  async (accessRole, guests, invited, reason) => {
    const item = {
      id: "1",
      iCalUID: "1@google.com",
      summary: "Budget",
      hangoutLink: "https://meet.google.com/abc-defg-hij",
      start: { dateTime: "2026-11-24T08:00:00Z" },
      end: { dateTime: "2026-11-24T09:00:00Z" },
      organizer: { email: "c_1a2b@group.calendar.google.com", self: true },
      attendees: invited.map((email) => ({ email, responseStatus: "accepted" })),
    };
    vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({ accessRole, items: [item], nextSyncToken: "t" }));
    const client = googleCalendar({
      clientId: "id",
      clientSecret: "secret",
      localOrigin: null,
      redirectUri: "https://acta.example/back",
      links: STRICT_LINKS,
    });
    const page = await client.readPage("token", {
      providerCalendarId: "c_1a2b@group.calendar.google.com",
      window: { from: 0, to: 1 },
      cursor: { kind: "start" },
      own: "nora@acta.example",
      isMain: false,
    });
    const [event] = page.ok ? page.value.events : [];
    if (!event) throw new Error("no event");
    const context = { isActive: true, joins: true, switched: null, timeZone: "UTC", address: "nora@acta.example" };
    expect(decideJoin(event, { ...context, rule: { ...JOIN_RULE_DEFAULT, guests } }).reason).toBe(reason);
  },
);
