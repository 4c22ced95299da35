import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { formatDateTime } from "#app/i18n/format.ts";
import { FREE_RECORDINGS_MAX } from "#app/domain/limits/account.ts";
import type { KeptOutEvent } from "#app/server/tokens/keep-out-tokens.ts";
import { calendarPreferences } from "#app/server/db/schema-calendars.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { saveMailPreferences } from "#app/server/account/mail-preferences.ts";
import type { PlayedCalendars } from "#tests/fakes/calendar-providers.ts";
import { RESEND_KEY, type ResendStandIn, standInForResend } from "#tests/fakes/resend-server.ts";
import { call } from "#tests/support/api.ts";
import { openCalendarStage } from "#tests/support/calendar-stage.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import type { PlayedPerson } from "#tests/support/calendar-consent.ts";
import { MAIL_FROM } from "#tests/support/mail-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { composeServices, composeWorkspace } from "#workers/compose.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** Mails about calendar accounts, from the provider's refusal to the mail service. */

const SOON = { timeout: 35_000, interval: 50 };
const workspaceOf = (workspaceId: string) => env.WORKSPACES.getByName(workspaceId);

let played: PlayedCalendars;
let people: PlayedPerson[];
let standIn: ResendStandIn;

beforeEach(() => {
  standIn = standInForResend();
  ({ played, people } = openCalendarStage());
});
afterEach(() => vi.restoreAllMocks());

async function opened(provider: "google" | "microsoft" = "google") {
  // Before the account: its object tells the pages of the person, and so begins the workspace.
  const { userId } = await signIn();
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: MAIL_FROM, log: () => {} });
  consumersOf.set(userId, { consumers: [], mail: { ...composeWorkspace(workerEnv).mail, mailer } });
  const nora = await openCalendarAccount({ played, people }, provider, userId);
  expect(await nora.object.sync()).toBe("ok");
  return { ...nora, provider };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const revoke = ({ provider, personId }: Opened) => played.grants.revokePerson(provider, personId);

/** The rows of the workspace's mails, once nothing is left to send. */
async function settled({ userId }: Opened, mails: number) {
  await vi.waitFor(
    () =>
      runInDurableObject(workspaceOf(userId), (_object, { storage }) => {
        expect(storage.sql.exec("SELECT key FROM outbox").toArray()).toEqual([]);
        expect(storage.sql.exec("SELECT key FROM mails").toArray()).toHaveLength(mails);
      }),
    SOON,
  );
}

test.each(["google", "microsoft"] as const)(
  "a lost account of %s is mailed once, to its person only",
  async (provider) => {
    const nora = await opened(provider);
    revoke(nora);
    for (let round = 0; round < 3; round++) expect(await nora.object.sync()).toBe("reconnect");
    await settled(nora, 1);
    expect(standIn.delivered).toMatchObject([
      { to: [`${nora.userId}@example.test`], subject: `Connect your calendar again: ${nora.email}` },
    ]);
    const [mail] = standIn.delivered;
    expect(mail?.html).toContain('href="http://localhost:8787/settings#calendars"');
    expect(mail?.headers["List-Unsubscribe"]).toContain("/unsubscribe/calendar-reconnect/");
  },
);

test("a failure between two refusals makes no second loss", async () => {
  const nora = await opened();
  revoke(nora);
  expect(await nora.object.sync()).toBe("reconnect");
  await settled(nora, 1);
  const network = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockImplementation(async () => new Response(null, { status: 503 }));
  expect(await nora.object.sync()).toBe("failing");
  if (network) vi.mocked(globalThis.fetch).mockImplementation(network);
  expect(await nora.object.sync()).toBe("reconnect");
  await settled(nora, 1);
  expect(standIn.delivered).toHaveLength(1);
});

test("the mail that the workspace had when the account's process died is not sent again", async () => {
  const nora = await opened();
  revoke(nora);
  expect(await nora.object.sync()).toBe("reconnect");
  await settled(nora, 1);
  // The answer of the workspace was not stored.
  await runInDurableObject(nora.object, (_object, { storage }) => {
    storage.sql.exec("UPDATE account SET loss_told = 0");
  });
  expect(await nora.object.sync()).toBe("reconnect");
  await settled(nora, 1);
  const [row] = await runInDurableObject(nora.object, (_object, { storage }) =>
    storage.sql.exec("SELECT loss_told FROM account").toArray(),
  );
  expect(row).toEqual({ loss_told: 1 });
  expect(standIn.delivered).toHaveLength(1);
});

test("an account that was connected again and lost again is mailed again", async () => {
  const nora = await opened();
  revoke(nora);
  expect(await nora.object.sync()).toBe("reconnect");
  await settled(nora, 1);
  await nora.consentAgain();
  expect(await nora.object.sync()).toBe("ok");
  revoke(nora);
  expect(await nora.object.sync()).toBe("reconnect");
  await settled(nora, 2);
  expect(standIn.delivered).toHaveLength(2);
});

test("nothing is mailed where the kind is switched off, or the account was read again before", async () => {
  const nora = await opened();
  await saveMailPreferences({ db: openDatabase(env.DB), now: Date.now }, nora.userId, { "calendar-reconnect": false });
  revoke(nora);
  expect(await nora.object.sync()).toBe("reconnect");
  await settled(nora, 1);
  const jonas = await opened();
  const { userId, accountId } = jonas;
  await workspaceOf(userId).takeCalendarMail({ kind: "calendar-reconnect", userId, accountId, lostAt: 1 });
  await settled(jonas, 1);
  expect(standIn.delivered).toEqual([]);
});

test("a workspace keeps nothing about an account that was disconnected", async () => {
  const nora = await opened();
  revoke(nora);
  expect(await nora.object.sync()).toBe("reconnect");
  await settled(nora, 1);
  await nora.object.disconnect(nora.userId);
  await settled(nora, 0);
});

const MEET = "https://meet.google.com/abc-defg-hij";
const MINUTE_MS = 60_000;
const wantSoonMail = (userId: string) =>
  saveMailPreferences({ db: openDatabase(env.DB), now: Date.now }, userId, { "join-soon": true });
/** An event of which the mail is due. */
const addSoon = (
  { account, calendar }: Opened,
  title: string,
  over: { joinUrl?: string | null; minutes?: number } = {},
) =>
  played.state.addEvent(account, calendar, {
    title,
    startsAt: Date.now() + (over.minutes ?? 50) * MINUTE_MS,
    joinUrl: over.joinUrl === undefined ? MEET : over.joinUrl,
  });
const eventsOf = async ({ userId }: Opened) => listedEvents(userId);
const linkOf = (mail: { html?: string } | undefined) =>
  /href="([^"]*\/keep-out\/[^"]*)"/.exec(mail?.html ?? "")?.[1] ?? "";
const press = (link: string) =>
  call(link, { method: "POST", body: "", headers: { "Content-Type": "application/x-www-form-urlencoded" } });

test("the mail before a meeting is off until it is switched on", async () => {
  const nora = await opened();
  addSoon(nora, "Budget");
  await nora.object.sync();
  await settled(nora, 0);
  await wantSoonMail(nora.userId);
  await nora.object.sync();
  await settled(nora, 1);
  expect(standIn.delivered).toHaveLength(1);
});

test("an event that Acta joins is mailed once, with its time, its calendar and the reason", async () => {
  const nora = await opened();
  await wantSoonMail(nora.userId);
  addSoon(nora, "Budget");
  addSoon(nora, "Without a call", { joinUrl: null });
  addSoon(nora, "Later", { minutes: 90 });
  for (let round = 0; round < 2; round++) await nora.object.sync();
  await settled(nora, 1);
  expect(standIn.delivered).toMatchObject([{ subject: "Acta will join in an hour: Budget" }]);
  expect(standIn.delivered[0]?.text).toContain("The meeting is in your calendar Main, and you organise it.");
  const event = (await eventsOf(nora)).find(({ title }) => title === "Budget");
  const time = formatDateTime(event?.startsAt ?? 0, "en", "UTC");
  expect(standIn.delivered[0]?.text).toContain(`Budget · ${time}`);
});

test("the account wakes when the next event is an hour away", async () => {
  const nora = await opened();
  await wantSoonMail(nora.userId);
  addSoon(nora, "Budget", { minutes: 64 });
  await nora.object.sync();
  const [event] = await eventsOf(nora);
  const alarm = await runInDurableObject(nora.object, (_object, { storage }) => storage.getAlarm());
  expect(alarm).toBe((event?.startsAt ?? 0) - 60 * MINUTE_MS);
});

test("the same call in two accounts of a person is mailed once", async () => {
  const nora = await opened();
  const other = await openCalendarAccount({ played, people }, "microsoft", nora.userId);
  await wantSoonMail(nora.userId);
  const startsAt = Date.now() + 50 * MINUTE_MS;
  played.state.addEvent(nora.account, nora.calendar, { title: "Budget", startsAt, joinUrl: MEET });
  played.state.addEvent(other.account, other.calendar, { title: "Budget", startsAt, joinUrl: MEET });
  await nora.object.sync();
  await other.object.sync();
  await settled(nora, 1);
  expect(standIn.delivered).toHaveLength(1);
});

test("an event that is not joined any more when the mail is sent is not mailed", async () => {
  const nora = await opened();
  await wantSoonMail(nora.userId);
  const db = openDatabase(env.DB);
  await db.insert(calendarPreferences).values({ userId: nora.userId, joins: false });
  addSoon(nora, "All are off");
  await nora.object.sync();
  await settled(nora, 1);
  await db.update(calendarPreferences).set({ joins: true }).where(eq(calendarPreferences.userId, nora.userId));
  const gone = {
    kind: "join-soon",
    userId: nora.userId,
    accountId: nora.accountId,
    eventId: "gone",
    call: "1",
  } as const;
  await workspaceOf(nora.userId).takeCalendarMail(gone);
  await settled(nora, 2);
  expect(standIn.delivered).toEqual([]);
});

/** Recordings that count, of which the newest began at `newestAt`. */
const useUp = ({ userId }: Opened, count: number, newestAt: number) =>
  openDatabase(env.DB)
    .insert(usageLedger)
    .values(
      Array.from({ length: count }, (_each, at) => {
        const taken = { meetId: crypto.randomUUID(), kind: "recording", workspaceId: userId, createdBy: userId };
        return { ...taken, state: "counted", reservedAt: newestAt - at, updatedAt: newestAt };
      }),
    );

test("a plan whose recordings are used up is mailed once, at the next event that Acta would join", async () => {
  const nora = await opened();
  addSoon(nora, "Budget", { minutes: 2 });
  addSoon(nora, "Later", { minutes: 120, joinUrl: "https://meet.google.com/klm-nopq-rst" });
  await useUp(nora, FREE_RECORDINGS_MAX - 1, 100);
  await nora.object.sync();
  await settled(nora, 0);
  await useUp(nora, 1, 200);
  // Its event was cancelled before the mail was written: the next event has the same reason.
  const { userId, accountId } = nora;
  const gone = { kind: "join-limit", userId, accountId, eventId: "gone", period: "200-0" } as const;
  await workspaceOf(userId).takeCalendarMail(gone);
  await settled(nora, 1);
  expect(await nora.object.handOver()).toBe(0);
  await settled(nora, 1);
  expect(standIn.delivered).toMatchObject([{ subject: "Acta does not join: Budget" }]);
  expect(standIn.delivered[0]?.text).toContain(`All ${FREE_RECORDINGS_MAX} recordings of your plan are used up`);
  expect(standIn.delivered[0]?.headers["List-Unsubscribe"]).toContain("/unsubscribe/join-limit/");
  const askAgain = async () => {
    await runInDurableObject(nora.object, (_object, { storage }) => {
      storage.sql.exec("UPDATE account SET limit_asked_at = NULL");
    });
    await nora.object.sync();
    await settled(nora, 1);
  };
  await askAgain();
  expect(standIn.delivered).toHaveLength(1);
  await useUp(nora, 1, 300);
  await askAgain();
  expect(standIn.delivered).toHaveLength(2);
});

test("the mail's link keeps Acta out of that event only, signed out, and only when its button is pressed", async () => {
  const nora = await opened();
  await wantSoonMail(nora.userId);
  addSoon(nora, "Budget");
  addSoon(nora, "Another", { minutes: 120, joinUrl: "https://meet.google.com/klm-nopq-rst" });
  await nora.object.sync();
  await settled(nora, 1);
  const link = linkOf(standIn.delivered[0]);
  const joined = async () => (await eventsOf(nora)).filter(({ joins }) => joins).map(({ title }) => title);
  expect((await call(link)).status).toBe(200);
  expect((await joined()).toSorted()).toEqual(["Another", "Budget"]);
  const forged = link.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  expect((await press(forged)).status).toBe(404);
  expect(await joined()).toHaveLength(2);
  for (let time = 0; time < 2; time++) expect((await press(link)).status).toBe(200);
  expect(await joined()).toEqual(["Another"]);
});

test("the link ends with its event, wherever that was moved, and opens no event of somebody else", async () => {
  const [nora, jonas] = [await opened(), await opened()];
  addSoon(nora, "Budget");
  await nora.object.sync();
  const { userId, accountId } = nora;
  const [event] = await eventsOf(nora);
  const { id: eventId, endsAt } = event ?? { id: "", endsAt: 0 };
  const { keepOutTokens } = composeServices(workerEnv, () => {});
  const linkFor = async (asked: KeptOutEvent) => `/keep-out/${await keepOutTokens.tokenFor(asked)}`;
  const refusedLinks = [
    { userId: jonas.userId, accountId, eventId, endsAt },
    { userId, accountId: jonas.accountId, eventId, endsAt },
  ];
  for (const asked of refusedLinks) expect((await press(await linkFor(asked))).status).toBe(404);
  const ends = async (at: number) =>
    listsOf(workerEnv).of(userId).update(calendarEvents).set({ endsAt: at }).where(eq(calendarEvents.id, eventId));
  await ends(Date.now() - 1);
  expect((await press(await linkFor({ userId, accountId, eventId, endsAt }))).status).toBe(404);
  await ends(endsAt);
  expect(await eventsOf(nora)).toMatchObject([{ joins: true, switched: null }]);
  expect((await press(await linkFor({ userId, accountId, eventId, endsAt: Date.now() - 1 }))).status).toBe(200);
  expect(await eventsOf(nora)).toMatchObject([{ joins: false, switched: false }]);
});
