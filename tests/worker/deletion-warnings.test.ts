import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { type MeetId, newMeetId, type UserId } from "#app/domain/ids.ts";
import { MAIL_TRY_MS_MAX } from "#app/domain/limits/mail.ts";
import { RETENTION_COLLECT_MS } from "#app/domain/limits/account.ts";
import { DAY_MS, HOUR_MS } from "#app/domain/limits/units.ts";
import type { PlannedMeeting } from "#app/domain/privacy/retention.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { saveMailPreferences } from "#app/server/account/mail-preferences.ts";
import { RESEND_KEY, type ResendStandIn, resendError, standInForResend } from "#tests/fakes/resend-server.ts";
import { call } from "#tests/support/api.ts";
import { mailSettingsOf } from "#tests/support/mail-bench.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeWorkspace } from "#workers/compose.ts";
import { meetingMails } from "#workers/workspace/mail/meeting-mails.ts";

/** Warnings of deletions by rule: a real object and D1, and a stand-in for Resend that speaks its protocol. */
afterEach(() => vi.restoreAllMocks());

const NOON = Date.UTC(2026, 10, 23, 12);

type Bench = {
  userId: UserId;
  cookie: string;
  sql: SqlStorage;
  clock: { now: number };
  standIn: ResendStandIn;
  /** Makes a meeting whose part goes at `at`, and has it say that its deletion is near. */
  warn: (title: string, plan: PlannedMeeting["plan"]) => Promise<PlannedMeeting>;
  plans: Map<string, PlannedMeeting>;
  tell: (meetId: string, kind?: "deletion-near" | "meeting-deleted") => Promise<void>;
  /** Lets this time pass, and sends what is due. */
  after: (ms: number) => Promise<void>;
};

async function onWarningBench(use: (bench: Bench) => Promise<void>): Promise<void> {
  const { userId, cookie } = await signIn();
  const standIn = standInForResend();
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    const { sql } = storage;
    const clock = { now: NOON };
    const plans = new Map<string, PlannedMeeting>();
    const { consumer, sending } = meetingMails(storage, {
      mail: {
        ...composeWorkspace(workerEnv).mail,
        mailer: resendMailer({ apiKey: RESEND_KEY, from: "Acta <acta@acta.example>", log: () => {} }),
        readPlan: async (meetId) => plans.get(meetId) ?? null,
      },
      mayHave: composeWorkspace(workerEnv).mayHave,
      log: () => {},
      now: () => clock.now,
      random: () => 1,
    });
    const tell: Bench["tell"] = (meetId, kind = "deletion-near") =>
      consumer.consume({ meetId: meetId as MeetId, id: 1, kind, at: clock.now }, new AbortController().signal);
    const warn: Bench["warn"] = async (title, plan) => {
      const meetId = newMeetId();
      const meeting = { meetId, createdBy: userId, title, startsAt: NOON - 27 * DAY_MS, plan };
      plans.set(meetId, meeting);
      await tell(meetId);
      return meeting;
    };
    const after = async (ms: number) => {
      clock.now += ms;
      await sending.run();
    };
    await use({ userId, cookie, sql, clock, standIn, plans, warn, tell, after });
    expect(sql.exec("SELECT * FROM planned_deletions").toArray()).toEqual([]);
    expect(sql.exec("SELECT key FROM outbox").toArray()).toEqual([]);
    expect(sql.exec("SELECT key FROM mails").toArray()).toEqual([]);
  });
}

const inThreeDays = { part: "recording", at: NOON + 3 * DAY_MS } as const;

test("one mail names all recordings that go on the same day", async () => {
  await onWarningBench(async ({ userId, standIn, warn, tell, after }) => {
    const one = await warn("Seminar rooms", [inThreeDays]);
    await warn("Telephone list", [{ part: "recording", at: NOON + 3 * DAY_MS - HOUR_MS }]);
    await tell(one.meetId);
    await after(RETENTION_COLLECT_MS - 1);
    expect(standIn.delivered).toEqual([]);
    await after(1);
    expect(standIn.delivered).toHaveLength(1);
    const [mail] = standIn.delivered;
    expect(mail).toMatchObject({
      to: [`${userId}@example.test`],
      subject: "Recordings will be deleted on Thursday, 26 November 2026",
    });
    expect(mail?.text).toContain("Seminar rooms");
    expect(mail?.text).toContain("Telephone list");
    expect(mail?.headers["List-Unsubscribe"]).toContain("/unsubscribe/retention-warning/");
    await after(DAY_MS);
    expect(standIn.delivered).toHaveLength(1);
  });
});

test("parts and days have a mail each, and a later deletion of the same meeting is not told yet", async () => {
  await onWarningBench(async ({ standIn, warn, after }) => {
    await warn("Seminar rooms", [inThreeDays, { part: "meeting", at: NOON + 60 * DAY_MS }]);
    await warn("Telephone list", [{ part: "transcript", at: NOON + 3 * DAY_MS }]);
    await warn("Rented rooms", [{ part: "recording", at: NOON + 2 * DAY_MS }]);
    await after(RETENTION_COLLECT_MS);
    expect(standIn.delivered.map(({ subject }) => subject).toSorted()).toEqual([
      "Recordings will be deleted on Thursday, 26 November 2026",
      "Recordings will be deleted on Wednesday, 25 November 2026",
      "Transcripts will be deleted on Thursday, 26 November 2026",
    ]);
  });
});

test("a meeting whose rule was changed, and one that was deleted, are not in the mail", async () => {
  await onWarningBench(async ({ standIn, plans, warn, tell, after }) => {
    const kept = await warn("Seminar rooms", [inThreeDays]);
    const deleted = await warn("Telephone list", [inThreeDays]);
    plans.set(kept.meetId, { ...kept, plan: [] });
    plans.delete(deleted.meetId);
    await tell(deleted.meetId, "meeting-deleted");
    await after(RETENTION_COLLECT_MS);
    expect(standIn.delivered).toEqual([]);
  });
});

test("a person who switched warnings off gets none", async () => {
  await onWarningBench(async ({ userId, standIn, warn, after }) => {
    const needs = { db: openDatabase(env.DB), now: Date.now };
    await saveMailPreferences(needs, userId, { "retention-warning": false });
    await warn("Seminar rooms", [inThreeDays]);
    await after(RETENTION_COLLECT_MS);
    expect(standIn.delivered).toEqual([]);
  });
});

test("a service that is down gets the same warning later, and what was said meanwhile is warned of once more", async () => {
  await onWarningBench(async ({ standIn, warn, after }) => {
    await warn("Seminar rooms", [inThreeDays]);
    standIn.failures.push(() => resendError(503, "internal_server_error"));
    await after(RETENTION_COLLECT_MS);
    expect(standIn.delivered).toEqual([]);
    await after(HOUR_MS);
    expect(standIn.delivered).toHaveLength(1);
    await warn("Telephone list", [inThreeDays]);
    await after(RETENTION_COLLECT_MS);
    expect(standIn.delivered).toHaveLength(2);
    expect(standIn.delivered[1]?.text).toContain("Telephone list");
    expect(standIn.delivered[1]?.text).not.toContain("Seminar rooms");
  });
});

test("a warning that could not be sent is in the settings, and the next one of that day takes its place", async () => {
  await onWarningBench(async ({ userId, cookie, standIn, warn, after }) => {
    await warn("Seminar rooms", [inThreeDays]);
    standIn.failures = Array.from({ length: 100 }, () => () => resendError(503, "internal_server_error"));
    await after(RETENTION_COLLECT_MS);
    await after(HOUR_MS);
    const undelivered = async () => (await mailSettingsOf(userId)).undelivered;
    const warning = { kind: "retention-warning", meetId: null, title: null, dueAt: expect.any(Number) };
    expect(await undelivered()).toEqual([{ ...warning, state: "late", reason: null }]);
    for (let hours = 0; hours * HOUR_MS < MAIL_TRY_MS_MAX; hours += 1) await after(HOUR_MS);
    expect(await undelivered()).toEqual([{ ...warning, state: "failed", reason: "unavailable" }]);
    const shown = await (await call("/settings", { cookie })).text();
    expect(shown).toContain("Something will be deleted soon");
    expect(shown).toContain("Not sent");

    standIn.failures = [];
    await warn("Telephone list", [inThreeDays]);
    await after(RETENTION_COLLECT_MS);
    expect(standIn.delivered).toHaveLength(1);
    expect(await undelivered()).toEqual([]);
  });
});
