import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq, isNull } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { filteredList } from "#app/contracts/meeting/lists.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { PlayedCalendars } from "#tests/fakes/calendar-providers.ts";
import { standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { call, post } from "#tests/support/api.ts";
import { openCalendarStage } from "#tests/support/calendar-stage.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import type { PlayedPerson } from "#tests/support/calendar-consent.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listedEvents } from "#tests/support/listed-events.ts";

/** §3, §6: a meeting has a role, organizer or guest, and "Your role" in History lists by it. */

const db = openDatabase(env.DB);
const SOON = { timeout: 20_000, interval: 50 };
const MINUTE_MS = 60_000;
const SARA = { email: "sara@elsewhere.example", name: "Sara" };

let played: PlayedCalendars;
let people: PlayedPerson[];

beforeEach(() => {
  standInForRecorder();
  ({ played, people } = openCalendarStage());
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function person() {
  const { userId, cookie } = await signIn();
  const rows = () =>
    db
      .select()
      .from(meetings)
      .where(and(eq(meetings.createdBy, userId), isNull(meetings.deletedAt)));
  return {
    rows,
    /** An event in the person's calendar, which nobody has handed over yet. */
    async event(
      joinUrl: string,
      { inMs, isGuest, isSaid = false }: { inMs: number; isGuest: boolean; isSaid?: boolean },
    ) {
      const account = await openCalendarAccount({ played, people }, "google", userId);
      const own = { email: account.email, name: "Nora", response: "accepted" as const };
      played.state.addEvent(account.account, account.calendar, {
        startsAt: Date.now() + inMs,
        joinUrl,
        ...(isGuest && { organizer: SARA, guests: [own] }),
      });
      expect(await account.object.sync()).toBe("ok");
      if (isSaid) {
        // As a feed stores an event that names the person's own address.
        await runInDurableObject(account.object, (_object, { storage }) =>
          storage.sql.exec(
            "UPDATE events SET event = json_set(event, '$.isSaidOrganiser', json('true')), dirty = dirty + 1",
          ),
        );
        expect(await account.object.sync()).toBe("ok");
      }
      const mine = (await listedEvents(userId)).filter(({ accountId }) => accountId === account.accountId);
      return async () => {
        for (const { eventKey } of mine) await account.object.switchEvent(userId, eventKey, true);
        await account.object.handOver();
      };
    },
    async invite(meetExtUrl: string, inMs: number) {
      const answer = await post("/api/acta/init_call", cookie, {
        meetingName: "By hand",
        meetingDate: Date.now() + inMs,
        clientEmail: "nora@example.com",
        clientName: "Nora",
        meetExtUrl,
        meetLanguage: "en",
        templateId: null,
      });
      expect(answer.status).toBe(200);
    },
    async listed(role: string) {
      const answer = await call(`/api/acta/meetings?role=${role}`, { cookie });
      return filteredList.parse(await answer.json()).meetings.map((meeting) => meeting.role);
    },
  };
}

const room = (letter: string) => `https://meet.google.com/${letter.repeat(3)}-role-${letter.repeat(3)}`;

test.each([
  { isGuest: true, role: "guest", other: "organizer" },
  { isGuest: false, role: "organizer", other: "guest" },
])(
  "a meeting that a calendar plans has the $role's role, and its filter lists it",
  async ({ isGuest, role, other }) => {
    const nora = await person();
    await (await nora.event(room("a"), { inMs: 2 * MINUTE_MS, isGuest }))();
    await vi.waitFor(async () => expect(await nora.rows()).toMatchObject([{ source: "calendar", role }]), SOON);
    expect([await nora.listed(role), await nora.listed(other), await nora.listed("shared")]).toEqual([[role], [], []]);
  },
);

test("an invitation by hand to somebody else's event makes a guest, one without an event an organizer", async () => {
  const nora = await person();
  await nora.event(room("b"), { inMs: 40 * MINUTE_MS, isGuest: true });
  await nora.invite(room("b"), 41 * MINUTE_MS);
  await vi.waitFor(async () => expect(await nora.rows()).toMatchObject([{ source: "invite", role: "guest" }]), SOON);
  const otto = await person();
  await otto.invite(room("b"), 41 * MINUTE_MS);
  await vi.waitFor(
    async () => expect(await otto.rows()).toMatchObject([{ source: "invite", role: "organizer" }]),
    SOON,
  );
});

test("an invitation by hand to an event whose feed names the person as its organiser makes an organizer", async () => {
  const nora = await person();
  await nora.event(room("e"), { inMs: 40 * MINUTE_MS, isGuest: true, isSaid: true });
  await nora.invite(room("e"), 41 * MINUTE_MS);
  await vi.waitFor(
    async () => expect(await nora.rows()).toMatchObject([{ source: "invite", role: "organizer" }]),
    SOON,
  );
});

test("an event that comes after the invitation gives its role, and the person's words later keep it", async () => {
  const nora = await person();
  await nora.invite(room("c"), 2.5 * MINUTE_MS);
  await vi.waitFor(async () => expect(await nora.rows()).toMatchObject([{ role: "organizer" }]), SOON);
  await (await nora.event(room("c"), { inMs: 2.5 * MINUTE_MS, isGuest: true }))();
  await vi.waitFor(async () => expect(await nora.rows()).toMatchObject([{ title: "By hand", role: "guest" }]), SOON);

  const otto = await person();
  await (await otto.event(room("d"), { inMs: 2.5 * MINUTE_MS, isGuest: true }))();
  await vi.waitFor(async () => expect(await otto.rows()).toMatchObject([{ role: "guest" }]), SOON);
  await otto.invite(room("d"), 2.5 * MINUTE_MS);
  await vi.waitFor(
    async () => expect(await otto.rows()).toMatchObject([{ title: "By hand", source: "calendar", role: "guest" }]),
    SOON,
  );
});
