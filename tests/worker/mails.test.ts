import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { MAIL_ATTEMPT_MS_MAX, MAIL_EVENT_MS_MAX } from "#app/domain/limits/mail.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { mailKey } from "#app/domain/mail/mail-content.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import type { Mailer } from "#app/server/ports/mailer.ts";
import { RESEND_KEY, resendError, standInForResend } from "#tests/fakes/resend-server.ts";
import { MAIL_FROM, MAIL_LINE, MAIL_TITLE, mailableMeeting, onMailBench } from "#tests/support/mail-bench.ts";
import { call } from "#tests/support/api.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { mailState, saveMailState } from "#workers/workspace/mail/mail-store.ts";
import { nextDeliveryAt } from "#workers/workspace/store.ts";

/** Mails to the owners of meetings: real objects and D1, and a stand-in for Resend that speaks its protocol. */
const SOON = { timeout: 35_000, interval: 50 };
const workspaceOf = (workspaceId: string) => env.WORKSPACES.getByName(workspaceId);

afterEach(() => vi.restoreAllMocks());

test("the owner of a meeting gets one mail when its minutes are ready, however often that is told", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn({ name: "Nora Puig" });
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: MAIL_FROM, log: () => {} });
  consumersOf.set(userId, { consumers: [], mail: { ...composeWorkspace(workerEnv).mail, mailer } });
  const talk = [
    ["Jonas Vidal", "The desk opens at eight on Monday."],
    ["Nora Puig", "I will prepare the telephone list by Friday."],
    ["Jonas Vidal", "Nora will send the contract to the clinic by Friday."],
  ] as const;
  const { meetId } = await recordedTalk(talk, { userId, details: { title: MAIL_TITLE } });
  await vi.waitFor(() => expect(standIn.delivered).toHaveLength(1), SOON);
  const [mail] = standIn.delivered;
  expect(mail).toMatchObject({
    from: MAIL_FROM,
    to: [`${userId}@example.test`],
    subject: `Your minutes are ready: ${MAIL_TITLE}`,
  });
  expect(mail?.html).toMatch(new RegExp(`href="http://localhost:8787/${meetId}\\?t=[024]"`));
  expect(mail?.text).toMatch(/telephone list|desk opens|contract/);
  expect(mail?.headers).toMatchObject({
    "List-Unsubscribe": expect.stringMatching(/^<http:\/\/localhost:8787\/unsubscribe\/minutes-ready\/[0-9a-z.]+>$/),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });

  await workspaceOf(userId).takeEvents(meetId, [{ id: 1_000_000, kind: "status-changed", at: Date.now() }]);
  await vi.waitFor(
    () =>
      runInDurableObject(workspaceOf(userId), (_object, { storage }) => {
        expect(nextDeliveryAt(storage.sql, "mail")).toBeNull();
        expect(storage.sql.exec("SELECT state FROM mails").toArray()).toEqual([{ state: "sent" }]);
        expect(storage.sql.exec("SELECT key FROM outbox").toArray()).toEqual([]);
      }),
    SOON,
  );
  expect(standIn.delivered).toHaveLength(1);
});

test("an event that is delivered twice causes one mail", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const meeting = mailableMeeting(userId);
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish }) => {
    await tell(meeting.meetId);
    await tell(meeting.meetId);
    await finish();
    await tell(meeting.meetId, { id: 2 });
    await finish();
  });
  expect(standIn.delivered).toHaveLength(1);
});

test("a failure is told, and so is the next one after a retry", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const failed = mailableMeeting(userId, {
    kind: "recording-failed",
    status: "ERROR_TRANSCRIPT",
    reason: "speech-unavailable",
    lines: [],
  });
  await onMailBench({ userId, meetings: [failed] }, async ({ tell, finish, meetings }) => {
    await tell(failed.meetId);
    await finish();
    meetings.set(failed.meetId, { ...failed, endedAt: 6 });
    await tell(failed.meetId, { id: 2 });
    await finish();
  });
  expect(standIn.delivered.map(({ subject }) => subject)).toEqual([
    `The speech engine did not answer: ${MAIL_TITLE}`,
    `The speech engine did not answer: ${MAIL_TITLE}`,
  ]);
});

test("while the service is down a mail is tried again with growing waits, and arrives once when it is up", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const meeting = mailableMeeting(userId);
  standIn.failures = Array.from({ length: 3 }, () => () => resendError(503, "service_unavailable"));
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish, mails, clock }) => {
    await tell(meeting.meetId);
    await mails.sending.run();
    expect(mails.undelivered(userId)).toEqual([]);
    clock.now += MINUTE_MS;
    await mails.sending.run();
    expect(mails.undelivered(userId)).toMatchObject([{ meetId: meeting.meetId, state: "late", reason: null }]);
    expect(mails.undelivered("somebody-else")).toEqual([]);
    expect(standIn.delivered).toEqual([]);
    expect(await finish()).toEqual([2 * MINUTE_MS, 4 * MINUTE_MS]);
    expect(mails.undelivered(userId)).toEqual([]);
  });
  expect(standIn.delivered).toHaveLength(1);
});

test("a key that the service refuses may be corrected: the mail is tried again after an hour", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const meeting = mailableMeeting(userId);
  standIn.failures = [() => resendError(403, "invalid_api_key")];
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish }) => {
    await tell(meeting.meetId);
    expect(await finish()).toEqual([HOUR_MS]);
  });
  expect(standIn.delivered).toHaveLength(1);
});

test("a mail that the service refuses for good is not sent again", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const meeting = mailableMeeting(userId);
  standIn.failures = [() => resendError(422, "validation_error")];
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish, mails }) => {
    await tell(meeting.meetId);
    expect(await finish()).toEqual([]);
    expect(mails.undelivered(userId)).toMatchObject([{ state: "failed", reason: "message" }]);
  });
  expect(standIn.delivered).toEqual([]);
});

test("a mail of minutes that was given up is sent again once, when its person asks for it", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const meeting = mailableMeeting(userId);
  standIn.failures = [() => resendError(422, "validation_error")];
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish, mails }) => {
    await tell(meeting.meetId);
    await finish();
    const again = (by: string) => mails.sendAgain({ key: mailKey(meeting), userId: by });
    expect([again("another"), again(userId), again(userId)]).toEqual([false, true, false]);
    await finish();
    expect(mails.undelivered(userId)).toEqual([]);
    // It has arrived.
    expect(again(userId)).toBe(false);
  });
  expect(standIn.delivered).toHaveLength(1);
});

test("a mail whose answer was lost is sent again with its key and arrives once", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const meeting = mailableMeeting(userId);
  let lost = 0;
  standIn.onAccepted = () => {
    lost += 1;
    throw new TypeError("connection lost");
  };
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish, meetings, sql }) => {
    await tell(meeting.meetId);
    expect(await finish()).toEqual([MINUTE_MS]);
    expect(mailState(sql, mailKey(meeting))).toBe("sent");
    expect(meetings.size).toBe(1);
  });
  expect(lost).toBe(1);
  expect(standIn.delivered).toHaveLength(1);
});

test("a mail whose words changed after its answer was lost counts as sent", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const meeting = mailableMeeting(userId);
  standIn.onAccepted = () => {
    throw new TypeError("connection lost");
  };
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish, mails, meetings, sql }) => {
    await tell(meeting.meetId);
    await mails.sending.run();
    meetings.set(meeting.meetId, { ...meeting, title: "Another title" });
    await finish();
    expect(mailState(sql, mailKey(meeting))).toBe("sent");
    expect(mails.undelivered(userId)).toEqual([]);
  });
  expect(standIn.delivered).toHaveLength(1);
});

test.each([
  { knowsKeys: true, sent: 1 },
  { knowsKeys: false, sent: 0 },
])(
  "after a crash while the service had the mail, a service with keys ($knowsKeys) is asked $sent times more",
  async ({ knowsKeys, sent }) => {
    const { userId } = await signIn();
    const meeting = mailableMeeting(userId);
    const keys: string[] = [];
    const mailer: Mailer = {
      knowsKeys,
      send: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        return { kind: "accepted", id: "1" };
      },
    };
    await onMailBench({ userId, mailer, meetings: [meeting] }, async ({ tell, finish, sql, clock }) => {
      await tell(meeting.meetId);
      // As the process left it when it died.
      const key = mailKey(meeting);
      saveMailState(sql, key, "sending");
      sql.exec("UPDATE outbox SET attempts = 1, due_at = ?", clock.now + MAIL_ATTEMPT_MS_MAX);
      expect(await finish()).toEqual([MAIL_ATTEMPT_MS_MAX]);
      expect(mailState(sql, key)).toBe("sent");
      expect(keys).toEqual(Array.from({ length: sent }, () => key));
    });
  },
);

test("the mail is in its reader's language and time zone", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  await openDatabase(env.DB).update(users).set({ locale: "ca", timeZone: "Asia/Kolkata" }).where(eq(users.id, userId));
  const meeting = mailableMeeting(userId);
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish }) => {
    await tell(meeting.meetId);
    await finish();
  });
  expect(standIn.delivered[0]).toMatchObject({ subject: `La teva acta és a punt: ${MAIL_TITLE}` });
  expect(standIn.delivered[0]?.text).toContain("15:00");
});

test("nothing is sent or kept about a meeting that is deleted, and nothing is sent about what has changed since", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const [deleted, retried] = [
    mailableMeeting(userId),
    mailableMeeting(userId, { kind: "recording-failed", status: "ERROR_SUMMARY" }),
  ];
  await onMailBench({ userId, meetings: [deleted, retried] }, async ({ tell, finish, sql, meetings }) => {
    await tell(deleted.meetId);
    await tell(retried.meetId);
    meetings.clear();
    await tell(deleted.meetId, { id: 2, kind: "meeting-deleted" });
    await finish();
    expect(sql.exec("SELECT meet_id, state FROM mails").toArray()).toEqual([
      { meet_id: retried.meetId, state: "unwanted" },
    ]);
  });
  expect(standIn.delivered).toEqual([]);
});

test("an event of long ago causes no mail", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const meeting = mailableMeeting(userId);
  await onMailBench({ userId, meetings: [meeting] }, async ({ tell, finish, clock }) => {
    await tell(meeting.meetId, { at: clock.now - MAIL_EVENT_MS_MAX - 1 });
    await finish();
  });
  expect(standIn.delivered).toEqual([]);
});

test("logs and the object's storage have no words of the meeting and no address", async () => {
  const standIn = standInForResend();
  const { userId } = await signIn();
  const [sent, refused] = [mailableMeeting(userId), mailableMeeting(userId)];
  standIn.failures = [() => resendError(503, "service_unavailable"), () => resendError(422, "validation_error")];
  await onMailBench({ userId, meetings: [sent, refused] }, async ({ tell, finish, sql, lines }) => {
    await tell(sent.meetId);
    await tell(refused.meetId);
    await finish();
    const kept = JSON.stringify([lines, sql.exec("SELECT * FROM mails").toArray()]);
    expect(lines.length).toBeGreaterThan(3);
    for (const words of [MAIL_TITLE, MAIL_LINE, "@example.test", "@acta.example"]) expect(kept).not.toContain(words);
  });
});

test("the PDF's link of a mail leads to the meeting's page where there is no PDF for the reader, and not to JSON", async () => {
  const { cookie } = await signIn();
  const meetId = newMeetId();
  const pdf = `/api/acta/meetings/${meetId}/pdf`;
  const opened = { "Sec-Fetch-Dest": "document" };
  const toSignIn = await call(pdf, { headers: opened });
  expect(toSignIn.headers.get("Content-Type")).toContain("text/html");
  expect(await toSignIn.text()).toContain(`name="returnTo" value="/${meetId}"`);
  const gone = await call(pdf, { cookie, headers: opened });
  expect([gone.status, gone.headers.get("Content-Type")]).toEqual([404, expect.stringContaining("text/html")]);
  // A program reads the refusal.
  expect((await call(pdf)).status).toBe(401);
});
