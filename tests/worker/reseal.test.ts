import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { randomId, type UserId } from "#app/domain/ids.ts";
import { aesGcmSecretBox } from "#app/server/adapters/web-crypto/secret-box.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { calendarAccounts, calendarEndings } from "#app/server/db/schema-calendars.ts";
import type { SecretBox, SecretBoxKey } from "#app/server/ports/secret-box.ts";
import { CALENDAR_ORIGIN, type PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import { newcomer, type PlayedPerson } from "#tests/support/calendar-consent.ts";
import { newLife, watchMortal } from "#tests/support/mortal-object.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { answerReseal, RESEAL_PATH } from "#workers/admin-reseal.ts";
import { CalendarAccountObject } from "#workers/calendar/calendar-account-object.ts";
import { composeServices } from "#workers/compose.ts";
import { composeCalendar } from "#workers/compose/calendars.ts";
import { parseConfig } from "#workers/config.ts";

/** `npm run reseal`: every stored secret of calendars is encrypted with the new key, so that the old one can be removed. */

const db = openDatabase(env.DB);
const TOKEN = "an-operator-of-this-test";
const OLD: SecretBoxKey[] = parseConfig(workerEnv).secretBoxKeys.slice(0, 1);
const NEW: SecretBoxKey = { name: "new", bytes: crypto.getRandomValues(new Uint8Array(32)) };

let played: PlayedCalendars;
let people: PlayedPerson[];
/** Tokens that Google was asked to take back, and whether it takes them. */
let revoked: string[];
let takesTokens: boolean;

beforeEach(() => {
  people = [];
  revoked = [];
  takesTokens = false;
  played = playCalendars({ people });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith("/revoke")) {
      revoked.push(
        new URLSearchParams(new TextDecoder().decode(await new Request(input, init).arrayBuffer())).get("token") ?? "",
      );
      if (!takesTokens) return new Response(null, { status: 503 });
    }
    return (await played.answer(request)) ?? new Response(null, { status: 500 });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const stubOf = (accountId: string) => env.CALENDARS.get(env.CALENDARS.idFromName(accountId));

/** The account's object in a process that has this box. */
const withBox = <Answer>(
  accountId: string,
  secretBox: SecretBox,
  act: (object: CalendarAccountObject) => Promise<Answer>,
) =>
  runInDurableObject(stubOf(accountId), (_object, state) =>
    act(new CalendarAccountObject(state, workerEnv, { ...composeCalendar(workerEnv), secretBox })),
  );

/** All pages, as the command asks for them. */
async function resealAll(keys: readonly SecretBoxKey[]): Promise<number> {
  const secretBox = aesGcmSecretBox(keys);
  const own = composeServices({ ...workerEnv }, () => undefined);
  const calendarAccounts = {
    of: (accountId: string) => ({ reseal: () => withBox(accountId, secretBox, (object) => object.reseal()) }),
  };
  const answerOf = z.object({ resealed: z.number(), cursor: z.string().nullable() });
  let [resealed, cursor]: [number, string | null] = [0, null];
  do {
    const request = new Request(`http://localhost:8787${RESEAL_PATH}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify({ cursor }),
    });
    const answer = await answerReseal(request, { token: TOKEN, services: { ...own, calendarAccounts, secretBox } });
    const page = answerOf.parse(await answer.json());
    resealed += page.resealed;
    cursor = page.cursor;
  } while (cursor !== null);
  return resealed;
}

const secretsOf = (accountId: string) =>
  runInDurableObject(stubOf(accountId), (_object, { storage: { sql } }) =>
    sql
      .exec<{ secret: string }>("SELECT secret FROM account UNION ALL SELECT secret FROM revocation")
      .toArray()
      .map(({ secret }) => secret.split(".")[1]),
  );

async function addFeed(userId: UserId, calendarId: string): Promise<string> {
  const accountId = randomId();
  const feed = { provider: "ics" as const, subject: "digest", address: `${CALENDAR_ORIGIN}/ics/${calendarId}.ics` };
  await stubOf(accountId).begin({ accountId, userId, workspaceId: userId, name: "Feed", createdAt: 1, ...feed });
  return accountId;
}

test("tokens, addresses of feeds and a token that waits for its provider outlive the former key", async () => {
  const nora = await openCalendarAccount({ played, people }, "google");
  const feedId = await addFeed(nora.userId, nora.calendar.id);
  const ended = await openCalendarAccount({ played, people }, "google");
  await ended.object.disconnect(ended.userId);
  expect(await db.select().from(calendarEndings)).toEqual([{ accountId: ended.accountId }]);
  const ids = [nora.accountId, feedId, ended.accountId];
  expect((await Promise.all(ids.map(secretsOf))).flat()).toEqual(ids.map(() => OLD[0]?.name));

  expect(await resealAll([NEW, ...OLD])).toBe(ids.length);
  expect((await Promise.all(ids.map(secretsOf))).flat()).toEqual(ids.map(() => NEW.name));

  const box = aesGcmSecretBox([NEW]);
  expect(await withBox(nora.accountId, box, (object) => object.sync())).toBe("ok");
  expect(await withBox(feedId, box, (object) => object.sync())).toBe("ok");
  takesTokens = true;
  await runInDurableObject(ended.object, (_object, { storage }) => {
    storage.sql.exec("UPDATE revocation SET retry_at = 0");
  });
  await withBox(ended.accountId, box, (object) => object.alarm());
  expect(revoked).toHaveLength(2);
  expect(new Set(revoked).size).toBe(1);
  expect(revoked[0]).not.toBe("");
  expect(await secretsOf(ended.accountId)).toEqual([]);
  expect(await db.select().from(calendarEndings)).toEqual([]);
});

test("an account whose end is under way is reached, and its row goes with its secret", async () => {
  const { userId } = await signIn();
  const { owner, email: name, consent } = newcomer({ played, people }, "google");
  const accountId = randomId();
  // No alarm of its own goes on with the end meanwhile.
  const { release } = await runInDurableObject(stubOf(accountId), (_object, { storage }) =>
    watchMortal(storage, newLife()),
  );
  try {
    const birth = { accountId, userId, workspaceId: userId, name, createdAt: 1, provider: "google" as const, owner };
    await stubOf(accountId).begin({ ...birth, tokens: await consent() });
    const forgetMails = () => Promise.reject(new Error("the workspace does not answer"));
    await runInDurableObject(stubOf(accountId), async (_object, state) => {
      const object = new CalendarAccountObject(state, workerEnv, { ...composeCalendar(workerEnv), forgetMails });
      await expect(object.disconnect(userId)).rejects.toThrow("the workspace does not answer");
    });
    expect(await db.select().from(calendarAccounts).where(eq(calendarAccounts.id, accountId))).toEqual([]);
    await resealAll([NEW, ...OLD]);
    expect(await secretsOf(accountId)).toEqual([NEW.name]);
    takesTokens = true;
    await withBox(accountId, aesGcmSecretBox([NEW]), (object) => object.alarm());
    expect(revoked).toHaveLength(1);
    expect(await secretsOf(accountId)).toEqual([]);
    expect(await db.select().from(calendarEndings)).toEqual([]);
  } finally {
    await runInDurableObject(stubOf(accountId), release);
  }
});

test("a row without a secret goes when it is looked at", async () => {
  await db.insert(calendarEndings).values({ accountId: randomId() });
  await resealAll([NEW, ...OLD]);
  expect(await db.select().from(calendarEndings)).toEqual([]);
});

test("a token whose key is gone is not told as given back", async () => {
  const lines = vi.spyOn(console, "log");
  const { userId } = await signIn();
  const nora = await openCalendarAccount({ played, people }, "google", userId);
  await nora.object.disconnect(userId);
  await runInDurableObject(nora.object, (_object, { storage }) => {
    storage.sql.exec(
      "UPDATE revocation SET retry_at = 0, secret = replace(secret, ?, 'v1.lost.')",
      `v1.${OLD[0]?.name}.`,
    );
  });
  await runDurableObjectAlarm(nora.object);
  expect(revoked).toHaveLength(1);
  expect(await secretsOf(nora.accountId)).toEqual([]);
  const ends = lines.mock.calls.filter(([line]) => String(line).includes("calendar.revoke.ended"));
  expect(ends).toEqual([[expect.stringContaining('"end":"unreadable"')]]);
});

test.each([
  ["another token", { Authorization: "Bearer somebody-else" }, TOKEN, 401],
  ["no token", {}, TOKEN, 401],
  ["no operator configured", { Authorization: "Bearer null" }, null, 404],
])("with %s nothing is encrypted anew", async (_name, headers, token, status) => {
  const services = composeServices({ ...workerEnv }, () => undefined);
  const request = new Request(`http://localhost:8787${RESEAL_PATH}`, { method: "POST", headers, body: "{}" });
  expect((await answerReseal(request, { token, services })).status).toBe(status);
});
