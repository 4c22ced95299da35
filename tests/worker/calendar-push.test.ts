import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { randomId } from "#app/domain/ids.ts";
import { CALENDAR_PUSH_GAP_MS } from "#app/domain/limits/calendars.ts";
import { signChannel } from "#app/server/calendars/channel-token.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { calendars } from "#app/server/db/schema-calendars.ts";
import { type PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import type { PlayedPerson } from "#tests/support/calendar-consent.ts";
import { ORIGIN } from "#tests/support/api.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { configOf } from "#workers/compose/objects.ts";
import type { Env } from "#workers/config.ts";

const SOON = { timeout: 30_000, interval: 50 };

/** Push channels, from the first sync to the end of the account. Only Google and Microsoft stand in. */

const db = openDatabase(env.DB);
const HOUR_MS = 3_600_000;
const PROVIDERS = ["google", "microsoft"] as const;
type Provider = (typeof PROVIDERS)[number];
const { callSecret } = configOf(env as unknown as Env).recorder;

let played: PlayedCalendars;
let people: PlayedPerson[];
/** Attempts to open a channel while the provider does not. */
let refused: number | null;
/** Happens while the next page of events is on its way. */
let meanwhile: (() => Promise<void>) | null;

beforeEach(() => {
  people = [];
  refused = null;
  meanwhile = null;
  played = playCalendars({ people, send: (request) => exports.default.fetch(request) });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (refused !== null && /\/(?:events\/watch|subscriptions)$/u.test(new URL(request.url).pathname)) {
      refused += 1;
      return new Response(null, { status: 500 });
    }
    const answer = await played.answer(request);
    const happening = /\/(?:events|calendarView\/delta)$/u.test(new URL(request.url).pathname) ? meanwhile : null;
    if (happening !== null) {
      meanwhile = null;
      await happening();
    }
    return answer ?? new Response(null, { status: 500 });
  });
});
afterEach(async () => {
  await played.delivered();
  vi.restoreAllMocks();
});

/** An account with its channel. The sync that follows the opening of a channel is over. */
async function watched(provider: Provider) {
  const nora = await openCalendarAccount({ played, people }, provider);
  expect(await nora.object.sync()).toBe("ok");
  expect(await nora.object.sync()).toBe("ok");
  return nora;
}
type Nora = Awaited<ReturnType<typeof watched>>;

const open = (provider: Provider) => [
  ...(provider === "google" ? played.google.channels : played.microsoft.subscriptions).values(),
];
const inside = <Row extends Record<string, SqlStorageValue>>({ object }: Nora, query: string) =>
  runInDurableObject(object, (_object, state) => state.storage.sql.exec<Row>(query).toArray());
const nextSyncAt = async (nora: Nora) =>
  (await inside<{ at: number }>(nora, "SELECT next_sync_at AS at FROM account"))[0]?.at ?? 0;
const channelIds = async (nora: Nora) =>
  (await inside<{ id: string }>(nora, "SELECT channel_id AS id FROM channels")).map(({ id }) => id);
const titles = async ({ userId }: Nora) => (await listedEvents(userId)).map(({ title }) => title);
/** The account was read some seconds ago, so that a notification is followed at once. */
const waited = (nora: Nora) => inside(nora, "UPDATE account SET synced_at = synced_at - 5000");

async function tell(provider: Provider, token: string, said: { lifecycleEvent?: string } = {}) {
  const init =
    provider === "google"
      ? { headers: { "X-Goog-Channel-Token": token, "X-Goog-Resource-State": "exists" } }
      : { body: JSON.stringify({ value: [{ clientState: token, ...said }] }) };
  const answer = await exports.default.fetch(`${ORIGIN}/api/calendar-push/${provider}`, { method: "POST", ...init });
  return answer.status;
}

test.each(PROVIDERS)("a moved event of %s is known by its notification", async (provider) => {
  const nora = await watched(provider);
  expect(open(provider)).toHaveLength(1);
  const event = played.state.addEvent(nora.account, nora.calendar, { title: "Budget", startsAt: Date.now() + HOUR_MS });
  await vi.waitFor(async () => expect(await titles(nora)).toEqual(["Budget"]), SOON);
  await waited(nora);
  played.state.changeEvent(nora.calendar, event.id, { title: "Budget, moved", startsAt: Date.now() + 3 * HOUR_MS });
  await vi.waitFor(async () => expect(await titles(nora)).toEqual(["Budget, moved"]), SOON);
});

test.each(PROVIDERS)("a change that %s tells during a sync is read by the next one", async (provider) => {
  const nora = await watched(provider);
  meanwhile = async () => {
    played.state.addEvent(nora.account, nora.calendar, { title: "Budget", startsAt: Date.now() + HOUR_MS });
    await played.delivered();
  };
  expect(await nora.object.sync()).toBe("ok");
  expect(meanwhile).toBeNull();
  expect(await nextSyncAt(nora)).toBeLessThanOrEqual(Date.now() + CALENDAR_PUSH_GAP_MS);
  await nora.object.sync();
  expect(await titles(nora)).toEqual(["Budget"]);
});

test.each(PROVIDERS)("forged, stray and repeated notifications of %s change nothing", async (provider) => {
  const nora = await watched(provider);
  const { accountId } = nora;
  const [channelId = ""] = await channelIds(nora);
  const before = await nextSyncAt(nora);
  expect(await tell(provider, await signChannel("another-secret-of-thirty-two-chars", { accountId, channelId }))).toBe(
    401,
  );
  // A channel that was closed, and an account that ended.
  expect(await tell(provider, await signChannel(callSecret, { accountId, channelId: randomId() }))).toBe(202);
  expect(await tell(provider, await signChannel(callSecret, { accountId: randomId(), channelId }))).toBe(202);
  expect(await nextSyncAt(nora)).toBe(before);
  // While the provider asks for a wait.
  await inside(nora, "UPDATE account SET failures = 1");
  const token = await signChannel(callSecret, { accountId, channelId });
  expect(await tell(provider, token)).toBe(202);
  expect(await nextSyncAt(nora)).toBe(before);
  await inside(nora, "UPDATE account SET failures = 0");
  expect(await Promise.all([tell(provider, token), tell(provider, token), tell(provider, token)])).toEqual([
    202, 202, 202,
  ]);
  expect(await nextSyncAt(nora)).toBeLessThan(before);
  await nora.object.sync();
  expect(await titles(nora)).toEqual([]);
  expect(await channelIds(nora)).toEqual([channelId]);
});

test.each(PROVIDERS)("a channel at %s is renewed, and another takes the place of one that ended", async (provider) => {
  const nora = await watched(provider);
  const [first] = open(provider);
  const [channelId = ""] = await channelIds(nora);
  const firstId = first?.id;
  if (first) first.expiresAt = Date.now() + HOUR_MS;
  await inside(nora, "UPDATE channels SET renew_at = 0");
  await nora.object.sync();
  expect(open(provider)).toHaveLength(1);
  const [second] = open(provider);
  expect(second?.expiresAt).toBeGreaterThan(Date.now() + 5 * 24 * HOUR_MS);
  expect(second?.id === firstId).toBe(provider === "microsoft");
  const { accountId } = nora;
  const [current = ""] = await channelIds(nora);
  expect(current === channelId).toBe(provider === "microsoft");
  await inside(nora, "UPDATE channels SET renew_at = 0");
  played.microsoft.subscriptions.clear();
  // Graph tells that it removed a subscription; Google tells nothing.
  const isTold = provider === "microsoft";
  const token = await signChannel(callSecret, { accountId, channelId: current });
  const answers = isTold ? [await tell(provider, token, { lifecycleEvent: "subscriptionRemoved" })] : [];
  expect(answers).toEqual(isTold ? [202] : []);
  expect(await channelIds(nora)).toEqual(isTold ? [] : [current]);
  await nora.object.sync();
  expect(open(provider)).toHaveLength(1);
  expect(await channelIds(nora)).not.toEqual([current]);
});

test.each(PROVIDERS)("a channel at %s ends with its calendar, and with its account", async (provider) => {
  const nora = await watched(provider);
  const [row] = await db.select().from(calendars).where(eq(calendars.userId, nora.userId));
  const change = async (active: boolean) => {
    await nora.object.changeCalendars(nora.userId, [row?.id ?? ""], { active });
    await nora.object.sync();
    return open(provider).length;
  };
  expect(await change(false)).toBe(0);
  expect(await change(true)).toBe(1);
  await nora.object.disconnect(nora.userId);
  expect(open(provider)).toEqual([]);
});

test.each(PROVIDERS)("a calendar of %s is read also without a channel", async (provider) => {
  refused = 0;
  const nora = await watched(provider);
  // The second sync did not try again: it is too early.
  expect(refused).toBe(1);
  played.state.addEvent(nora.account, nora.calendar, { title: "Budget", startsAt: Date.now() + HOUR_MS });
  expect(await nora.object.sync()).toBe("ok");
  expect(await titles(nora)).toEqual(["Budget"]);
  refused = null;
  await inside(nora, "UPDATE channel_waits SET retry_at = 0");
  await nora.object.sync();
  expect(open(provider)).toHaveLength(1);
});
