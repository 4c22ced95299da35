import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { newMeetId, newRecordingId, type UserId } from "#app/domain/ids.ts";
import { DIGEST_TASKS_MAX, MAIL_MEETINGS_MAX } from "#app/domain/limits/mail.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/domain/limits/units.ts";
import { NO_DAY } from "#app/domain/tasks/task-list.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { weeklyDigests } from "#app/server/db/schema-feeds.ts";
import { meetings, meetingTasks } from "#app/server/db/schema.ts";
import { dueDigests, handOverDigests } from "#app/server/digests/hand-over-digests.ts";
import { readDigest } from "#app/server/digests/read-digest.ts";
import { saveMailPreferences } from "#app/server/account/mail-preferences.ts";
import type { Mailer } from "#app/server/ports/mailer.ts";
import type { WeeklyDigest } from "#app/server/ports/workspace-mails.ts";
import { RESEND_KEY, standInForResend } from "#tests/fakes/resend-server.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { MAIL_FROM, onMailBench } from "#tests/support/mail-bench.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { composeServices, composeWorkspace } from "#workers/compose.ts";
import { listsOf } from "#workers/compose/objects.ts";

/** The weekly digest: from the choice in the settings over the sweep to the mail service, with real D1 and workspace objects. */
const db = openDatabase(env.DB);
const lists = listsOf(workerEnv);
const RESEND = resendMailer({ apiKey: RESEND_KEY, from: MAIL_FROM, log: () => {} });
const WEEK = "2026-11-23";
/** Seven on Monday morning in Madrid. */
const MONDAY_AT = Date.UTC(2026, 10, 23, 6);
const THURSDAY_AT = MONDAY_AT - 4 * DAY_MS;

afterEach(() => vi.restoreAllMocks());

async function subscribed(at = THURSDAY_AT) {
  const person = await signIn({ name: "Nora Puig" });
  await db.update(users).set({ timeZone: "Europe/Madrid", locale: "es" }).where(eq(users.id, person.userId));
  await saveMailPreferences({ db, now: () => at }, person.userId, { "weekly-digest": true });
  return person;
}

const dueAtOf = async (userId: string) =>
  (await db.select().from(weeklyDigests).where(eq(weeklyDigests.userId, userId)))[0]?.dueAt ?? null;

/** Sweeps at a time. The digests that are handed over, of one person only: other tests have theirs. */
async function sweepAt(at: number, userId: string, over: { mailer?: Mailer | null; fails?: boolean } = {}) {
  const taken: WeeklyDigest[] = [];
  const of = (workspaceId: string) => ({
    takeDigest: async (digest: WeeklyDigest) => {
      expect(digest.userId).toBe(workspaceId);
      if (over.fails) throw new Error("the object does not answer");
      if (digest.userId === userId) taken.push(digest);
    },
  });
  const lines: string[] = [];
  const mailer = over.mailer === undefined ? RESEND : over.mailer;
  const log = (event: string) => void lines.push(event);
  await handOverDigests({ db, log, mailer, now: () => at, weeklyDigests: { of } });
  return { taken: taken.map(({ week }) => week), late: taken.filter(({ isLate }) => isLate).length, lines };
}

async function addMeeting(userId: UserId, over: Partial<typeof meetings.$inferInsert> = {}): Promise<string> {
  const id = newMeetId();
  await db.insert(meetings).values({
    id,
    ...ownedBy(userId),
    recordingId: newRecordingId(),
    title: "Seminar rooms",
    startsAt: THURSDAY_AT,
    timeZone: "Europe/Madrid",
    language: "en",
    source: "upload",
    status: "SUMMARIZED",
    sequence: 1,
    createdAt: 1,
    updatedAt: 1,
    ...over,
  });
  return id;
}

async function addTask(userId: UserId, meetId: string, over: Partial<typeof meetingTasks.$inferInsert> = {}) {
  // Lists that are read for the first time take what D1 has.
  await readDigest({ db, lists }, { userId, week: WEEK });
  await lists
    .of(userId)
    .insert(meetingTasks)
    .values({
      meetId,
      taskId: newMeetId(),
      position: 0,
      ...ownedBy(userId),
      text: "Prepare the telephone list",
      assigned: "Nora",
      assignedKey: "nora",
      deadline: "Friday",
      dueDay: "2026-11-27",
      done: false,
      startMs: 65_000,
      ...over,
    });
}

/** Sends the digest of a week, and answers with the mails that were delivered and the state of each stored mail. */
async function deliver(userId: UserId, digests: readonly Omit<WeeklyDigest, "userId">[] = [{ week: WEEK }]) {
  const standIn = standInForResend();
  const states: string[] = [];
  await onMailBench({ userId, meetings: [] }, async ({ mails, finish, sql }) => {
    for (const digest of digests) {
      mails.takeDigest({ userId, ...digest });
      await finish();
    }
    for (const { state } of sql.exec<{ state: string }>("SELECT state FROM mails")) states.push(state);
  });
  return { delivered: standIn.delivered, states };
}

test("the digest is off at first, planned for Monday morning once switched on, and no more once switched off", async () => {
  const { userId } = await signIn();
  const choose = (isWanted: boolean) =>
    saveMailPreferences({ db, now: () => THURSDAY_AT }, userId, { "weekly-digest": isWanted });
  expect(await dueAtOf(userId)).toBeNull();
  await saveMailPreferences({ db, now: () => THURSDAY_AT }, userId, { "minutes-ready": true });
  expect(await dueAtOf(userId)).toBeNull();
  await choose(true);
  // Without a zone of their own: UTC.
  expect(await dueAtOf(userId)).toBe(MONDAY_AT + HOUR_MS);
  await choose(false);
  expect(await dueAtOf(userId)).toBeNull();
});

test("a digest is handed over on Monday morning in the person's zone, once", async () => {
  const { userId } = await subscribed();
  expect(await dueAtOf(userId)).toBe(MONDAY_AT);
  expect((await sweepAt(MONDAY_AT - 1, userId)).taken).toEqual([]);
  expect((await sweepAt(MONDAY_AT + 5 * MINUTE_MS, userId)).taken).toEqual([WEEK]);
  expect((await sweepAt(MONDAY_AT + 15 * MINUTE_MS, userId)).taken).toEqual([]);
  expect(await dueAtOf(userId)).toBe(MONDAY_AT + 7 * DAY_MS);
  expect((await sweepAt(MONDAY_AT + 7 * DAY_MS, userId)).taken).toEqual(["2026-11-30"]);
});

test("a zone that has changed since counts as it is now", async () => {
  const { userId } = await subscribed();
  await db.update(users).set({ timeZone: "America/Lima" }).where(eq(users.id, userId));
  expect((await sweepAt(MONDAY_AT, userId)).taken).toEqual([]);
  expect(await dueAtOf(userId)).toBe(MONDAY_AT + 6 * HOUR_MS);
  expect((await sweepAt(MONDAY_AT + 6 * HOUR_MS, userId)).taken).toEqual([WEEK]);
});

test("a workspace that does not answer is asked again by the next sweep, and a digest two days late is sent, and noted as late", async () => {
  const { userId } = await subscribed();
  expect((await sweepAt(MONDAY_AT, userId, { fails: true })).lines).toContain("mail.digest.failed");
  expect(await dueAtOf(userId)).toBe(MONDAY_AT);
  expect((await sweepAt(MONDAY_AT, userId, { mailer: null })).taken).toEqual([]);
  const late = await sweepAt(MONDAY_AT + 2 * DAY_MS, userId);
  expect(late).toMatchObject({ taken: [WEEK], late: 1 });
  expect(late.lines).toContain("mail.digest.late");
  expect(await dueAtOf(userId)).toBe(MONDAY_AT + 7 * DAY_MS);
});

test("digests that fail stand in front of no other, and tell for when they were planned", async () => {
  const { userId } = await subscribed();
  await sweepAt(MONDAY_AT + DAY_MS, userId, { fails: true });
  expect(await dueAtOf(userId)).toBe(MONDAY_AT + DAY_MS);
  const other = await subscribed();
  const due = await dueDigests(db, MONDAY_AT + DAY_MS);
  const places = [other, { userId }].map((person) => due.findIndex((each) => each.userId === person.userId));
  expect(places).toEqual(places.toSorted((one, next) => one - next));
  await sweepAt(MONDAY_AT + 2 * DAY_MS, userId, { fails: true });
  expect(await sweepAt(MONDAY_AT + 2 * DAY_MS, userId)).toMatchObject({ taken: [WEEK], late: 1 });
});

test("a digest that sweeps come to only before the next one is sent, and says that it is late", async () => {
  const { userId } = await subscribed();
  const nightBefore = MONDAY_AT + 7 * DAY_MS - 4 * HOUR_MS;
  expect(await sweepAt(nightBefore, userId)).toMatchObject({ taken: [WEEK], late: 1 });
  expect(await sweepAt(MONDAY_AT + 7 * DAY_MS, userId)).toMatchObject({ taken: ["2026-11-30"], late: 0 });
});

test("a digest that was never sent makes the one after it say that Acta was late", async () => {
  const { userId } = await subscribed();
  expect(await sweepAt(MONDAY_AT + 7 * DAY_MS, userId)).toMatchObject({ taken: ["2026-11-30"], late: 1 });
  expect(await sweepAt(MONDAY_AT + 14 * DAY_MS, userId)).toMatchObject({ taken: ["2026-12-07"], late: 0 });
});

test("a late digest says so to its person, and another does not", async () => {
  const [nora, otto] = [await subscribed(), await subscribed()];
  for (const { userId } of [nora, otto]) await addMeeting(userId);
  const LATE = "Acta no pudo enviar a tiempo tu correo semanal.";
  const [late] = (await deliver(nora.userId, [{ week: WEEK, isLate: true }])).delivered;
  expect(late?.text).toContain(LATE);
  const [onTime] = (await deliver(otto.userId)).delivered;
  expect(onTime?.text).toContain("Seminar rooms");
  expect(onTime?.text).not.toContain(LATE);
});

test("a sweep reads the digests that are due, up to its limit", async () => {
  const { userId } = await subscribed();
  await db.delete(weeklyDigests);
  await db.insert(weeklyDigests).values({ userId, dueAt: 5 });
  const others = await Promise.all(Array.from({ length: 20 }, () => signIn()));
  for (const other of others) await db.insert(weeklyDigests).values({ userId: other.userId, dueAt: 1000 });
  const { services, rowsRead } = countedDatabase();
  expect(await dueDigests(services.db, 10)).toMatchObject([{ userId }]);
  // The row and its person, each by an index, and the first that is not due.
  expect(await rowsRead()).toBeLessThanOrEqual(6);
  await db.delete(weeklyDigests);
});

test("the mail lists last week's minutes and the person's open tasks, in their language, and can be switched off", async () => {
  const { userId } = await subscribed();
  const meetId = await addMeeting(userId);
  await addMeeting(userId, { title: "Before last week", startsAt: MONDAY_AT - 8 * DAY_MS });
  await addMeeting(userId, { title: "This week", startsAt: MONDAY_AT });
  await addMeeting(userId, { title: "Without minutes", status: "ERROR_SUMMARY", reason: "internal" });
  await addMeeting(userId, { title: "The sample", source: "sample" });
  await addTask(userId, meetId);
  await addTask(userId, meetId, { text: "Done long ago", done: true });
  await addTask(userId, meetId, { text: "Of somebody else", assigned: "Jonas", assignedKey: "jonas" });
  const { delivered, states } = await deliver(userId);
  expect(states).toEqual(["sent"]);
  expect(delivered).toHaveLength(1);
  const [mail] = delivered;
  expect(mail).toMatchObject({ to: [`${userId}@example.test`], subject: "Tu semana, del 16 nov al 22 nov" });
  expect(mail?.headers["List-Unsubscribe"]).toContain("/unsubscribe/weekly-digest/");
  for (const body of [mail?.text ?? "", mail?.html ?? ""]) {
    expect(body).toContain(`http://localhost:8787/${meetId}`);
    expect(body).toContain(`http://localhost:8787/${meetId}?t=65`);
    expect(body).toContain("Seminar rooms");
    expect(body).toContain("Prepare the telephone list");
    expect(body).not.toMatch(/Before last week|This week|Without minutes|The sample|Done long ago|Of somebody else/);
  }
});

test("a digest counts the meetings that it leaves out, and says that there are more tasks", async () => {
  const { userId } = await subscribed();
  const meetIds: string[] = [];
  for (let place = 0; place < MAIL_MEETINGS_MAX + 2; place += 1) meetIds.push(await addMeeting(userId));
  for (let place = 0; place < DIGEST_TASKS_MAX; place += 1) await addTask(userId, meetIds[0] ?? "");
  const whole = await readDigest({ db, lists }, { userId, week: WEEK });
  expect(whole).toMatchObject({ moreMeetings: 2, hasMoreTasks: false });
  expect([whole?.meetings.length, whole?.tasks.length]).toEqual([MAIL_MEETINGS_MAX, DIGEST_TASKS_MAX]);
  await addTask(userId, meetIds[0] ?? "");
  expect(await readDigest({ db, lists }, { userId, week: WEEK })).toMatchObject({
    hasMoreTasks: true,
  });
});

test("a week is sent once, whoever hands it over again, and the next one is another mail", async () => {
  const { userId } = await subscribed();
  await addMeeting(userId);
  await addMeeting(userId, { startsAt: MONDAY_AT + DAY_MS });
  const { delivered } = await deliver(userId, [{ week: WEEK }, { week: WEEK }, { week: "2026-11-30" }]);
  expect(delivered).toHaveLength(2);
});

test("a person with nothing of the week gets no mail, also where old tasks are open", async () => {
  const { userId } = await subscribed();
  const meetId = await addMeeting(userId, { startsAt: MONDAY_AT - 30 * DAY_MS });
  await addTask(userId, meetId, { dueDay: "2026-10-01" });
  await addTask(userId, meetId, { dueDay: NO_DAY, deadline: null });
  expect(await deliver(userId)).toEqual({ delivered: [], states: ["unwanted"] });
});

test("a task that falls due this week is reason enough, behind any number of old ones", async () => {
  const { userId } = await subscribed();
  const meetId = await addMeeting(userId, { startsAt: MONDAY_AT - 30 * DAY_MS });
  for (let old = 0; old < 12; old += 1) await addTask(userId, meetId, { dueDay: "2026-10-01", text: "Old" });
  await addTask(userId, meetId, { text: "Send the contract", dueDay: "2026-11-29" });
  const { delivered } = await deliver(userId);
  expect(delivered).toHaveLength(1);
  expect(delivered[0]?.text).toContain("Send the contract");
});

test("a digest that was switched off after it was handed over is not sent", async () => {
  const { userId } = await subscribed();
  await addMeeting(userId);
  await saveMailPreferences({ db, now: Date.now }, userId, { "weekly-digest": false });
  expect(await deliver(userId)).toEqual({ delivered: [], states: ["unwanted"] });
});

test("the sweep's digest arrives through the workspace object", async () => {
  const standIn = standInForResend();
  const { userId } = await subscribed();
  await addMeeting(userId);
  consumersOf.set(userId, { consumers: [], mail: { ...composeWorkspace(workerEnv).mail, mailer: RESEND } });
  const services = composeServices(workerEnv, () => {});
  for (let sweep = 0; sweep < 2; sweep += 1) {
    await db.update(weeklyDigests).set({ dueAt: MONDAY_AT }).where(eq(weeklyDigests.userId, userId));
    await handOverDigests({ ...services, mailer: RESEND, now: () => MONDAY_AT + MINUTE_MS });
  }
  await vi.waitFor(
    () =>
      runInDurableObject(env.WORKSPACES.getByName(userId), (_object, { storage }) => {
        expect(storage.sql.exec("SELECT key FROM outbox").toArray()).toEqual([]);
        expect(storage.sql.exec("SELECT key, state FROM mails").toArray()).toEqual([
          { key: `weekly-digest/${userId}/${WEEK}`, state: "sent" },
        ]);
      }),
    { timeout: 35_000, interval: 50 },
  );
  expect(standIn.delivered).toHaveLength(1);
});
