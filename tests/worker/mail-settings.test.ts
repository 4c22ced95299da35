import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { MAIL_TRY_MS_MAX } from "#app/domain/limits/mail.ts";
import { MINUTE_MS } from "#app/domain/limits/units.ts";
import { mailKey } from "#app/domain/mail/mail-content.ts";
import type { MailKind } from "#app/domain/mail/mail-kinds.ts";
import { LOCALES } from "#app/domain/languages.ts";
import { openI18n } from "#app/i18n/server.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { mailAddresses } from "#app/server/db/schema-mail.ts";
import { resendError, standInForResend } from "#tests/fakes/resend-server.ts";
import { call } from "#tests/support/api.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { MAIL_TITLE, mailableMeeting, mailSettingsOf, onMailBench } from "#tests/support/mail-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf } from "#tests/support/upload-meeting.ts";
import { mailState } from "#workers/workspace/mail/mail-store.ts";

/** §4, §5: mails are switched on and off, and a person sees which did not arrive. */

afterEach(() => vi.restoreAllMocks());

/** The section of the settings, as HTML. */
const notificationsOf = async (cookie: string, language = "en") =>
  /<section id="notifications"[\s\S]*?<\/section>/
    .exec(await (await call("/settings", { cookie, headers: { "Accept-Language": language } })).text())?.[0]
    .replaceAll("<!-- -->", "");
const change = async (cookie: string, kind: MailKind, to: "on" | "off") => {
  const browser = openBrowser();
  browser.cookies.set("acta-session", cookie.split("=")[1] ?? "");
  expect((await browser.post("/api/acta/user/choices", { [kind]: to })).status).toBe(204);
};

test("a mail that could not be sent is given up, and its owner sees that in the settings", async () => {
  const standIn = standInForResend();
  const { userId, cookie } = await signIn();
  const { meetId } = await birthOf({ userId, details: { title: MAIL_TITLE } });
  const meeting = mailableMeeting(userId, { meetId });
  standIn.failures = Array.from({ length: 200 }, () => () => resendError(500, "internal_server_error"));
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish, clock, lines }) => {
    const from = clock.now;
    await tell(meetId);
    const waits = await finish();
    expect(waits.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE_MS));
    expect(clock.now - from).toBe(MAIL_TRY_MS_MAX);
    expect(lines.at(-1)).toContain('"event":"mail.given-up"');
    // The same reason is not begun again.
    await tell(meetId, { id: 2 });
    expect(await finish()).toEqual([]);
  });
  expect(standIn.delivered).toEqual([]);
  expect((await mailSettingsOf(userId)).undelivered).toEqual([
    {
      kind: "minutes-ready",
      meetId,
      title: MAIL_TITLE,
      state: "failed",
      reason: "unavailable",
      dueAt: expect.any(Number),
    },
  ]);
  const shown = await notificationsOf(cookie);
  expect(shown).toContain(`E-mails go to ${userId}@example.test.`);
  expect(shown).toContain(`href="/${meetId}">${MAIL_TITLE}</a>`);
  for (const words of ["Your minutes are ready", "Not sent", "The mail service could not be reached for 20 hours."]) {
    expect(shown).toContain(words);
  }
  const other = await signIn();
  expect((await mailSettingsOf(other.userId)).undelivered).toEqual([]);
  expect(await notificationsOf(other.cookie)).not.toContain("Not sent");
});

test("the settings say that a mail is late while it is tried again", async () => {
  const standIn = standInForResend();
  const { userId, cookie } = await signIn();
  const { meetId } = await birthOf({ userId, details: { title: MAIL_TITLE } });
  standIn.failures = Array.from({ length: 2 }, () => () => resendError(503, "service_unavailable"));
  await onMailBench({ userId, meetings: [mailableMeeting(userId, { meetId })] }, async ({ tell, mails, clock }) => {
    await tell(meetId);
    await mails.sending.run();
    clock.now += MINUTE_MS;
    await mails.sending.run();
  });
  const shown = await notificationsOf(cookie);
  for (const words of [MAIL_TITLE, "Late", "Acta tries again for up to 20 hours."]) expect(shown).toContain(words);
});

const GIVEN_UP = ["address", "message", "account", "unavailable"] as const;

test.each(LOCALES)(
  "the settings say in words why a mail was given up, and where a link waits, in %s",
  async (locale) => {
    const { userId, cookie } = await signIn();
    const expiresAt = Date.now() + MINUTE_MS;
    const db = openDatabase(env.DB);
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, userId));
    const asked = "nora@practice.example";
    await db
      .insert(mailAddresses)
      .values({ userId, asked, tokenHash: userId, askedAt: 1, expiresAt, sends: 1, sendsSince: 1 });
    await onMailBench({ userId, meetings: [] }, async ({ sql, clock }) => {
      for (const reason of GIVEN_UP) {
        const { meetId } = await birthOf({ userId, details: { title: reason } });
        sql.exec(
          `INSERT INTO mails (key, kind, meet_id, user_id, state, reason, due_at)
         VALUES (?, 'minutes-ready', ?, ?, 'failed', ?, ?)`,
          `minutes-ready/${meetId}`,
          meetId,
          userId,
          reason,
          clock.now,
        );
      }
    });
    const { t } = await openI18n(locale);
    const shown = (await notificationsOf(cookie, locale))?.replaceAll("&#x27;", "'");
    const words = GIVEN_UP.map((reason) => t(`settings:undelivered.why.${reason}`, { hours: 20 }));
    expect(new Set(words).size).toBe(GIVEN_UP.length);
    for (const each of [
      ...words,
      t("settings:confirming.pending", { address: asked }),
      t("settings:confirming.again"),
    ]) {
      expect(shown).toContain(each);
    }
  },
);

test("a kind that is switched off is not sent, and the others are", async () => {
  const standIn = standInForResend();
  const { userId, cookie } = await signIn();
  expect((await mailSettingsOf(userId)).preferences["minutes-ready"]).toBe(true);
  await change(cookie, "minutes-ready", "off");
  expect(await mailSettingsOf(userId)).toEqual({
    isSending: true,
    address: `${userId}@example.test`,
    confirming: null,
    others: [],
    preferences: {
      "minutes-ready": false,
      "recording-failed": true,
      "not-let-in": true,
      "meeting-shown": true,
      "retention-warning": true,
      "deletion-receipt": true,
      "calendar-reconnect": true,
      "delivery-parked": true,
      "join-soon": false,
      "join-limit": true,
      "payment-failed": true,
      "weekly-digest": false,
      "series-brief": false,
    },
    undelivered: [],
  });
  const ready = mailableMeeting(userId);
  const failed = mailableMeeting(userId, { kind: "not-let-in", status: "REJECTED", reason: "denied", lines: [] });
  await onMailBench({ userId, meetings: [ready, failed] }, async ({ tell, finish, mails }) => {
    await tell(ready.meetId);
    await tell(failed.meetId);
    await finish();
    expect(mails.undelivered(userId)).toEqual([]);
  });
  expect(standIn.delivered.map(({ subject }) => subject)).toEqual([
    `Somebody in the call declined Acta’s request: ${MAIL_TITLE}`,
  ]);
  expect((await mailSettingsOf((await signIn()).userId)).preferences["minutes-ready"]).toBe(true);
  await change(cookie, "minutes-ready", "on");
  expect((await mailSettingsOf(userId)).preferences["minutes-ready"]).toBe(true);
});

test("no mail goes to an address that no provider vouches for, nor for an account that is gone", async () => {
  const standIn = standInForResend();
  const db = openDatabase(env.DB);
  const [unverified, gone] = [await signIn(), await signIn()];
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, unverified.userId));
  expect((await mailSettingsOf(unverified.userId)).address).toBeNull();
  expect(await notificationsOf(unverified.cookie)).toContain("Google has not confirmed your address");
  await db.delete(users).where(eq(users.id, gone.userId));
  for (const { userId } of [unverified, gone]) {
    const meeting = mailableMeeting(userId);
    await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish, sql }) => {
      await tell(meeting.meetId);
      await finish();
      expect(mailState(sql, mailKey(meeting))).toBe("unwanted");
    });
  }
  expect(standIn.delivered).toEqual([]);
});
