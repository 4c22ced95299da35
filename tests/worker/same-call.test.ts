import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { PlayedCalendars } from "#tests/fakes/calendar-providers.ts";
import { type RecorderStandIn, standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { call, post } from "#tests/support/api.ts";
import { openCalendarStage } from "#tests/support/calendar-stage.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import type { PlayedPerson } from "#tests/support/calendar-consent.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listedEvents } from "#tests/support/listed-events.ts";

/** One call of a person is one meeting and has one bot, by whatever ways they asked for it. */

const db = openDatabase(env.DB);
const SOON = { timeout: 20_000, interval: 50 };
const MINUTE_MS = 60_000;

let played: PlayedCalendars;
let people: PlayedPerson[];
let recorder: RecorderStandIn;

beforeEach(() => {
  recorder = standInForRecorder();
  ({ played, people } = openCalendarStage());
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function person() {
  const { userId, cookie } = await signIn();
  return {
    userId,
    async invite(meetExtUrl: string, inMs: number, over: Record<string, unknown> = {}) {
      const answer = await post("/api/acta/init_call", cookie, {
        meetingName: "By hand",
        meetingDate: Date.now() + inMs,
        clientEmail: "nora@example.com",
        clientName: "Nora",
        meetExtUrl,
        meetLanguage: "en",
        templateId: null,
        ...over,
      });
      expect(answer.status).toBe(200);
      const { meetId } = await answer.json<{ meetId: string }>();
      await listed(meetId);
      return meetId;
    },
    /** The event of the person's calendar after its hand-over. */
    async event(joinUrl: string, inMs: number) {
      const account = await openCalendarAccount({ played, people }, "google", userId);
      const startsAt = Date.now() + inMs;
      const event = played.state.addEvent(account.account, account.calendar, {
        title: "In the calendar",
        startsAt,
        joinUrl,
      });
      expect(await account.object.sync()).toBe("ok");
      await account.object.handOver();
      const row = (await listedEvents(userId)).find(({ accountId }) => accountId === account.accountId);
      if (row?.meetId) await listed(row.meetId);
      return { meetId: row?.meetId ?? null, account, event };
    },
    all: () =>
      db
        .select()
        .from(meetings)
        .where(and(eq(meetings.createdBy, userId), isNull(meetings.deletedAt))),
    cancel: (meetId: string) => call(`/api/acta/meetings/${meetId}/call/cancel`, { method: "POST", cookie }),
  };
}

const listed = (meetId: string) =>
  vi.waitFor(async () => expect(await db.select().from(meetings).where(eq(meetings.id, meetId))).toHaveLength(1), SOON);
const room = (letter: string) => `https://meet.google.com/${letter.repeat(3)}-same-${letter.repeat(3)}`;
const ordersOf = (part: string) => recorder.orders.filter(({ url }) => url.includes(part));

test.each([
  { title: "at once", byHand: 1, event: 2.5 },
  { title: "half an hour ahead, where it waits", byHand: -28, event: 2 },
])("an event adopts the meeting that its person has asked for by hand, $title", async ({ byHand, event }) => {
  const nora = await person();
  const link = room(byHand > 0 ? "a" : "b");
  const meetId = await nora.invite(link, byHand * MINUTE_MS);
  const known = await nora.event(link, event * MINUTE_MS);
  expect(known.meetId).toBe(meetId);
  expect(await nora.all()).toHaveLength(1);
  // It was asked for by hand, and goes on without the event.
  played.state.cancelEvent(known.account.calendar, known.event.id);
  expect(await known.account.object.sync()).toBe("ok");
  expect((await nora.all())[0]?.reason).toBeNull();
});

test("an invitation by hand takes the meeting of the calendar, with the person's words", async () => {
  const nora = await person();
  const { meetId } = await nora.event(room("c"), 2.9 * MINUTE_MS);
  expect(await nora.invite(room("c"), 1 * MINUTE_MS)).toBe(meetId);
  await vi.waitFor(
    async () => expect(await nora.all()).toMatchObject([{ title: "By hand", source: "calendar" }]),
    SOON,
  );
});

test("another room, another hour and another person are other meetings", async () => {
  const nora = await person();
  const meetId = await nora.invite(room("d"), 40 * MINUTE_MS);
  expect((await nora.event(room("d"), 2 * MINUTE_MS)).meetId).not.toBe(meetId);
  expect((await nora.event(room("e"), 2 * MINUTE_MS)).meetId).not.toBe(meetId);
  expect((await (await person()).event(room("d"), 2 * MINUTE_MS)).meetId).not.toBe(meetId);
});

test("links with the passcode and without lead a person's meetings to one bot, and another person's not", async () => {
  const nora = await person();
  const [bare, secret] = ["https://us02web.zoom.us/j/85512340001", "https://us02web.zoom.us/j/85512340001?pwd=xY9"];
  await nora.invite(secret, MINUTE_MS);
  await vi.waitFor(() => expect(ordersOf("85512340001")).toHaveLength(1), SOON);
  const second = await nora.invite(bare, MINUTE_MS);
  await vi.waitFor(
    async () => expect((await nora.all()).find(({ id }) => id === second)?.status).toBe("TORECORD"),
    SOON,
  );
  expect(ordersOf("85512340001")).toHaveLength(1);
  await (await person()).invite(bare, MINUTE_MS);
  await vi.waitFor(() => expect(ordersOf("85512340001")).toHaveLength(2), SOON);
});
