import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase } from "#app/server/db/database.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { saveMailPreferences } from "#app/server/mail/mail-preferences.ts";
import { type PlayedCalendars, playCalendars } from "#tests/fakes/calendar-providers.ts";
import { RESEND_KEY, type ResendStandIn, standInForResend } from "#tests/fakes/resend-server.ts";
import { openCalendarAccount, type PlayedPerson } from "#tests/support/calendar-account.ts";
import { MAIL_FROM } from "#tests/support/mail-bench.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { composeWorkspace } from "#workers/compose.ts";

/** Mails about calendar accounts, from the provider's refusal to the mail service. */

const SOON = { timeout: 35_000, interval: 50 };
const workspaceOf = (workspaceId: string) => env.WORKSPACES.getByName(workspaceId);

let played: PlayedCalendars;
let people: PlayedPerson[];
let standIn: ResendStandIn;

beforeEach(() => {
  people = [];
  standIn = standInForResend();
  played = playCalendars({ people });
  const network = vi.mocked(globalThis.fetch);
  const before = network.getMockImplementation();
  network.mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const answer = await played.answer(new Request(input, init));
    if (answer) return answer;
    return before ? before(request) : new Response(null, { status: 500 });
  });
});
afterEach(() => vi.restoreAllMocks());

async function opened(provider: "google" | "microsoft" = "google") {
  const nora = await openCalendarAccount({ played, people }, provider);
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: MAIL_FROM, log: () => {} });
  consumersOf.set(nora.userId, { consumers: [], mail: { ...composeWorkspace(workerEnv).mail, mailer } });
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
  await workspaceOf(userId).takeCalendarMail({ kind: "calendar-reconnect", userId, accountId, about: "1" });
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
