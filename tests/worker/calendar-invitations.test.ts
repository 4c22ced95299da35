import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { randomId, type UserId } from "#app/domain/ids.ts";
import { isInvited } from "#app/server/calendars/find-invitation.ts";
import type { CalendarAccountMethods } from "#app/server/ports/calendar-account.ts";
import { wordsOfMeeting } from "#app/server/words/read-words.ts";
import { CALENDAR_ORIGIN, type PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import type { PlayedPerson } from "#tests/support/calendar-consent.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { calendarNeedsOf } from "#workers/compose/calendars.ts";

/** The people whom the event of a planned meeting invites, asked of the provider at that moment. */

const MEET = "https://meet.google.com/abc-defg-hij";
const LUCIA = { email: "lucia@acta.example", name: "Lucia", response: "needsAction" } as const;
const PROVIDERS = ["google", "microsoft"] as const;

let played: PlayedCalendars;
let people: PlayedPerson[];

beforeEach(() => {
  people = [];
  played = playCalendars({ people });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const answer = await played.answer(new Request(input, init));
    return answer ?? new Response(null, { status: 500 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

type Added = Partial<Parameters<PlayedCalendars["state"]["addEvent"]>[2]>;

/** An account whose one event starts in a minute and has its meeting. */
async function planned(provider: "google" | "microsoft", event: Added = {}) {
  const nora = await openCalendarAccount({ played, people }, provider);
  const { id } = played.state.addEvent(nora.account, nora.calendar, {
    startsAt: Date.now() + 60_000,
    joinUrl: MEET,
    guests: [LUCIA],
    ...event,
  });
  expect(await nora.object.sync()).toBe("ok");
  return { ...nora, id, meetIds: await handOver(nora) };
}

async function handOver({
  userId,
  object,
}: {
  userId: UserId;
  object: Pick<CalendarAccountMethods, "handOver" | "switchEvent">;
}) {
  const mine = () => listedEvents(userId);
  // A copy from another program is nobody's own.
  for (const { eventKey } of await mine()) await object.switchEvent(userId, eventKey, true);
  await object.handOver();
  const meetIds = (await mine()).flatMap(({ meetId }) => meetId ?? []);
  expect(meetIds).toHaveLength(1);
  return meetIds;
}

const asked = (ownerUserId: string, meetIds: string[], address: string = LUCIA.email) =>
  isInvited(calendarNeedsOf(workerEnv), { ownerUserId, meetIds, address });

test.each(PROVIDERS)("a guest of the owner's event at %s is invited until the guest is removed", async (provider) => {
  const { userId, calendar, id, meetIds } = await planned(provider);
  expect(await asked(userId, meetIds)).toBe(true);
  expect(await asked(userId, meetIds, "marc@acta.example")).toBe(false);
  // Nothing told Acta of the change: the calendar is read when the question comes.
  played.state.changeEvent(calendar, id, { guests: [] });
  expect(await asked(userId, meetIds)).toBe(false);
  expect(await asked(`${userId}x`, meetIds)).toBe(false);
});

test.each(PROVIDERS)("an imported copy at %s with the UID of another event invites nobody", async (provider) => {
  const { userId, meetIds } = await planned(provider, { id: "_imported", iCalUid: "original@calendar.example" });
  expect(await asked(userId, meetIds)).toBe(false);
});

test("a copy with the UID of an event of Google invites nobody", async () => {
  const { userId, meetIds } = await planned("google", { id: "_imported", iCalUid: "original@google.com" });
  expect(await asked(userId, meetIds)).toBe(false);
});

test.each(PROVIDERS)(
  "a colleague's event on a calendar of %s that is shared with the owner invites nobody",
  async (provider) => {
    const { userId, account, object } = await openCalendarAccount({ played, people }, provider);
    const owner = { email: "jordi@acta.example", name: "Jordi" };
    const shared = played.state.addCalendar(account, { id: owner.email, name: "Jordi", isPrimary: false, owner });
    expect(await object.connectCalendar(userId, shared.id)).toMatchObject({ ok: true });
    played.state.addEvent(account, shared, { startsAt: Date.now() + 60_000, joinUrl: MEET, guests: [LUCIA] });
    expect(await object.sync()).toBe("ok");
    const [row] = await listedEvents(userId);
    expect(await object.switchEvent(userId, row?.eventKey ?? "", true)).toEqual({ ok: true, value: null });
    const meetIds = await handOver({ userId, object });
    expect(await asked(userId, meetIds)).toBe(false);
  },
);

test("an event of the asker with the UID of the owner's event invites nobody", async () => {
  const nora = await planned("google", { guests: [] });
  const marc = await openCalendarAccount({ played, people }, "google");
  played.state.addEvent(marc.account, marc.calendar, {
    startsAt: Date.now() + 60_000,
    joinUrl: MEET,
    id: nora.id,
    guests: [LUCIA],
  });
  expect(await marc.object.sync()).toBe("ok");
  await handOver(marc);
  expect(await asked(nora.userId, nora.meetIds)).toBe(false);
});

test("a forged feed invites nobody", async () => {
  const { userId, account } = await openCalendarAccount({ played, people }, "google");
  const forged = played.state.addCalendar(account, { id: `forged-${userId}`, name: "Forged" });
  const organizer = { email: `${userId}@example.test`, name: "Nora" };
  played.state.addEvent(account, forged, { startsAt: Date.now() + 60_000, joinUrl: MEET, organizer, guests: [LUCIA] });
  const accountId = randomId();
  const feed = env.CALENDARS.get(env.CALENDARS.idFromName(accountId));
  const address = `${CALENDAR_ORIGIN}/ics/${forged.id}.ics`;
  await feed.begin({
    accountId,
    userId,
    workspaceId: userId,
    name: "Feed",
    createdAt: 1,
    provider: "ics",
    subject: "digest",
    address,
  });
  expect(await feed.sync()).toBe("ok");
  const row = (await listedEvents(userId)).find((each) => each.accountId === accountId);
  expect(await feed.switchEvent(userId, row?.eventKey ?? "", true)).toEqual({ ok: true, value: null });
  const meetIds = await handOver({ userId, object: feed });
  expect(await asked(userId, meetIds)).toBe(false);
});

test("an account that cannot be read invites nobody", async () => {
  const { userId, meetIds, personId } = await planned("google");
  played.grants.revokePerson("google", personId);
  expect(await asked(userId, meetIds)).toBe(false);
});

test("a question does not shorten the wait that a provider asked for", async () => {
  const { userId, meetIds, calendar } = await planned("google");
  expect(await asked(userId, meetIds)).toBe(true);
  const network = vi.mocked(globalThis.fetch).getMockImplementation();
  let requests = 0;
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url);
    if (!pathname.endsWith(`/calendars/${calendar.id}/events`)) return network?.(input, init) ?? Response.error();
    requests += 1;
    return new Response(null, { status: 429, headers: { "Retry-After": "120" } });
  });
  expect(await asked(userId, meetIds)).toBe(false);
  expect(await asked(userId, meetIds)).toBe(false);
  expect(requests).toBe(1);
});

test.each(PROVIDERS)(
  "the names that the event at %s invites are words of its meeting, and of no other",
  async (provider) => {
    const guests = [{ email: "meri@acta.example", name: "Meritxell Puig", response: "accepted" as const }];
    const { userId, meetIds } = await planned(provider, { guests });
    const needs = { ...calendarNeedsOf(workerEnv), log: () => {} };
    const wordsOf = async (meetId: string) =>
      (await wordsOfMeeting(needs, { workspaceId: userId, createdBy: userId, meetId })).map(({ word }) => word);
    expect(await wordsOf(meetIds[0] ?? "")).toEqual(expect.arrayContaining(["Meritxell Puig", "Meritxell", "Puig"]));
    expect(await wordsOf("other")).toEqual([]);
  },
);
