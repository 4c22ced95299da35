import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import {
  ADDRESS_LINK_MS,
  ADDRESS_RESEND_MS,
  ADDRESS_SENDS_MAX,
  TYPED_MAILS_TO_ADDRESS_MAX,
} from "#app/domain/limits/mail.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { readAccountData } from "#app/server/account/account-data.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { users } from "#app/server/db/schema-account.ts";
import { askToConfirm, confirmAddress } from "#app/server/auth/confirm-address.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { findReader } from "#app/server/mail/prepare-mail.ts";
import { RESEND_KEY, resendError, type ResendStandIn, standInForResend } from "#tests/fakes/resend-server.ts";
import { call } from "#tests/support/api.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { MAIL_FROM, mailableMeeting, mailSettingsOf, onMailBench } from "#tests/support/mail-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** Somebody whose provider does not vouch for their address (Microsoft) confirms one for mails by a link. */

afterEach(() => vi.restoreAllMocks());

const db = openDatabase(env.DB);
const PATH = "/api/acta/user/mail_address";

/** Somebody without a vouched address. */
async function unvouched() {
  const { userId, cookie } = await signIn();
  await db
    .update(users)
    .set({ emailVerified: false, email: `${userId}@sign-in.example` })
    .where(eq(users.id, userId));
  const browser = openBrowser();
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  return {
    userId,
    address: `${userId}@practice.example`,
    browser,
    ask: (typed: string) => browser.post(PATH, { address: typed }),
  };
}

/** The use cases with a clock of the test's own, and a mail service that speaks Resend's protocol. */
function onClock(userId: UserId) {
  const clock = { now: Date.now() };
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: MAIL_FROM, log: () => {} });
  const services = { ...composeServices(workerEnv, () => {}), mailer, now: () => clock.now };
  return {
    clock,
    ask: (typed: string) => askToConfirm(services, sessionActor(userId), typed),
    confirm: async (link: string) =>
      (await confirmAddress(services, link.split("/").at(-1) ?? "", sessionActor(userId))) !== "gone",
    addressOf: async () => (await findReader(db, userId, "minutes-ready"))?.email ?? null,
  };
}

const linksIn = ({ delivered }: ResendStandIn) =>
  delivered.map(({ text }) => /http:\S+\/confirm-mail\/[0-9a-f]{64}/.exec(text)?.[0] ?? "no link");
const confirmBy = (link: string) =>
  call(link, { method: "POST", body: "", headers: { "Content-Type": "application/x-www-form-urlencoded" } });

test("a link confirms the address when its button is pressed, and mails then go there", async () => {
  const standIn = standInForResend();
  const { userId, address } = await unvouched();
  expect(await onClock(userId).ask(` ${address} `)).toBe("sent");
  expect(standIn.delivered.map(({ to, subject }) => [to, subject])).toEqual([
    [[address], "Confirm your address for Acta"],
  ]);
  expect(await mailSettingsOf(userId)).toMatchObject({
    address: null,
    confirming: { suggested: `${userId}@sign-in.example`, pending: { address } },
  });
  const [link = ""] = linksIn(standIn);
  // Programs that open links confirm nothing.
  const opened = await call(link);
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining("Confirm this address for")]);
  expect((await mailSettingsOf(userId)).address).toBeNull();
  for (let time = 0; time < 2; time += 1) {
    const answer = await confirmBy(link);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Address confirmed")]);
  }
  expect(await mailSettingsOf(userId)).toMatchObject({ address, confirming: { pending: null } });
  const meeting = mailableMeeting(userId);
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish }) => {
    await tell(meeting.meetId);
    await finish();
  });
  expect(standIn.delivered.at(-1)?.to).toEqual([address]);
});

test("the confirmed address is for mails alone: the account's own address stays unverified", async () => {
  const standIn = standInForResend();
  const { userId, address } = await unvouched();
  await onClock(userId).ask(address);
  await confirmBy(linksIn(standIn)[0] ?? "");
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  expect(user).toMatchObject({ email: `${userId}@sign-in.example`, emailVerified: false });
  const { mailAddress } = await readAccountData({ db, lists: listsOf(workerEnv) }, sessionActor(userId));
  expect(mailAddress).toEqual({
    email: address,
    confirmedAt: expect.any(Number),
    asked: null,
    askedAt: expect.any(Number),
    provenAt: null,
  });
});

test("the form of the settings leads back to them, and they say how it ended", async () => {
  const { userId, address, ask } = await unvouched();
  const asked = await ask(address);
  expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/settings?address=sent#notifications"]);
  expect((await mailSettingsOf(userId)).confirming?.pending?.address).toBe(address);
  expect((await ask(address)).headers.get("Location")).toBe("/settings?address=wait#notifications");
});

test("D1 holds the hash of the token, and no link of ours confirms with it", async () => {
  const standIn = standInForResend();
  const { userId, address } = await unvouched();
  await onClock(userId).ask(address);
  const [row] = await db.select().from(mailAddresses).where(eq(mailAddresses.userId, userId));
  const token = linksIn(standIn)[0]?.split("/").at(-1);
  expect(JSON.stringify(row)).not.toContain(token);
  expect((await confirmBy(`/confirm-mail/${row?.tokenHash}`)).status).toBe(404);
  expect((await mailSettingsOf(userId)).address).toBeNull();
});

const other = "other@practice.example";

test("a link ends after its time, and by a newer one", async () => {
  const standIn = standInForResend();
  const { userId, address } = await unvouched();
  const { clock, ask, confirm, addressOf } = onClock(userId);
  expect(await ask(address)).toBe("sent");
  clock.now += ADDRESS_RESEND_MS;
  expect(await ask(other)).toBe("sent");
  const [first = "", second = ""] = linksIn(standIn);
  expect([await confirm(first), await addressOf()]).toEqual([false, null]);
  clock.now += ADDRESS_LINK_MS;
  expect([await confirm(second), await addressOf()]).toEqual([false, null]);
  clock.now -= 1;
  expect([await confirm(second), await addressOf()]).toEqual([true, other]);
});

test("a confirmed address stays until another is confirmed", async () => {
  const standIn = standInForResend();
  const { userId, address } = await unvouched();
  const { clock, ask, confirm, addressOf } = onClock(userId);
  await ask(address);
  await confirm(linksIn(standIn)[0] ?? "");
  clock.now += ADDRESS_RESEND_MS;
  await ask(other);
  expect(await addressOf()).toBe(address);
  await confirm(linksIn(standIn)[1] ?? "");
  expect(await addressOf()).toBe(other);
});

test("a person gets one link a minute and a few a day, and nobody's inbox is flooded from several accounts", async () => {
  const standIn = standInForResend();
  const { userId, address } = await unvouched();
  const { clock, ask } = onClock(userId);
  expect([await ask(address), await ask(address)]).toEqual(["sent", "wait"]);
  for (let sent = 1; sent < ADDRESS_SENDS_MAX; sent += 1) {
    clock.now += ADDRESS_RESEND_MS;
    expect(await ask(address)).toBe("sent");
  }
  clock.now += ADDRESS_RESEND_MS;
  expect(await ask(address)).toBe("wait");
  clock.now += DAY_MS;
  expect(await ask(address)).toBe("sent");
  const flooded = "flooded@practice.example";
  const ends: string[] = [];
  for (let asker = 0; asker <= TYPED_MAILS_TO_ADDRESS_MAX; asker += 1) {
    ends.push(await onClock((await unvouched()).userId).ask(flooded));
  }
  expect(ends).toEqual([...Array.from({ length: TYPED_MAILS_TO_ADDRESS_MAX }, () => "sent"), "wait"]);
  expect(standIn.delivered.filter(({ to }) => to.includes(flooded))).toHaveLength(TYPED_MAILS_TO_ADDRESS_MAX);
});

test.each([
  ["a mail service that is down", () => resendError(500, "internal_server_error"), "later"],
  ["an address that the service refuses", () => resendError(422, "invalid_to_address"), "invalid"],
])("%s leaves no link open, and the settings say what to do", async (_case, failure, end) => {
  const standIn = standInForResend();
  standIn.failures = [failure];
  const { userId, address } = await unvouched();
  const { clock, ask } = onClock(userId);
  expect(await ask(address)).toBe(end);
  expect((await mailSettingsOf(userId)).confirming?.pending).toBeNull();
  clock.now += ADDRESS_RESEND_MS;
  expect(await ask(address)).toBe("sent");
});

test.each([
  "",
  "nobody",
  "a@b",
  "two@practice.example, three@practice.example",
  "a@practice.example\r\nBcc: b@c.example",
])("%j is no address, and nothing is sent", async (typed) => {
  const standIn = standInForResend();
  const { ask } = await unvouched();
  expect((await ask(typed)).headers.get("Location")).toBe("/settings?address=invalid#notifications");
  expect(standIn.delivered).toEqual([]);
});

test("somebody whose provider vouches for the address confirms nothing, and a stranger asks for nothing", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const address = "mireia@practice.example";
  expect(await onClock(userId).ask(address)).toBe("later");
  expect((await openBrowser().post(PATH, { address })).status).toBe(401);
  expect(standIn.delivered).toEqual([]);
});
