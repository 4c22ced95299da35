import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  availableCalendarsAnswer,
  calendarsAnswer,
  changedCalendars,
  changedEvent,
  type UpcomingEvent,
  upcomingAnswer,
} from "#app/contracts/calendars.ts";
import { listedTemplate } from "#app/contracts/template/template-answers.ts";
import type { MeetId } from "#app/domain/ids.ts";
import {
  CALENDAR_ACCOUNTS_MAX,
  CALENDAR_JOIN_LEAD_MS,
  CALENDAR_REVOKE_TRIES_MAX,
  CALENDAR_STALE_MS,
  CALENDARS_MAX,
} from "#app/domain/limits/calendars.ts";
import { canSwitch } from "#app/features/calendars/agenda-items.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { calendarAccounts, calendars } from "#app/server/db/schema-calendars.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { CalendarAccountMethods } from "#app/server/ports/calendar-account.ts";
import type { PlayedCalendars } from "#tests/fakes/calendar-providers.ts";
import { type RecorderStandIn, standInForRecorder } from "#tests/fakes/recorder-server.ts";
import { call, ORIGIN, post } from "#tests/support/api.ts";
import { openCalendarStage } from "#tests/support/calendar-stage.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import { newcomer } from "#tests/support/calendar-consent.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { CalendarAccountObject } from "#workers/calendar/calendar-account-object.ts";
import type { CalendarDeps } from "#workers/calendar/deps.ts";
import { nextSyncAt, syncAfterFailureAt } from "#workers/calendar/next-sync.ts";
import { composeServices } from "#workers/compose.ts";
import { composeCalendar } from "#workers/compose/calendars.ts";
import { meetingStub } from "#workers/compose/objects.ts";
import type { Env } from "#workers/config.ts";
import { dueAccounts, joinCalendars, wakeLostAccounts } from "#workers/cron/join-calendars.ts";
import { applyEvent, readMeeting } from "#workers/meeting/store/store.ts";

/** Connected calendars, from the consent to the meeting. Only Google, Microsoft and the recorder stand in. */

const db = openDatabase(env.DB);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const SOON = { timeout: 30_000, interval: 100 };
const MEET = "https://meet.google.com/abc-defg-hij";

type Provider = "google" | "microsoft";
const person = (provider: Provider, personId: string) => ({
  provider,
  personId,
  name: "Nora Puig",
  email: `${personId}@acta.example`,
  subject: `${provider}-${personId}`,
});

let played: PlayedCalendars;
let recorder: RecorderStandIn;
let people: ReturnType<typeof person>[];

beforeEach(() => {
  recorder = standInForRecorder();
  ({ played, people } = openCalendarStage());
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A person who has connected an account, with the account's main calendar at the stand-in. */
async function connected(provider: Provider = "google", input: Parameters<typeof signIn>[0] = {}) {
  const nora = await signIn(input);
  return { ...nora, ...(await connect(nora, provider)) };
}

async function connect(
  { cookie, userId }: { cookie: string; userId: string },
  provider: Provider,
  unticked: string[] = [],
) {
  const who = person(provider, `${provider}-${crypto.randomUUID()}`);
  people.push(who);
  const account = played.accountOf(provider, who.personId);
  if (!account) throw new Error("the stand-in has no such person");
  const main = played.state.addCalendar(account, { id: `main-${who.personId}`, name: "Main" });
  const result = await consent(cookie, provider, who.personId, unticked);
  const [row] = await db
    .select()
    .from(calendarAccounts)
    .where(and(eq(calendarAccounts.userId, userId), eq(calendarAccounts.subject, who.subject)));
  const accountId = row?.id ?? "";
  const stub = env.CALENDARS.get(env.CALENDARS.idFromName(accountId));
  return { who, account, main, result, accountId, stub };
}

/** The form of the settings, and the way back from the provider. Redirects are looked at, not followed. */
const startConsent = (cookie: string, provider: Provider) =>
  exports.default.fetch(`${ORIGIN}/api/acta/calendar-accounts/connect/${provider}`, {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
    body: "returnTo=%2Fsettings",
    redirect: "manual",
  });
const comeBack = async (cookie: string, address: string) =>
  (await exports.default.fetch(address, { headers: { Cookie: cookie }, redirect: "manual" })).headers.get("Location");

async function consent(cookie: string, provider: Provider, personId: string, unticked: string[] = []) {
  const started = await startConsent(cookie, provider);
  expect(started.status).toBe(303);
  return comeBack(cookie, played.consent(started.headers.get("Location") ?? "", personId, unticked));
}

const services = () => composeServices(env as unknown as Env, () => undefined);
const events = async (cookie: string): Promise<UpcomingEvent[]> =>
  upcomingAnswer.parse(await (await call(`/api/acta/calendar-events?from=${Date.now() - HOUR_MS}`, { cookie })).json())
    .events;
const integrations = async (cookie: string) =>
  calendarsAnswer.parse(await (await call("/api/acta/calendars", { cookie })).json());
const meetingsOf = (userId: string) => db.select().from(meetings).where(eq(meetings.createdBy, userId));

test.each(["google", "microsoft"] as const)(
  "an account of %s is connected, and its events are read",
  async (provider) => {
    const nora = await connected(provider);
    expect(nora.result).toBe("/settings?calendar=connected");
    played.state.addEvent(nora.account, nora.main, { title: "Budget", startsAt: Date.now() + HOUR_MS, joinUrl: MEET });
    expect(await nora.stub.sync()).toBe("ok");
    const { calendar_integrations } = await integrations(nora.cookie);
    expect(calendar_integrations).toMatchObject([
      {
        provider,
        accounts: [{ state: "ok", calendars: [{ active: true, visible: true, name: "Main", primary: true }] }],
      },
    ]);
    expect(await events(nora.cookie)).toMatchObject([
      { title: "Budget", joins: true, reason: "organiser", platform: "meet", is_organiser: true },
    ]);
  },
);

test("the token is stored encrypted, and D1 has none", async () => {
  const nora = await connected();
  const stored = await runInDurableObject(nora.stub, (_object, state) =>
    state.storage.sql.exec<{ secret: string }>("SELECT secret FROM account").one(),
  );
  expect(stored.secret).toMatch(/^v1\./);
  expect(stored.secret).not.toContain("refresh");
});

test("a permission that was unticked is told, and nothing is connected", async () => {
  const nora = await signIn();
  const scope = "https://www.googleapis.com/auth/calendar.events.readonly";
  const { result } = await connect(nora, "google", [scope]);
  expect(result).toBe("/settings?calendar=scopes-missing");
  expect((await integrations(nora.cookie)).calendar_integrations).toEqual([]);
});

test("the consent of another session is refused", async () => {
  const [nora, eve] = [await signIn(), await signIn()];
  const who = person("google", crypto.randomUUID());
  people.push(who);
  const started = await startConsent(nora.cookie, "google");
  const back = played.consent(started.headers.get("Location") ?? "", who.personId);
  expect(await comeBack(eve.cookie, back)).toBe("/settings?calendar=expired");
  expect((await integrations(eve.cookie)).calendar_integrations).toEqual([]);
});

test("calendars are connected, deactivated, activated and hidden (§7)", async () => {
  const nora = await connected("microsoft");
  await nora.stub.sync();
  played.state.addCalendar(nora.account, { id: "team", name: "Team" });
  const path = `/api/acta/calendar-accounts/${nora.accountId}/available-calendars`;
  const available = availableCalendarsAnswer.parse(await (await call(path, { cookie: nora.cookie })).json());
  expect(available.available_calendars).toMatchObject([
    { name: "Main", active: true },
    { id: null, provider_calendar_id: "team", account_id: nora.accountId, name: "Team", active: false },
  ]);
  const added = await post("/api/acta/connect-calendar/outlook", nora.cookie, {
    provider_calendar_id: "team",
    account_id: nora.accountId,
  });
  const [team] = changedCalendars.parse(await added.json()).calendars;
  expect(team).toMatchObject({ active: true, name: "Team" });
  const ids = [team?.id];
  const removed = await call("/api/acta/calendar-setup/outlook", {
    method: "DELETE",
    cookie: nora.cookie,
    json: { calendar_ids: ids },
  });
  expect(await removed.json()).toMatchObject({ calendars: [{ active: false }] });
  const shown = await call("/api/acta/calendar-visibility", {
    method: "PUT",
    cookie: nora.cookie,
    json: { calendar_ids: ids, visible: false },
  });
  expect(await shown.json()).toMatchObject({ calendars: [{ active: false, visible: false }] });
  const again = await post("/api/acta/connect-calendar/microsoft", nora.cookie, { calendar_id: team?.id });
  expect(await again.json()).toMatchObject({ calendars: [{ active: true }] });
});

test("calendars are activated together, and none of them if one is not the person's", async () => {
  const [nora, eve] = [await connected(), await connected()];
  const ids: string[] = [];
  for (const name of ["Team", "Board", "Club"]) {
    const { id } = played.state.addCalendar(nora.account, { id: `${name}-${crypto.randomUUID()}`, name });
    const json = { provider_calendar_id: id, account_id: nora.accountId };
    const added = await post("/api/acta/connect-calendar/google", nora.cookie, json);
    ids.push(...changedCalendars.parse(await added.json()).calendars.map((calendar) => calendar.id));
  }
  const activate = (calendar_ids: string[], provider = "google") =>
    post(`/api/acta/connect-calendar/${provider}`, nora.cookie, { calendar_ids });
  const states = async () => {
    const { calendar_integrations } = await integrations(nora.cookie);
    return calendar_integrations.flatMap(({ accounts }) =>
      accounts.flatMap(({ calendars: own }) => own.filter(({ id }) => ids.includes(id)).map(({ active }) => active)),
    );
  };
  const json = { calendar_ids: ids };
  expect((await call("/api/acta/calendar-setup/google", { method: "DELETE", cookie: nora.cookie, json })).status).toBe(
    200,
  );
  expect(await states()).toEqual([false, false, false]);
  const [foreign] = await db.select().from(calendars).where(eq(calendars.userId, eve.userId));
  expect((await activate([...ids, foreign?.id ?? ""])).status).toBe(404);
  expect((await activate(ids, "microsoft")).status).toBe(404);
  expect((await activate(Array.from({ length: CALENDARS_MAX + 1 }, (_id, index) => `${index}`))).status).toBe(422);
  expect(await states()).toEqual([false, false, false]);
  const answer = await activate(ids);
  const { calendars: activated } = changedCalendars.parse(await answer.json());
  expect(new Map(activated.map(({ id, active }) => [id, active]))).toEqual(new Map(ids.map((id) => [id, true])));
  expect(await states()).toEqual([true, true, true]);
});

/** A further calendar at the stand-in, connected, with a rule that also joins accepted invitations. */
async function connectFurther(
  nora: Awaited<ReturnType<typeof connected>>,
  provider: Provider,
  given: { id: string; owner?: { email: string; name: string } },
) {
  const calendar = played.state.addCalendar(nora.account, { name: given.id, isPrimary: false, ...given });
  const body = { provider_calendar_id: calendar.id, account_id: nora.accountId };
  const added = await post(`/api/acta/connect-calendar/${provider}`, nora.cookie, body);
  const [view] = changedCalendars.parse(await added.json()).calendars;
  const json = { rule: { accepted: true, guests: "any", skipTitles: [], hours: null } };
  const path = `/api/acta/calendars/${view?.id}`;
  expect((await call(path, { method: "PATCH", cookie: nora.cookie, json })).status).toBe(200);
  return calendar;
}

test.each(["google", "microsoft"] as const)(
  "on a colleague's shared calendar of %s the colleague is not taken for the person",
  async (provider) => {
    const nora = await connected(provider);
    const me = { email: nora.who.email, name: nora.who.name };
    const jordi = { email: "jordi@acta.example", name: "Jordi Vila" };
    const shared = await connectFurther(nora, provider, { id: jordi.email, owner: jordi });
    const own = await connectFurther(nora, provider, { id: "c_1a2b@group.calendar.google.com" });
    const startsAt = Date.now() + HOUR_MS;
    const add = (
      calendar: typeof own,
      title: string,
      more: Partial<Parameters<PlayedCalendars["state"]["addEvent"]>[2]>,
    ) => played.state.addEvent(nora.account, calendar, { title, startsAt, joinUrl: MEET, ...more });
    const sara = { email: "sara@harbour.example", name: "Sara Lind" };
    const jordiComes = { ...jordi, response: "accepted" } as const;
    const invited = [jordiComes, { ...me, response: "needsAction" }] as const;
    add(shared, "colleague organises", { guests: invited });
    add(shared, "colleague accepted", { organizer: sara, guests: invited });
    add(shared, "both accepted", { organizer: sara, guests: [jordiComes, { ...me, response: "accepted" }] });
    add(shared, "person organises", { organizer: me, guests: [jordiComes] });
    add(own, "own calendar", provider === "google" ? { organizer: { email: own.id, name: "Own" } } : {});
    expect(await nora.stub.sync()).toBe("ok");
    const rows = await listedEvents(nora.userId);
    expect(Object.fromEntries(rows.map(({ title, reason }) => [title, reason]))).toEqual({
      "colleague organises": "not-accepted",
      "colleague accepted": "not-accepted",
      "both accepted": "accepted",
      // Microsoft does not vouch for whom an event on somebody else's calendar names as its organiser.
      "person organises": provider === "google" ? "organiser" : "not-accepted",
      "own calendar": "organiser",
    });
  },
);

test("a change that D1 does not take at once is answered as the account has it, and D1 gets it later", async () => {
  const nora = await connected();
  await nora.stub.sync();
  const readCalendar = async () =>
    (await integrations(nora.cookie)).calendar_integrations[0]?.accounts[0]?.calendars[0];
  const id = (await readCalendar())?.id;
  await env.DB.prepare(
    `CREATE TRIGGER refuses BEFORE UPDATE ON calendars WHEN new.id = '${id}' BEGIN SELECT raise(ABORT, 'D1 refuses'); END`,
  ).run();
  const asked = { method: "DELETE", cookie: nora.cookie, json: { calendar_ids: [id] } };
  const removed = await call("/api/acta/calendar-setup/google", asked);
  await env.DB.prepare("DROP TRIGGER refuses").run();
  expect(removed.status).toBe(200);
  expect(await removed.json()).toMatchObject({ calendars: [{ id, name: "Main", active: false }] });
  await nora.stub.sync();
  expect(await readCalendar()).toMatchObject({ active: false });
});

test("the template of a calendar cannot be deleted, its meetings get it, and it can be switched", async () => {
  const nora = await connected();
  played.state.addEvent(nora.account, nora.main, { title: "Kick-off", startsAt: Date.now() + 50_000, joinUrl: MEET });
  await nora.stub.sync();
  const { calendar_integrations } = await integrations(nora.cookie);
  const calendarId = calendar_integrations[0]?.accounts[0]?.calendars[0]?.id ?? "";
  const settings = (template_id: string | null) =>
    call(`/api/acta/calendars/${calendarId}`, { method: "PATCH", cookie: nora.cookie, json: { template_id } });
  expect((await settings("nothing")).status).toBe(422);
  const field = { key: "topics", title: "Topics", prompt: "The topics of the talk.", type: "customBullets" };
  const made = await post("/api/acta/templates", nora.cookie, {
    saveId: "save-of-a-calendar",
    name: "Weekly",
    description: null,
    fields: [field],
  });
  const { id } = listedTemplate.parse(await made.json());
  expect((await settings(id)).status).toBe(200);
  const refused = await call(`/api/acta/templates/${id}`, { method: "DELETE", cookie: nora.cookie });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ usage: { calendars: 1, listedCalendars: [{ name: "Main" }] } });
  await joinCalendars(services());
  await vi.waitFor(async () => expect(await meetingsOf(nora.userId)).toMatchObject([{ templateId: id }]), SOON);

  // At the same moment one of the two comes first, and the other is refused.
  for (let round = 0; round < 8; round += 1) {
    const raced = { saveId: `save-raced-${round}`, name: `Raced ${round}`, description: null, fields: [field] };
    const { id: racedId } = listedTemplate.parse(await (await post("/api/acta/templates", nora.cookie, raced)).json());
    const [set, gone] = await Promise.all([
      settings(racedId),
      call(`/api/acta/templates/${racedId}`, { method: "DELETE", cookie: nora.cookie }),
    ]);
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([set.status, gone.status]);
  }
  expect((await settings(id)).status).toBe(200);
  await post(`/api/acta/templates/${id}/switch`, nora.cookie, { to: null });
  // Basic system, and not whatever the person's default is.
  expect((await integrations(nora.cookie)).calendar_integrations[0]?.accounts[0]?.calendars[0]).toMatchObject({
    template_id: "system",
  });
});

test.each([
  ["Basic system", "system", null],
  ["no template of its own", null, "system-sales-discovery"],
])(
  "a calendar with %s plans its meetings so, whatever the person's default is",
  async (_choice, template_id, expected) => {
    const nora = await connected();
    await db.update(users).set({ defaultTemplateId: "system-sales-discovery" }).where(eq(users.id, nora.userId));
    played.state.addEvent(nora.account, nora.main, { title: "Kick-off", startsAt: Date.now() + 50_000, joinUrl: MEET });
    await nora.stub.sync();
    const calendarId = (await integrations(nora.cookie)).calendar_integrations[0]?.accounts[0]?.calendars[0]?.id;
    const asked = { method: "PATCH", cookie: nora.cookie, json: { template_id } };
    expect((await call(`/api/acta/calendars/${calendarId}`, asked)).status).toBe(200);
    await joinCalendars(services());
    await vi.waitFor(async () => expect(await meetingsOf(nora.userId)).toMatchObject([{ templateId: expected }]), SOON);
  },
);

test("a calendar of somebody else is not found, and the failure has its text in detail", async () => {
  const [nora, eve] = [await connected(), await signIn()];
  await nora.stub.sync();
  const { calendar_integrations } = await integrations(nora.cookie);
  const calendarId = calendar_integrations[0]?.accounts[0]?.calendars[0]?.id ?? "";
  const refusals = await Promise.all([
    call("/api/acta/calendar-setup/google", {
      method: "DELETE",
      cookie: eve.cookie,
      json: { calendar_ids: [calendarId] },
    }),
    post("/api/acta/connect-calendar/google", eve.cookie, { calendar_id: calendarId }),
    call("/api/acta/calendar-visibility", {
      method: "PUT",
      cookie: eve.cookie,
      json: { calendar_ids: [calendarId], visible: false },
    }),
    call(`/api/acta/calendars/${calendarId}`, { method: "PATCH", cookie: eve.cookie, json: { joins: false } }),
    call(`/api/acta/calendar-accounts/${nora.accountId}`, { method: "DELETE", cookie: eve.cookie }),
    call(`/api/acta/calendar-accounts/${nora.accountId}/available-calendars`, { cookie: eve.cookie }),
  ]);
  for (const refusal of refusals) {
    expect(refusal.status).toBe(404);
    expect(await refusal.json()).toMatchObject({ detail: expect.stringMatching(/^Error /) });
  }
});

test("the cron hands a due event over once, and its meeting joins the call", async () => {
  const nora = await connected();
  played.state.addEvent(nora.account, nora.main, { title: "Kick-off", startsAt: Date.now() + 50_000, joinUrl: MEET });
  await nora.stub.sync();
  expect(await joinCalendars(services())).toEqual({ due: 1, handed: 1 });
  await vi.waitFor(() => expect(recorder.orders).toHaveLength(1), SOON);
  await vi.waitFor(async () => {
    expect(await meetingsOf(nora.userId)).toMatchObject([{ title: "Kick-off", source: "calendar", platform: "meet" }]);
  }, SOON);
  expect(await joinCalendars(services())).toEqual({ due: 0, handed: 0 });
  await nora.stub.sync();
  expect(await joinCalendars(services())).toEqual({ due: 0, handed: 0 });
  expect((await events(nora.cookie))[0]?.meet_id).not.toBeNull();
});

test.each([
  ["an event in two calendars of a person is", "same-uid"],
  ["two events of a person in one room at one time, as of an invitation to two addresses, are", "same-uid:other"],
])("%s one meeting", async (_what, otherUid) => {
  const nora = await connected();
  const second = await connect(nora, "google");
  const startsAt = Date.now() + 90_000;
  const event = { title: "Twice", startsAt, joinUrl: MEET, iCalUid: "same-uid" };
  played.state.addEvent(nora.account, nora.main, event);
  played.state.addEvent(second.account, second.main, { ...event, iCalUid: otherUid });
  // The room's next meeting is another call.
  played.state.addEvent(nora.account, nora.main, { title: "Next", startsAt: startsAt + MINUTE_MS, joinUrl: MEET });
  await Promise.all([nora.stub.sync(), second.stub.sync()]);
  await switchAllOn(nora, [nora.stub, second.stub]);
  expect(await joinCalendars(services())).toEqual({ due: 2, handed: 3 });
  await vi.waitFor(async () => {
    const made = (await meetingsOf(nora.userId)).map(({ title }) => title);
    expect(made.toSorted()).toEqual(["Next", "Twice"]);
  }, SOON);
  const rows = await listedEvents(nora.userId);
  expect(new Set(rows.map(({ meetId }) => meetId)).size).toBe(2);
});

/** When the cron looks after the account next, as D1 has it. */
async function joinAtOf({ accountId }: { accountId: string }): Promise<number | null> {
  const [row] = await db.select().from(calendarAccounts).where(eq(calendarAccounts.id, accountId));
  return row?.joinAt ?? null;
}

/** An event with the UID of another program is nobody's own: the person switches it on. */
async function switchAllOn(
  { userId }: { userId: string },
  stubs: readonly Pick<CalendarAccountMethods, "switchEvent">[],
) {
  const rows = await listedEvents(userId);
  for (const stub of stubs) for (const { eventKey } of rows) await stub.switchEvent(userId, eventKey, true);
}

test("a meeting stays as long as one of the person's accounts joins its event", async () => {
  const nora = await connected();
  const second = await connect(nora, "microsoft");
  const event = { title: "Twice", startsAt: Date.now() + 110_000, joinUrl: MEET, iCalUid: crypto.randomUUID() };
  const ofSecond = played.state.addEvent(second.account, second.main, event);
  played.state.addEvent(nora.account, nora.main, event);
  await Promise.all([nora.stub.sync(), second.stub.sync()]);
  await switchAllOn(nora, [nora.stub, second.stub]);
  expect(await joinCalendars(services())).toEqual({ due: 2, handed: 2 });
  await nora.stub.disconnect(nora.userId);
  expect(await meetingsOf(nora.userId)).toMatchObject([{ title: "Twice", deletedAt: null, reason: null }]);
  played.state.cancelEvent(second.main, ofSecond.id);
  await second.stub.sync();
  await vi.waitFor(async () => expect(await meetingsOf(nora.userId)).toMatchObject([{ reason: "cancelled" }]), SOON);
});

test("an event that was cancelled or moved since the cron read it is not joined", async () => {
  const nora = await connected();
  const [gone, moved] = ["Gone", "Moved"].map((title) =>
    played.state.addEvent(nora.account, nora.main, { title, startsAt: Date.now() + 90_000, joinUrl: MEET }),
  );
  await nora.stub.sync();
  played.state.cancelEvent(nora.main, gone?.id ?? "");
  played.state.changeEvent(nora.main, moved?.id ?? "", { startsAt: Date.now() + HOUR_MS });
  await nora.stub.sync();
  expect(await nora.stub.handOver()).toBe(0);
  expect(await meetingsOf(nora.userId)).toEqual([]);
});

test("a person without a recording left gets no meeting, and is told beforehand", async () => {
  const nora = await connected();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 15)
     INSERT INTO usage_ledger (meet_id, kind, workspace_id, state, reserved_at, updated_at)
     SELECT 'used-' || ?1 || i, 'recording', ?1, 'counted', 1, 1 FROM n`,
  )
    .bind(nora.userId)
    .run();
  played.state.addEvent(nora.account, nora.main, { title: "Full", startsAt: Date.now() + 90_000, joinUrl: MEET });
  await nora.stub.sync();
  expect(await events(nora.cookie)).toMatchObject([{ joins: false, reason: "limit-reached" }]);
  expect(await joinCalendars(services())).toEqual({ due: 1, handed: 0 });
  expect(await meetingsOf(nora.userId)).toEqual([]);
  // In the next minute, events that have not had their turn come first.
  expect((await joinAtOf(nora)) ?? 0).toBeGreaterThan(Date.now() + 10_000);
  expect((await dueAccounts(db, Date.now() + MINUTE_MS)).map(({ id }) => id)).toContain(nora.accountId);
  // It is tried again each minute while it is due, also for the tests after this one.
  await nora.stub.disconnect(nora.userId);
});

test("one event is switched off and on again, and all are switched off at once", async () => {
  const nora = await connected();
  played.state.addEvent(nora.account, nora.main, { title: "Maybe", startsAt: Date.now() + 90_000, joinUrl: MEET });
  await nora.stub.sync();
  const [event] = await events(nora.cookie);
  const path = `/api/acta/calendar-events/${event?.id}/joining`;
  const switched = async (joins: boolean | null) =>
    (await call(path, { method: "PUT", cookie: nora.cookie, json: { joins } })).json();
  expect(await switched(false)).toMatchObject({ event: { joins: false, reason: "switched-off", switched: false } });
  expect(await joinCalendars(services())).toEqual({ due: 0, handed: 0 });
  expect(await switched(null)).toMatchObject({ event: { joins: true, reason: "organiser", switched: null } });
  await call("/api/acta/calendar-preferences", { method: "PATCH", cookie: nora.cookie, json: { joins: false } });
  expect(await events(nora.cookie)).toMatchObject([{ joins: false, reason: "all-off" }]);
  expect(await joinCalendars(services())).toEqual({ due: 1, handed: 0 });
});

test("a meeting that was handed over is cancelled when all are switched off, and planned again when all are on", async () => {
  const nora = await connected();
  played.state.addEvent(nora.account, nora.main, { title: "All off", startsAt: Date.now() + 110_000, joinUrl: MEET });
  await nora.stub.sync();
  expect(await joinCalendars(services())).toMatchObject({ handed: 1 });
  await vi.waitFor(async () => expect(await meetingsOf(nora.userId)).toHaveLength(1), SOON);
  const switchAll = (joins: boolean) =>
    call("/api/acta/calendar-preferences", { method: "PATCH", cookie: nora.cookie, json: { joins } });
  expect((await switchAll(false)).status).toBe(200);
  await vi.waitFor(
    async () => expect(await meetingsOf(nora.userId)).toMatchObject([{ status: "REJECTED", reason: "cancelled" }]),
    SOON,
  );
  expect(await events(nora.cookie)).toMatchObject([{ joins: false, reason: "all-off", switched: null, meet_id: null }]);
  expect(await joinCalendars(services())).toMatchObject({ handed: 0 });
  expect((await switchAll(true)).status).toBe(200);
  // An event that was refused is due again with the next minute's query.
  const nextMinute = { ...services(), now: () => Date.now() + MINUTE_MS };
  await vi.waitFor(async () => expect(await joinCalendars(nextMinute)).toMatchObject({ handed: 1 }), SOON);
  expect(await events(nora.cookie)).toMatchObject([{ joins: true, reason: "organiser", meet_id: expect.any(String) }]);
  await nora.stub.disconnect(nora.userId);
});

test("a planned meeting follows its event, and is cancelled with it", async () => {
  const nora = await connected();
  const startsAt = Date.now() + 110_000;
  const event = played.state.addEvent(nora.account, nora.main, { title: "Here", startsAt, joinUrl: MEET });
  await nora.stub.sync();
  await joinCalendars(services());
  played.state.changeEvent(nora.main, event.id, { title: "There", startsAt: startsAt + 2 * HOUR_MS });
  await nora.stub.sync();
  await vi.waitFor(
    async () =>
      expect(await meetingsOf(nora.userId)).toMatchObject([{ title: "There", startsAt: startsAt + 2 * HOUR_MS }]),
    SOON,
  );
  played.state.cancelEvent(nora.main, event.id);
  await nora.stub.sync();
  await vi.waitFor(
    async () => expect(await meetingsOf(nora.userId)).toMatchObject([{ status: "REJECTED", reason: "cancelled" }]),
    SOON,
  );
});

test("an event that is switched off while it is recorded says that it is recorded, and has no switch", async () => {
  const nora = await connected();
  played.state.addEvent(nora.account, nora.main, { title: "Here", startsAt: Date.now() + 110_000, joinUrl: MEET });
  await nora.stub.sync();
  expect(await joinCalendars(services())).toMatchObject({ handed: 1 });
  const [joined] = await events(nora.cookie);
  const meetId = joined?.meet_id ?? "";
  expect(joined).toMatchObject({ joins: true, recording: null });
  await runInDurableObject(env.MEETINGS.get(env.MEETINGS.idFromName(meetId)), (_object, { storage }) => {
    storage.sql.exec("UPDATE meeting SET state = json_set(state, '$.status', 'RECORDING')");
  });
  await meetingStub(workerEnv, meetId as MeetId).setRetention(null);
  await vi.waitFor(async () => expect(await meetingsOf(nora.userId)).toMatchObject([{ status: "RECORDING" }]), SOON);
  const switched = async (joins: boolean) => {
    const path = `/api/acta/calendar-events/${joined?.id}/joining`;
    const answer = await call(path, { method: "PUT", cookie: nora.cookie, json: { joins } });
    return changedEvent.parse(await answer.json()).event;
  };
  const off = await switched(false);
  expect(off).toMatchObject({ joins: false, reason: "switched-off", meet_id: meetId, recording: "running" });
  expect(canSwitch(off)).toBe(false);
  expect(await switched(true)).toMatchObject({ joins: true, meet_id: meetId, recording: "running" });
  // The same meeting again, not a second bot.
  expect(await joinCalendars(services())).toMatchObject({ handed: 1 });
  expect(await events(nora.cookie)).toMatchObject([{ joins: true, meet_id: meetId }]);
});

test("an event whose meeting the person cancelled or deleted is not told as joined, and has no switch", async () => {
  const nora = await connected();
  played.state.addEvent(nora.account, nora.main, { title: "Off", startsAt: Date.now() + 110_000, joinUrl: MEET });
  await nora.stub.sync();
  await joinCalendars(services());
  const meetId = await vi.waitFor(async () => {
    const [made] = await meetingsOf(nora.userId);
    if (!made) throw new Error("no meeting yet");
    return made.id;
  }, SOON);
  expect(await events(nora.cookie)).toMatchObject([{ joins: true, reason: "organiser", meet_id: meetId }]);
  await meetingStub(workerEnv, meetId as MeetId).cancel();
  await vi.waitFor(async () => expect(await meetingsOf(nora.userId)).toMatchObject([{ reason: "cancelled" }]), SOON);
  const [cancelled] = await events(nora.cookie);
  expect(cancelled).toMatchObject({ joins: false, reason: "cancelled", meet_id: meetId });
  expect(cancelled && canSwitch(cancelled)).toBe(false);
  expect((await call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie: nora.cookie })).ok).toBe(true);
  expect(await events(nora.cookie)).toMatchObject([{ joins: false, reason: "cancelled", meet_id: null }]);
});

/** Time passes for the events of an account. */
async function passTime({ stub }: { stub: DurableObjectStub }, ms: number) {
  await runInDurableObject(stub, (_object, { storage }) => {
    storage.sql.exec(
      `UPDATE events SET starts_at = starts_at - ?1, handed_at = handed_at - ?1,
         event = json_set(event, '$.startsAt', json_extract(event, '$.startsAt') - ?1)`,
      ms,
    );
  });
}

test("a bot that still waits to be let in is not called off by a change of its calendar's settings", async () => {
  const nora = await connected();
  const startsAt = Date.now() + 60_000;
  played.state.addEvent(nora.account, nora.main, { title: "Slow start", startsAt, joinUrl: MEET });
  await nora.stub.sync();
  await joinCalendars(services());
  await passTime(nora, 15 * MINUTE_MS);
  const calendarId = (await integrations(nora.cookie)).calendar_integrations[0]?.accounts[0]?.calendars[0]?.id;
  const json = { language: "es" };
  expect((await call(`/api/acta/calendars/${calendarId}`, { method: "PATCH", cookie: nora.cookie, json })).status).toBe(
    200,
  );
  await nora.stub.sync();
  const meetId = (await meetingsOf(nora.userId))[0]?.id ?? "";
  const status = await runInDurableObject(
    env.MEETINGS.get(env.MEETINGS.idFromName(meetId)),
    (_object, { storage }) => readMeeting(storage.sql)?.alive?.state.status,
  );
  expect(["SCHEDULE", "TORECORD"]).toContain(status);
  expect(await events(nora.cookie)).toMatchObject([{ meet_id: expect.any(String) }]);
});

test.each([
  ["is joined then", "limit", { meetId: null }],
  ["is left alone where the person cancelled it", "cancelled", { meetId: expect.any(String) }],
] as const)("an event that is moved by hours after its call was over %s", async (_what, reason, expected) => {
  const nora = await connected();
  const startsAt = Date.now() + 60_000;
  const event = played.state.addEvent(nora.account, nora.main, { title: "Postponed", startsAt, joinUrl: MEET });
  await nora.stub.sync();
  await joinCalendars(services());
  const meetId = await vi.waitFor(async () => {
    const [made] = await meetingsOf(nora.userId);
    if (!made) throw new Error("no meeting yet");
    return made.id;
  }, SOON);
  const meeting = meetingStub(workerEnv, meetId as MeetId);
  if (reason === "cancelled") await meeting.cancel();
  else {
    await runInDurableObject(env.MEETINGS.get(env.MEETINGS.idFromName(meetId)), (_object, { storage }) => {
      const run = readMeeting(storage.sql)?.alive?.state.run ?? 0;
      applyEvent(storage, { type: "call-refused", run, reason }, { now: Date.now() });
    });
  }
  await meeting.setRetention(null);
  await vi.waitFor(
    async () => expect(await meetingsOf(nora.userId)).toMatchObject([{ status: "REJECTED", reason }]),
    SOON,
  );
  played.state.changeEvent(nora.main, event.id, { startsAt: startsAt + 2 * HOUR_MS });
  await nora.stub.sync();
  const rows = await listedEvents(nora.userId);
  expect(rows).toMatchObject([{ startsAt: startsAt + 2 * HOUR_MS, ...expected }]);
  expect(await joinAtOf(nora)).toBe(reason === "cancelled" ? null : startsAt + 2 * HOUR_MS - CALENDAR_JOIN_LEAD_MS);
});

test.each(["google", "microsoft"] as const)(
  "changes of %s come in short pages, and after 410 in full",
  async (provider) => {
    const nora = await connected(provider);
    played.orders.pageSize = 2;
    const startsAt = Date.now() + HOUR_MS;
    const made = Array.from({ length: 5 }, (_each, at) =>
      played.state.addEvent(nora.account, nora.main, {
        title: `E${at}`,
        startsAt: startsAt + at * HOUR_MS,
        joinUrl: MEET,
      }),
    );
    await nora.stub.sync();
    const titles = async () => (await events(nora.cookie)).map(({ title }) => title).toSorted();
    expect(await titles()).toEqual(["E0", "E1", "E2", "E3", "E4"]);
    played.state.cancelEvent(nora.main, made[0]?.id ?? "");
    for (const event of made.slice(1)) played.state.changeEvent(nora.main, event.id, { title: `${event.title}b` });
    await nora.stub.sync();
    expect(await titles()).toEqual(["E1b", "E2b", "E3b", "E4b"]);
    played.state.cancelEvent(nora.main, made[1]?.id ?? "");
    played.state.forgetTokens(nora.main);
    await nora.stub.sync();
    expect(await titles()).toEqual(["E2b", "E3b", "E4b"]);
  },
);

test.each(["google", "microsoft"] as const)(
  "a series of %s with a moved and a removed occurrence, and with none left",
  async (provider) => {
    const nora = await connected(provider);
    const startsAt = Date.now() + HOUR_MS;
    played.state.addSeries(nora.account, nora.main, {
      title: "Daily",
      startsAt,
      frequency: "DAILY",
      count: 4,
      joinUrl: MEET,
    });
    await nora.stub.sync();
    const days = async () => (await events(nora.cookie)).map(({ title, starts_at }) => [title, starts_at]);
    expect(await days()).toHaveLength(4);
    const [, second, third] = [...nora.main.events.values()];
    played.state.changeEvent(nora.main, second?.id ?? "", { startsAt: (second?.startsAt ?? 0) + HOUR_MS });
    played.state.cancelEvent(nora.main, third?.id ?? "");
    await nora.stub.sync();
    const after = await days();
    expect(after).toHaveLength(3);
    expect(after[1]).toEqual(["Daily", (second?.startsAt ?? 0) + HOUR_MS]);
    for (const { id, state } of nora.main.events.values()) {
      if (state !== "present") continue;
      played.state.cancelEvent(nora.main, id);
      await nora.stub.sync();
    }
    expect(await days()).toEqual([]);
  },
);

test("a token that ends is refreshed once, and Microsoft's new one is used the next time", async () => {
  const nora = await connected("microsoft");
  played.grants.orders.refusesUsedTokens = true;
  for (let round = 0; round < 3; round++) {
    played.grants.expireAccessTokens();
    const [one, other] = await Promise.all([nora.stub.sync(), nora.stub.available(nora.userId)]);
    expect(one).toBe("ok");
    expect(other.ok).toBe(true);
  }
});

test("a refused refresh asks for a new consent, which brings the account back with its calendars", async () => {
  const nora = await connected();
  await nora.stub.sync();
  const before = (await integrations(nora.cookie)).calendar_integrations[0]?.accounts[0]?.calendars;
  played.grants.revokePerson("google", nora.who.personId);
  expect(await nora.stub.sync()).toBe("reconnect");
  const upcoming = upcomingAnswer.parse(
    await (await call("/api/acta/calendar-events", { cookie: nora.cookie })).json(),
  );
  expect(upcoming.reconnect).toMatchObject([{ account_id: nora.accountId, provider: "google" }]);
  expect(await consent(nora.cookie, "google", nora.who.personId)).toBe("/settings?calendar=connected");
  expect(await nora.stub.sync()).toBe("ok");
  expect((await integrations(nora.cookie)).calendar_integrations[0]?.accounts[0]?.calendars).toEqual(before);
});

test("a consent during a refused refresh is not undone by the refusal", async () => {
  const { userId } = await signIn();
  const { owner, email: name, consent: newTokens } = newcomer({ played, people }, "google");
  const accountId = crypto.randomUUID();
  const stub = env.CALENDARS.get(env.CALENDARS.idFromName(accountId));
  const account = { accountId, userId, workspaceId: userId, name, createdAt: Date.now() };
  const birth = { ...account, provider: "google" as const, owner };
  const former = await newTokens();
  await stub.begin({ ...birth, tokens: former });
  expect(await stub.sync()).toBe("ok");
  const tokens = await newTokens();
  await played.grants.revoke(former.refresh);
  const answers: boolean[] = [];
  const state = await withDeps(
    { stub },
    ({ clients }, self) => ({
      clients: {
        ...clients,
        google: {
          ...clients.google,
          async refresh(...asked) {
            const answer = await clients.google.refresh(...asked);
            answers.push(answer.ok);
            if (answers.length === 1) await self().begin({ ...birth, tokens });
            return answer;
          },
        },
      },
    }),
    (object) => object.sync(),
  );
  expect(answers).toEqual([false]);
  expect(state).toBe("ok");
  const [row] = await runInDurableObject(stub, (_object, { storage }) =>
    storage.sql.exec("SELECT lost_at, failures FROM account").toArray(),
  );
  expect(row).toEqual({ lost_at: null, failures: 0 });
});

/** The events of one calendar are answered so, whatever other accounts ask, until the function that it returns is called. */
function answerEventsOf(calendarId: string, answer: () => Response): () => void {
  const network = vi.mocked(globalThis.fetch);
  const before = network.getMockImplementation();
  network.mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url);
    if (pathname.endsWith(`/calendars/${calendarId}/events`)) return answer();
    return before ? before(input, init) : Response.error();
  });
  return () => void (before && network.mockImplementation(before));
}

test("an account that lost access joins nothing until it is read again", async () => {
  const nora = await connected();
  const startsAt = Date.now() + 50_000;
  played.state.addEvent(nora.account, nora.main, { title: "Stale", startsAt, joinUrl: MEET });
  await nora.stub.sync();
  played.grants.revokePerson("google", nora.who.personId);
  expect(await nora.stub.sync()).toBe("reconnect");
  expect(await events(nora.cookie)).toMatchObject([{ joins: false, reason: "not-readable" }]);
  expect(await joinAtOf(nora)).toBeNull();
  // The cron may have read the row before.
  expect(await nora.stub.handOver()).toBe(0);
  expect(await meetingsOf(nora.userId)).toEqual([]);
  await consent(nora.cookie, "google", nora.who.personId);
  expect(await nora.stub.sync()).toBe("ok");
  expect(await events(nora.cookie)).toMatchObject([{ joins: true, reason: "organiser" }]);
  expect(await joinCalendars(services())).toEqual({ due: 1, handed: 1 });
});

test("a calendar that cannot be read for a day is not joined until it is read again", async () => {
  const nora = await connected();
  const startsAt = Date.now() + 50_000;
  played.state.addEvent(nora.account, nora.main, { title: "Old", startsAt, joinUrl: MEET });
  await nora.stub.sync();
  const failing = async (unreadMs: number) => {
    await runInDurableObject(nora.stub, (_object, { storage }) => {
      storage.sql.exec("UPDATE calendars SET read_at = ?", Date.now() - unreadMs);
    });
    const stop = answerEventsOf(nora.main.id, () => new Response(null, { status: 503 }));
    expect(await nora.stub.sync()).toBe("failing");
    stop();
    return events(nora.cookie);
  };
  expect(await failing(CALENDAR_STALE_MS - MINUTE_MS)).toMatchObject([{ joins: true }]);
  expect(await failing(CALENDAR_STALE_MS + MINUTE_MS)).toMatchObject([{ joins: false, reason: "not-readable" }]);
  expect(await nora.stub.handOver()).toBe(0);
  expect(await nora.stub.sync()).toBe("ok");
  expect(await events(nora.cookie)).toMatchObject([{ joins: true }]);
  expect(await joinCalendars(services())).toEqual({ due: 1, handed: 1 });
});

test("a refusal that shows while calendars are listed is on Home at once", async () => {
  const nora = await connected();
  await nora.stub.sync();
  played.grants.revokePerson("google", nora.who.personId);
  played.grants.expireAccessTokens();
  expect(await nora.stub.available(nora.userId)).toEqual({ ok: false, reason: "calendar-reconnect" });
  const answer = await call("/api/acta/calendar-events", { cookie: nora.cookie });
  expect(upcomingAnswer.parse(await answer.json()).reconnect).toMatchObject([{ account_id: nora.accountId }]);
});

/** Every request, because the account may just be opening a channel, and accounts of tests before have alarms. */
function failAll(answer: () => Response): void {
  played.orders.failures.push(...Array.from({ length: 20 }, () => answer));
}

test("calendars that the provider cannot list now are unavailable, and the account stays", async () => {
  const nora = await connected();
  await nora.stub.sync();
  failAll(() => new Response(null, { status: 503 }));
  expect(await nora.stub.available(nora.userId)).toEqual({ ok: false, reason: "calendar-unavailable" });
  played.orders.failures.length = 0;
  expect(await nora.stub.sync()).toBe("ok");
});

test("an account waits as long as its provider asks, and another is read meanwhile", async () => {
  const [slow, well] = [await connected(), await connected()];
  await Promise.all([slow.stub.sync(), well.stub.sync()]);
  failAll(() => new Response(null, { status: 429, headers: { "Retry-After": "120" } }));
  expect(await slow.stub.sync()).toBe("failing");
  played.orders.failures.length = 0;
  const [row] = await db.select().from(calendarAccounts).where(eq(calendarAccounts.id, slow.accountId));
  expect(row?.nextSyncAt).toBeGreaterThan(Date.now() + 110_000);
  expect(await well.stub.sync()).toBe("ok");
  const reason = { error: { errors: [{ reason: "rateLimitExceeded" }] } };
  failAll(() => Response.json(reason, { status: 403 }));
  expect(await slow.stub.sync()).toBe("failing");
  played.orders.failures.length = 0;
  expect(await slow.stub.sync()).toBe("ok");
});

test("accounts that were asked to wait as long as each other do not ask again together", () => {
  const failure = { failures: 1, isEnded: false, retryAfterMs: 2 * MINUTE_MS };
  const [first, last] = [0, 0.99].map((random) => syncAfterFailureAt(failure, 0, random));
  expect(first).toBe(2 * MINUTE_MS);
  expect(last).toBeGreaterThan(2 * MINUTE_MS + 10_000);
});

test("accounts with an event at the same time are read at different times before it", async () => {
  const nora = await connected();
  const startsAt = Date.now() + HOUR_MS;
  played.state.addEvent(nora.account, nora.main, { title: "At nine", startsAt, joinUrl: MEET });
  await nora.stub.sync();
  const now = startsAt - 20 * MINUTE_MS;
  const [first = 0, last = 0] = await runInDurableObject(nora.stub, (_object, { storage }) =>
    [0, 0.99].map((random) => nextSyncAt(storage.sql, now, random)),
  );
  expect(last).toBeLessThanOrEqual(startsAt - 15 * MINUTE_MS);
  expect(last - first).toBeGreaterThan(40_000);
  // From then on it is read at the short interval.
  const next = await runInDurableObject(nora.stub, (_object, { storage }) => nextSyncAt(storage.sql, first, 0.99));
  expect(next - first).toBeLessThan(MINUTE_MS);
});

test("one calendar that cannot be read does not stop the others of its account", async () => {
  const nora = await connected();
  await nora.stub.sync();
  const team = played.state.addCalendar(nora.account, { id: `team-${nora.userId}`, name: "Team" });
  expect((await nora.stub.connectCalendar(nora.userId, team.id)).ok).toBe(true);
  const startsAt = Date.now() + HOUR_MS;
  played.state.addEvent(nora.account, nora.main, { title: "Main", startsAt, joinUrl: MEET });
  played.state.addEvent(nora.account, team, { title: "Team", startsAt: startsAt + HOUR_MS, joinUrl: MEET });
  // The main calendar is read first.
  const stop = answerEventsOf(nora.main.id, () => Response.json({ error: {} }, { status: 400 }));
  await runInDurableObject(nora.stub, (_object, { storage }) => {
    storage.sql.exec(`UPDATE calendars SET cursor = '{"kind":"start"}'`);
  });
  expect(await nora.stub.sync()).toBe("ok");
  const titles = async () => (await events(nora.cookie)).map(({ title }) => title);
  expect(await titles()).toEqual(["Team"]);
  await runInDurableObject(nora.stub, (_object, { storage }) => {
    storage.sql.exec(
      "UPDATE calendars SET settings = json_set(settings, '$.active', json('false'), '$.visible', json('false')) WHERE is_primary = 0",
    );
  });
  // No other calendar is read any more.
  expect(await nora.stub.sync()).toBe("failing");
  stop();
  expect(await nora.stub.sync()).toBe("ok");
  expect(await titles()).toEqual(["Main"]);
});

test("the sweep wakes an account whose alarm was lost", async () => {
  const nora = await connected();
  await nora.stub.sync();
  played.state.addEvent(nora.account, nora.main, { title: "Late", startsAt: Date.now() + HOUR_MS, joinUrl: MEET });
  await db.update(calendarAccounts).set({ nextSyncAt: 1 }).where(eq(calendarAccounts.id, nora.accountId));
  expect(await wakeLostAccounts(services())).toBe(1);
  expect(await events(nora.cookie)).toMatchObject([{ title: "Late" }]);
});

test("disconnecting removes the account's rows, its token and the meetings planned from it", async () => {
  const nora = await connected();
  const startsAt = Date.now() + 110_000;
  const event = played.state.addEvent(nora.account, nora.main, { title: "Over", startsAt, joinUrl: MEET });
  await nora.stub.sync();
  await joinCalendars(services());
  played.state.changeEvent(nora.main, event.id, { startsAt: startsAt + 3 * HOUR_MS });
  await nora.stub.sync();
  const answer = await call(`/api/acta/calendar-accounts/${nora.accountId}`, { method: "DELETE", cookie: nora.cookie });
  expect(answer.status).toBe(200);
  expect((await integrations(nora.cookie)).calendar_integrations).toEqual([]);
  expect(await listedEvents(nora.userId)).toEqual([]);
  // A tombstone without content: the meeting is deleted, not only cancelled.
  expect(await meetingsOf(nora.userId)).toMatchObject([{ title: "", status: "", deletedAt: expect.any(Number) }]);
  const left = await runInDurableObject(nora.stub, (_object, state) =>
    state.storage.sql.exec("SELECT count(*) AS rows FROM account").one(),
  );
  expect(left).toEqual({ rows: 0 });
  await runDurableObjectAlarm(nora.stub);
});

/** The account's object with some dependencies of the test, beside its own instance. */
const withDeps = <Answer>(
  { stub }: { stub: DurableObjectStub },
  change: (own: CalendarDeps, self: () => CalendarAccountObject) => Partial<CalendarDeps>,
  act: (object: CalendarAccountObject, state: DurableObjectState) => Promise<Answer>,
) =>
  runInDurableObject(stub, async (_object, state) => {
    const own = composeCalendar(workerEnv);
    const changed = change(own, () => object);
    const object: CalendarAccountObject = new CalendarAccountObject(state, workerEnv, { ...own, ...changed });
    return act(object, state);
  });

test.each([
  ["the account is disconnected", { title: "", status: "", deletedAt: expect.any(Number) }],
  ["the event is cancelled", { status: "REJECTED", reason: "cancelled", deletedAt: null }],
] as const)("a meeting does not stay when %s while it is being made", async (what, expected) => {
  const nora = await connected();
  const startsAt = Date.now() + 150_000;
  const event = played.state.addEvent(nora.account, nora.main, { title: "Raced", startsAt, joinUrl: MEET });
  await nora.stub.sync();
  const handed = await withDeps(
    nora,
    (own, self) => ({
      async plan(asked) {
        const planned = await own.plan(asked);
        if (what === "the account is disconnected") await self().disconnect(nora.userId);
        else {
          played.state.cancelEvent(nora.main, event.id);
          await self().sync();
        }
        return planned;
      },
    }),
    (object) => object.handOver(),
  );
  expect(handed).toBe(0);
  await vi.waitFor(async () => expect(await meetingsOf(nora.userId)).toMatchObject([expected]), SOON);
});

/** Deletes the Acta account and waits for it. */
async function deleteAccount({ cookie, userId }: { cookie: string; userId: string }): Promise<void> {
  const answer = await post("/api/acta/user/delete", cookie, { confirmation: `${userId}@example.test` });
  expect(answer.status).toBe(204);
  await vi.waitFor(async () => expect(await db.select().from(users).where(eq(users.id, userId))).toEqual([]), SOON);
}

const rowsOf = async (userId: string) => [
  ...(
    await db.batch([
      db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId)),
      db.select().from(calendars).where(eq(calendars.userId, userId)),
    ])
  ).flat(),
  ...(await listedEvents(userId)),
];

test("an account that is connected while the person's own account is deleted is given up, and its token too", async () => {
  const nora = await connected();
  await deleteAccount(nora);
  expect(await rowsOf(nora.userId)).toEqual([]);
  const late = await openCalendarAccount({ played, people }, "google", nora.userId);
  expect(await late.object.sync()).toBeNull();
  expect(await rowsOf(nora.userId)).toEqual([]);
  const asked = vi.mocked(globalThis.fetch).mock.calls.map(([input]) => new Request(input).url);
  expect(asked.filter((url) => url.endsWith("/revoke"))).toHaveLength(2);
});

test("rows of an account whose object has lost it go with the person's account", async () => {
  const nora = await connected();
  await nora.stub.sync();
  await runInDurableObject(nora.stub, (_object, { storage }) => void storage.sql.exec("DELETE FROM account"));
  await deleteAccount(nora);
  expect(await rowsOf(nora.userId)).toEqual([]);
});

test("a feed is added by its address, which no answer and no row shows", async () => {
  const nora = await connected();
  await db.update(users).set({ email: nora.who.email }).where(eq(users.id, nora.userId));
  played.state.addEvent(nora.account, nora.main, {
    title: "From a feed",
    startsAt: Date.now() + HOUR_MS,
    joinUrl: MEET,
  });
  const url = `http://127.0.0.1:8788/ics/${encodeURIComponent(nora.main.id)}.ics`;
  const added = await post("/api/acta/calendar-accounts/ics", nora.cookie, { url, name: "Club" });
  const { account_id } = await added.json<{ account_id: string }>();
  expect(await env.CALENDARS.get(env.CALENDARS.idFromName(account_id)).sync()).toBe("ok");
  const listed = await integrations(nora.cookie);
  expect(listed.calendar_integrations.find(({ provider }) => provider === "ics")).toMatchObject({
    accounts: [{ name: "Club", state: "ok" }],
  });
  expect(JSON.stringify(listed)).not.toContain("8788");
  expect((await events(nora.cookie)).filter(({ provider }) => provider === "ics")).toMatchObject([
    { title: "From a feed" },
  ]);
  const [row] = await db.select().from(calendarAccounts).where(eq(calendarAccounts.id, account_id));
  expect(JSON.stringify(row)).not.toContain("8788");
});

const addFeed = ({ cookie }: { cookie: string }, calendarId: string) =>
  post("/api/acta/calendar-accounts/ics", cookie, {
    url: `http://127.0.0.1:8788/ics/${encodeURIComponent(calendarId)}.ics`,
    name: "Club",
  });
const accountsOf = (userId: string) => db.select().from(calendarAccounts).where(eq(calendarAccounts.userId, userId));

test("the same feed from several tabs at once is one account, and the limit holds for requests at once", async () => {
  const nora = await connected();
  const answers = await Promise.all(Array.from({ length: 4 }, () => addFeed(nora, nora.main.id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const ids = await Promise.all(
    answers.map(async (answer) => (await answer.json<{ account_id: string }>()).account_id),
  );
  expect(new Set(ids).size).toBe(1);
  expect(await accountsOf(nora.userId)).toHaveLength(2);
  const feeds = Array.from({ length: 4 }, (_each, at) =>
    played.state.addCalendar(nora.account, { id: `feed-${at}-${nora.userId}`, name: `Feed ${at}` }),
  );
  const taken = CALENDAR_ACCOUNTS_MAX - 2 - 2;
  const times = { nextSyncAt: Date.now() + HOUR_MS, createdAt: 1 };
  const [userId, workspaceId] = [nora.userId, nora.userId];
  for (let at = 0; at < taken; at += 1) {
    const other = { id: `taken-${at}-${userId}`, provider: "ics", subject: `taken-${at}`, name: "Taken", state: "ok" };
    await db.insert(calendarAccounts).values({ ...other, ...times, userId, workspaceId });
  }
  const statuses = (await Promise.all(feeds.map(({ id }) => addFeed(nora, id)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(await accountsOf(nora.userId)).toHaveLength(CALENDAR_ACCOUNTS_MAX);
  // The same account again, at the limit.
  expect((await addFeed(nora, nora.main.id)).status).toBe(200);
});

const withoutD1 = ({ db: own }: CalendarDeps): Partial<CalendarDeps> => ({
  db: new Proxy(own, {
    get: (target, name) =>
      name === "batch" ? () => Promise.reject(new Error("D1 does not answer")) : Reflect.get(target, name),
  }),
});

test("an account that D1 did not take at first is there after the next alarm", async () => {
  const { userId } = await signIn();
  const accountId = crypto.randomUUID();
  const stub = env.CALENDARS.get(env.CALENDARS.idFromName(accountId));
  const account = { accountId, userId, workspaceId: userId, name: "Late", createdAt: Date.now() };
  const feed = { provider: "ics" as const, subject: "digest", address: "http://127.0.0.1:8788/ics/late.ics" };
  await withDeps({ stub }, withoutD1, async (object) => {
    await expect(object.begin({ ...account, ...feed })).rejects.toThrow("D1 does not answer");
  });
  await vi.waitFor(async () => expect(await accountsOf(userId)).toMatchObject([{ id: accountId, name: "Late" }]), SOON);
});

test("an account waits before it writes again to a D1 that does not answer", async () => {
  const nora = await connected();
  await nora.stub.sync();
  played.state.addEvent(nora.account, nora.main, { title: "Later", startsAt: Date.now() + HOUR_MS, joinUrl: MEET });
  const waitMs = await withDeps(nora, withoutD1, async (object, { storage }) => {
    storage.sql.exec("UPDATE account SET next_sync_at = 0");
    await object.alarm();
    return ((await storage.getAlarm()) ?? 0) - Date.now();
  });
  expect(waitMs).toBeGreaterThan(3000);
  await nora.stub.sync();
  expect(await events(nora.cookie)).toMatchObject([{ title: "Later" }]);
});

test("an account whose object was never begun goes by the sweep, and by its person", async () => {
  const { userId, cookie } = await signIn();
  const row = (id: string) => ({
    id,
    userId,
    workspaceId: userId,
    provider: "ics",
    subject: id,
    name: "Never",
    state: "reading",
    nextSyncAt: 1,
    createdAt: 1,
  });
  const [swept, ended] = [crypto.randomUUID(), crypto.randomUUID()];
  await db.insert(calendarAccounts).values([row(swept), { ...row(ended), nextSyncAt: Date.now() }]);
  await wakeLostAccounts(services());
  expect(await accountsOf(userId)).toMatchObject([{ id: ended }]);
  const answer = await call(`/api/acta/calendar-accounts/${ended}`, { method: "DELETE", cookie });
  expect(answer.status).toBe(200);
  expect(await accountsOf(userId)).toEqual([]);
});

test.each([
  ["is given back later", { failures: 1, isAgain: false }, { asked: 2, end: "revoked" }],
  [
    "is given up after the last try",
    { failures: CALENDAR_REVOKE_TRIES_MAX - 1, isAgain: false },
    { asked: 2, end: "given-up" },
  ],
  [
    "is not given back once the account is connected again",
    { failures: 1, isAgain: true },
    { asked: 1, end: "connected-again" },
  ],
])("a token that its provider does not take %s", async (_what, { failures, isAgain }, expected) => {
  const nora = await openCalendarAccount({ played, people }, "google");
  const lines = vi.spyOn(console, "log");
  const network = vi.mocked(globalThis.fetch).getMockImplementation();
  const asked: string[] = [];
  let isDown = true;
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const isRevoke = request.url.endsWith("/revoke");
    if (isRevoke) asked.push(new URLSearchParams(await request.text()).get("token") ?? "");
    if (network === undefined || (isRevoke && isDown)) return new Response(null, { status: 503 });
    return network(input, init);
  });
  const look = <Answer>(read: (storage: DurableObjectStorage) => Answer) =>
    runInDurableObject(nora.object, (_object, { storage }) => read(storage));
  const stored = () =>
    look(({ sql }) =>
      ["account", "events", "revocation"].map((table) => [...sql.exec(`SELECT * FROM ${table}`)].length),
    );
  await nora.object.disconnect(nora.userId);
  expect(await rowsOf(nora.userId)).toEqual([]);
  expect(await stored()).toEqual([0, 0, 1]);
  expect(await look((storage) => storage.getAlarm())).toBeGreaterThan(Date.now());
  // Not due yet.
  await runDurableObjectAlarm(nora.object);
  expect(asked).toHaveLength(1);
  isDown = expected.end === "given-up";
  if (isAgain) {
    const { userId, personId: subject } = nora;
    const again = { id: crypto.randomUUID(), userId, workspaceId: userId, provider: "google", subject, name: "again" };
    await db.insert(calendarAccounts).values({ ...again, state: "ok", nextSyncAt: Date.now(), createdAt: 1 });
  }
  await look(({ sql }) => void sql.exec("UPDATE revocation SET retry_at = 0, failures = ?", failures));
  await runDurableObjectAlarm(nora.object);
  expect(await stored()).toEqual([0, 0, 0]);
  expect(await look((storage) => storage.getAlarm())).toBeNull();
  expect(asked).toHaveLength(expected.asked);
  expect(new Set(asked).size).toBe(1);
  const ends = lines.mock.calls.filter(([line]) => String(line).includes("calendar.revoke.ended"));
  expect(ends).toEqual([[expect.stringContaining(`"end":"${expected.end}"`)]]);
  await db.delete(calendarAccounts).where(eq(calendarAccounts.userId, nora.userId));
});

test("an object whose account has got another id ends, and gives its token back", async () => {
  const nora = await connected();
  await nora.stub.sync();
  await db.update(calendarAccounts).set({ id: "another" }).where(eq(calendarAccounts.id, nora.accountId));
  expect(await nora.stub.sync()).toBeNull();
  expect(await accountsOf(nora.userId)).toMatchObject([{ id: "another" }]);
  const asked = vi.mocked(globalThis.fetch).mock.calls.map(([input]) => new Request(input).url);
  expect(asked.filter((url) => url.endsWith("/revoke"))).toHaveLength(1);
  await db.delete(calendarAccounts).where(eq(calendarAccounts.id, "another"));
});

test("a feed is read again when its server asks for it", async () => {
  const nora = await connected();
  const url = `http://127.0.0.1:8788/ics/${encodeURIComponent(nora.main.id)}.ics`;
  const added = await post("/api/acta/calendar-accounts/ics", nora.cookie, { url, name: "Club" });
  const { account_id } = await added.json<{ account_id: string }>();
  const feed = env.CALENDARS.get(env.CALENDARS.idFromName(account_id));
  expect(await feed.sync()).toBe("ok");
  failAll(() => new Response(null, { status: 503, headers: { "Retry-After": "600" } }));
  expect(await feed.sync()).toBe("failing");
  played.orders.failures.length = 0;
  const [row] = await db.select().from(calendarAccounts).where(eq(calendarAccounts.id, account_id));
  expect(row?.nextSyncAt).toBeGreaterThan(Date.now() + 590_000);
});

test.each([
  "http://example.com/a.ics",
  "https://127.0.0.1/a.ics",
  "https://10.0.0.1/",
  "https://[::1]/a",
  "https://printer.local/a",
])("the feed address %s is refused", async (url) => {
  const { cookie } = await signIn();
  const refused = await post("/api/acta/calendar-accounts/ics", cookie, { url, name: "" });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({ error: { code: "feed-address" }, detail: expect.any(String) });
});
