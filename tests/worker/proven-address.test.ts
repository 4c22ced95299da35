import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { newMeetId, type UserId } from "#app/domain/ids.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { hashToken, sessionHashOf } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { meetingGuests, meetingVisibility, teamInvitations } from "#app/server/db/schema-teams.ts";
import { meetings } from "#app/server/db/schema.ts";
import { askToConfirm } from "#app/server/auth/confirm-address.ts";
import { endProvenElsewhere } from "#app/server/auth/take-back-address.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { acceptInvitation, readInvitation } from "#app/server/teams/join-team.ts";
import { RESEND_KEY, standInForResend } from "#tests/fakes/resend-server.ts";
import { type Browser, openBrowser } from "#tests/support/browser.ts";
import { MAIL_FROM, mailSettingsOf } from "#tests/support/mail-bench.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/**
 * An attack: somebody whose provider vouches for no address enters a stranger's, and the stranger presses the button of the mail. What is
 * shown to the stranger's address opens for nobody but the session that asked, and never where a provider vouches for it to another account.
 */

afterEach(() => vi.restoreAllMocks());

const db = openDatabase(env.DB);

async function asker(name = "Claire Morel") {
  const { userId, cookie } = await signIn();
  await db.update(users).set({ emailVerified: false, name }).where(eq(users.id, userId));
  const standIn = standInForResend();
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: MAIL_FROM, log: () => {} });
  const services = { ...composeServices(workerEnv, () => {}), mailer };
  const sessionHash = await sessionHashOf(
    new Request(services.config.origin, { headers: { Cookie: cookie } }),
    services,
  );
  const browser = openBrowser();
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  return {
    userId,
    browser,
    services,
    /** Asks for a link to the address: the path of its page, and the mail. */
    ask: async (address: string) => {
      const actor = { ...sessionActor(userId), sessionHash: sessionHash ?? "" };
      expect(await askToConfirm(services, actor, address)).toBe("sent");
      const mail = standIn.delivered.at(-1);
      return { link: /\/confirm-mail\/[0-9a-f]{64}/.exec(mail?.text ?? "")?.[0] ?? "", text: mail?.text ?? "" };
    },
    opens: async (meetId: ReturnType<typeof newMeetId>) =>
      (await accessTo(services, sessionActor(userId), meetId)) !== null,
  };
}

/** A meeting of somebody else's that is shown by name to an address. */
async function shownTo(email: string) {
  const owner = await signIn();
  const meetId = newMeetId();
  await db.batch([
    db.insert(meetings).values({
      id: meetId,
      workspaceId: owner.userId,
      createdBy: owner.userId,
      title: "Salaries",
      startsAt: 1,
      timeZone: "UTC",
      language: "en",
      source: "upload",
      status: "SUMMARIZED",
      sequence: 1,
      createdAt: 1,
      updatedAt: 1,
    }),
    db.insert(meetingVisibility).values({ meetId, visibility: "named", changedBy: owner.userId, changedAt: 1 }),
    db.insert(meetingGuests).values({ meetId, email, addedAt: 1 }),
  ]);
  return meetId;
}

const pageOf = async (answer: Response) => ({ status: answer.status, text: await answer.text() });

test("a stranger's press lets the asker's mails come, and opens nothing for the asker", async () => {
  const victim = "victim@practice.example";
  const { userId, browser, ask, opens } = await asker();
  const meetId = await shownTo(victim);
  const { link, text } = await ask(victim);
  expect(text).toContain("If you are not Claire Morel, do nothing");
  const stranger = openBrowser();
  expect((await pageOf(await stranger.get(link))).text).toContain("Confirm this address for Claire Morel?");
  const pressed = await pageOf(await stranger.post(link, {}));
  expect([pressed.status, pressed.text.includes("in the browser where it was asked for")]).toEqual([200, true]);
  expect([await opens(meetId), (await mailSettingsOf(userId)).confirming?.isProven]).toEqual([false, false]);
  // Another session of another person is a stranger's as well.
  const other = openBrowser();
  other.cookies.set("acta-session", (await signIn()).cookie.split("=")[1] ?? "");
  await other.post(link, {});
  expect(await opens(meetId)).toBe(false);
  // Opened where it was asked for, also after that, it proves the address.
  const own = await pageOf(await browser.post(link, {}));
  expect([own.text.includes("opens for you"), await opens(meetId)]).toEqual([true, true]);
  expect((await mailSettingsOf(userId)).confirming?.isProven).toBe(true);
});

test("an address that a provider vouches for to another account opens nothing, before and after it is confirmed", async () => {
  const { userId: holder } = await signIn();
  const address = `${holder}@example.test`;
  const meetId = await shownTo(address);
  const { browser, ask, opens } = await asker();
  const { link } = await ask(address);
  const pressed = await pageOf(await browser.post(link, {}));
  expect([pressed.text.includes("the account that signs in with it"), await opens(meetId)]).toEqual([true, false]);
  // The account comes later: access ends at once, and what was proven is gone with the sign-in.
  const late = "late@practice.example";
  const second = await asker();
  const shown = await shownTo(late);
  await second.browser.post((await second.ask(late)).link, {});
  expect(await second.opens(shown)).toBe(true);
  await db.update(users).set({ email: "Late@practice.example" }).where(eq(users.id, holder));
  expect(await second.opens(shown)).toBe(false);
  await endProvenElsewhere(second.services, holder);
  await db.update(users).set({ email: address }).where(eq(users.id, holder));
  expect(await second.opens(shown)).toBe(false);
});

test("an address that gets mails only accepts no invitation to a team", async () => {
  const invited = "invited@practice.example";
  const admin = await signIn();
  const teamId = await makeTeam({ owner: admin });
  const token = "f".repeat(64);
  await db.insert(teamInvitations).values({
    id: newMeetId(),
    workspaceId: teamId,
    email: invited,
    tokenHash: await hashToken(token),
    invitedBy: admin.userId,
    createdAt: 1,
    expiresAt: Date.now() + 60_000,
  });
  const { userId, browser, services, ask } = await asker();
  const { link } = await ask(invited);
  await openBrowser().post(link, {});
  expect(await readInvitation(services, { token, userId })).toMatchObject({ state: "mismatch" });
  expect(await acceptInvitation(services, { token, userId })).toMatchObject({ ok: false, reason: "email-mismatch" });
  await browser.post(link, {});
  expect(await acceptInvitation(services, { token, userId })).toMatchObject({ ok: true });
});

test("addresses from before this rule get mails, and open nothing until their link is opened in the asking session", async () => {
  const address = "before@practice.example";
  const { userId, browser, ask, opens } = await asker();
  await db
    .insert(mailAddresses)
    .values({ userId, email: address, confirmedAt: 1, askedAt: 1, expiresAt: 2, sends: 1, sendsSince: 1 });
  const meetId = await shownTo(address);
  expect([await opens(meetId), (await mailSettingsOf(userId)).address]).toEqual([false, address]);
  await browser.post((await ask(address)).link, {});
  expect(await opens(meetId)).toBe(true);
});

const SETTINGS = "/api/acta/user/mail_address";
type Taking = {
  userId: UserId;
  browser: Browser;
  link: string;
  address: string;
  holder: { userId: UserId; cookie: string };
};

/** The answers of each way of taking an address back. */
const WAYS: { way: string; seen: unknown; take: (taking: Taking) => Promise<unknown> }[] = [
  {
    way: "by the asker",
    seen: "/settings?address=removed#notifications",
    take: async ({ browser }) => (await browser.post(SETTINGS, { address: "", act: "remove" })).headers.get("Location"),
  },
  {
    way: "by the link of the mail, which can be pressed twice",
    seen: [true, 200, 200],
    async take({ link }) {
      const stranger = openBrowser();
      const page = await (await stranger.get(link)).text();
      const press = async () => (await stranger.post(`${link}?act=take-back`, {})).status;
      return [page.includes("Take the address back"), await press(), await press()];
    },
  },
  {
    way: "by the account that has the address, and by no other",
    seen: [["Ivo Roig"], "kept", []],
    async take({ userId, address, holder }) {
      const take = async (by: { cookie: string }) => {
        const theirs = openBrowser();
        theirs.cookies.set("acta-session", by.cookie.split("=")[1] ?? "");
        await theirs.post(SETTINGS, { address: address.toUpperCase(), act: "take-back" });
      };
      const named = async () => (await mailSettingsOf(holder.userId)).others.map(({ name }) => name);
      const before = await named();
      await take(await signIn());
      const kept = (await mailSettingsOf(userId)).address === address ? "kept" : "lost";
      await take(holder);
      return [before, kept, await named()];
    },
  },
];

test.each(WAYS)("a confirmed address is taken back $way", async ({ seen, take }) => {
  const holder = await signIn();
  const { userId, browser, ask, opens } = await asker("Ivo Roig");
  // Confirmed and proven before the account that has the address signed in.
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, holder.userId));
  const address = `${holder.userId}@example.test`;
  const meetId = await shownTo(address);
  const { link } = await ask(address);
  await browser.post(link, {});
  expect([await opens(meetId), (await mailSettingsOf(userId)).address]).toEqual([true, address]);
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, holder.userId));
  expect(await take({ userId, browser, link, address, holder })).toEqual(seen);
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, holder.userId));
  expect([await opens(meetId), (await mailSettingsOf(userId)).address]).toEqual([false, null]);
  // The link that confirmed it confirms nothing more.
  expect((await browser.post(link, {})).status).toBe(404);
});
