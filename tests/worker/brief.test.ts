import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { type MeetId, newMeetId, newRecordingId, type UserId } from "#app/domain/ids.ts";
import { saveMailPreferences } from "#app/server/account/mail-preferences.ts";
import { resendMailer } from "#app/server/adapters/mail/resend-mailer.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { readBrief, writeBrief } from "#app/server/meetings/read-brief.ts";
import { RESEND_KEY, type ResendStandIn, standInForResend } from "#tests/fakes/resend-server.ts";
import { call } from "#tests/support/api.ts";
import { openCalendarAccount } from "#tests/support/calendar-account.ts";
import { type CalendarStage, openCalendarStage } from "#tests/support/calendar-stage.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { MAIL_FROM } from "#tests/support/mail-bench.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { listedEvents } from "#tests/support/listed-events.ts";
import { consumersOf } from "#tests/worker/entry.ts";
import { composeServices, composeWorkspace } from "#workers/compose.ts";

/** The brief of the next meeting of a series: its page, and its mail an hour before. */

const SOON = { timeout: 35_000, interval: 50 };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});

let stage: CalendarStage;
let standIn: ResendStandIn;
beforeEach(() => {
  standIn = standInForResend();
  stage = openCalendarStage();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const TASK = { description: null, deadline: null, startMs: null, unconfirmed: false, done: false };

/** A meeting of a series with minutes. */
async function meet(userId: UserId, startsAt: number, seriesKey: string, over: object = {}): Promise<MeetId> {
  const meetId = newMeetId();
  await projectMeeting(db, {
    meetId,
    ...ownedBy(userId),
    role: null,
    recordingId: newRecordingId(),
    title: "Weekly",
    startsAt,
    timeZone: "UTC",
    language: "en",
    templateId: null,
    source: "upload",
    platform: null,
    lobbyState: null,
    participants: null,
    durationMs: null,
    status: "SUMMARIZED",
    reason: null,
    recognisedMs: 0,
    wantedMs: 0,
    taskCount: 2,
    mergedInto: null,
    awaitsModel: false,
    people: ["Nora"],
    tasks: [
      { ...TASK, taskId: "1", text: "Order the rice", assigned: "Marc", unconfirmed: true },
      { ...TASK, taskId: "2", text: "Call the clinic", assigned: null },
      { ...TASK, taskId: "3", text: "Done already", assigned: "Marc", done: true },
    ],
    sequence: 1,
    createdAt: 1,
    updatedAt: 1,
    ...over,
  });
  await db.update(meetings).set({ seriesKey }).where(eq(meetings.id, meetId));
  return meetId;
}

/** A person with a daily event, of which the first occurrence begins in some minutes and had a meeting yesterday. */
async function withSeries({ minutes = 50, hasMet = true, ...over }: Record<string, unknown> = {}) {
  const { userId } = await signIn();
  const mailer = resendMailer({ apiKey: RESEND_KEY, from: MAIL_FROM, log: () => {} });
  consumersOf.set(userId, { consumers: [], mail: { ...composeWorkspace(workerEnv).mail, mailer } });
  const person = await openCalendarAccount(stage, "google", userId);
  const startsAt = Date.now() + Number(minutes) * MINUTE_MS;
  const series = stage.played.state.addSeries(person.account, person.calendar, {
    title: "Daily",
    startsAt,
    frequency: "DAILY",
    count: 3,
    ...over,
  });
  await person.object.sync();
  const event = async () => {
    const row = (await listedEvents(userId)).find(({ title }) => title === "Daily");
    if (!row) throw new Error("no event");
    return row;
  };
  const seriesKey = `event:${(await event()).eventKey.split(":").slice(1).join(":")}`;
  const meetId = hasMet === true ? await meet(userId, startsAt - DAY_MS, seriesKey) : null;
  const occurrence = [...person.calendar.events.values()].find(({ seriesId }) => seriesId === series.id)?.id ?? "";
  const settled = (mails: number) =>
    vi.waitFor(
      () =>
        runInDurableObject(env.WORKSPACES.getByName(userId), (_object, { storage }) => {
          expect(storage.sql.exec("SELECT key FROM outbox").toArray()).toEqual([]);
          const rows = storage.sql.exec("SELECT key FROM mails WHERE kind = 'series-brief'").toArray();
          expect(rows).toHaveLength(mails);
        }),
      SOON,
    );
  const want = (isOn = true) => saveMailPreferences({ db, now: Date.now }, userId, { "series-brief": isOn });
  return { ...person, event, seriesKey, meetId, startsAt, occurrence, settled, want };
}

test("a brief tells what was decided, what is open by person, and the meetings before, each line as the minutes have it", async () => {
  const { userId } = await signIn();
  const key = `event:${crypto.randomUUID()}`;
  const first = await meet(userId, DAY_MS, key);
  const last = await meet(userId, 2 * DAY_MS, key, {
    tasks: [
      { ...TASK, taskId: "1", text: "order the rice", assigned: "MARC", deadline: "Friday", startMs: 5000 },
      { ...TASK, taskId: "2", text: "Write to Girona", assigned: "Júlia" },
    ],
  });
  await meet(userId, 3 * DAY_MS, key, { status: "ERROR_SUMMARY" });
  await meet((await signIn()).userId, 2 * DAY_MS, key);
  const line = { segmentIds: ["s1"], text: "" };
  const view = {
    head: { durationMs: 60_000 },
    segments: [{ id: "s1", startMs: 12_000, endMs: 13_000, text: "", speaker: null }],
    summary: {
      fields: [
        {
          key: "decided",
          title: null,
          content: { type: "bullets", items: [{ ...line, text: "Rice on Monday", unconfirmed: true }] },
        },
        {
          key: "openPoints",
          title: null,
          content: { type: "bullets", items: [{ ...line, segmentIds: [], text: "Who pays?" }] },
        },
      ],
    },
  } as unknown as MeetingView;
  const read = {
    db,
    lists: services.lists,
    meetings: { ...services.meetings, view: async (asked: MeetId) => (asked === last ? view : null) },
  };
  const ahead = { title: "Weekly", startsAt: 4 * DAY_MS, seriesKey: key, people: ["Marc Soler"] };
  const brief = await writeBrief(read, { userId, workspaceId: userId }, ahead);
  expect(brief).toEqual({
    title: "Weekly",
    startsAt: 4 * DAY_MS,
    people: ["Marc Soler"],
    meetings: [
      { meetId: last, title: "Weekly", startsAt: 2 * DAY_MS },
      { meetId: first, title: "Weekly", startsAt: DAY_MS },
    ],
    said: { kind: "decided", lines: [{ text: "Rice on Monday", startMs: 12_000, unconfirmed: true }] },
    tasks: [
      {
        who: "MARC",
        tasks: [
          { meetId: last, taskId: "1", text: "order the rice", deadline: "Friday", startMs: 5000, unconfirmed: false },
        ],
      },
      { who: "Júlia", tasks: [expect.objectContaining({ text: "Write to Girona" })] },
      { who: null, tasks: [expect.objectContaining({ text: "Call the clinic", meetId: first })] },
    ],
    moreTasks: 0,
    questions: [{ text: "Who pays?", startMs: null, unconfirmed: false }],
  });
});

test("a brief costs two requests to D1, and as many rows in a long series as in a short one", async () => {
  const cost = async (count: number) => {
    const { userId } = await signIn();
    const key = `event:${crypto.randomUUID()}`;
    for (let day = 1; day <= count; day += 1) await meet(userId, day * DAY_MS, key);
    const ahead = await meet(userId, (count + 1) * DAY_MS, key, { status: "SCHEDULE", tasks: [] });
    // Lists that are behind take what D1 has noted.
    expect((await readBrief(services, sessionActor(userId), ahead)).ok).toBe(true);
    const counted = countedDatabase();
    let trips = 0;
    const batch = counted.services.db.batch.bind(counted.services.db);
    const asked = new Proxy(counted.services.db, {
      get: (target, name) => {
        if (name !== "batch") return Reflect.get(target, name, target);
        trips += 1;
        return batch;
      },
    });
    const view = async () => null;
    const read = await readBrief(
      { ...services, ...counted.services, db: asked, meetings: { ...services.meetings, view } },
      sessionActor(userId),
      ahead,
    );
    expect(read.ok && read.value.brief.meetings.length).toBe(Math.min(count, 6));
    expect(trips).toBe(2);
    return counted.rowsRead();
  };
  const [short, long] = [await cost(6), await cost(60)];
  expect(long).toBeLessThanOrEqual(short + 6);
});

test("the page of an event shows its person's own meetings, and nothing to others or of what was deleted since", async () => {
  const { userId, event, meetId } = await withSeries();
  const { id } = await event();
  const own = await readBrief(services, sessionActor(userId), id);
  expect(own.ok && own.value).toMatchObject({
    brief: { title: "Daily", meetings: [{ meetId }], tasks: [{ who: "Marc" }, { who: null }] },
    meetId: null,
    isCancelled: false,
    mail: { isOn: false },
  });
  const other = await signIn();
  expect(await readBrief(services, sessionActor(other.userId), id)).toEqual({ ok: false, reason: "not-found" });
  expect((await call(`/brief/${id}`, { cookie: other.cookie })).status).toBe(404);
  await db
    .update(meetings)
    .set({ deletedAt: 1 })
    .where(eq(meetings.id, meetId ?? ""));
  const without = await readBrief(services, sessionActor(userId), id);
  expect(without.ok && without.value.brief).toMatchObject({ meetings: [], tasks: [], questions: [] });
});

test("the brief is mailed an hour before to whoever wants it, once, also where the event moves afterwards", async () => {
  const nora = await withSeries();
  await nora.settled(0);
  await nora.want();
  for (let round = 0; round < 2; round += 1) await nora.object.sync();
  await nora.settled(1);
  expect(standIn.delivered).toMatchObject([
    { to: [`${nora.userId}@example.test`], subject: "Your next meeting: Daily" },
  ]);
  const [mail] = standIn.delivered;
  const { id } = await nora.event();
  expect(mail?.text).toContain("Order the rice");
  expect(mail?.html).toContain(`/brief/${id}`);
  expect(mail?.headers["List-Unsubscribe"]).toContain("/unsubscribe/series-brief/");
  stage.played.state.changeEvent(nora.calendar, nora.occurrence, { startsAt: nora.startsAt - 20 * MINUTE_MS });
  await nora.object.sync();
  await nora.settled(1);
  expect(standIn.delivered).toHaveLength(1);
});

test("two calendars of a person that show the same occurrence are one mail", async () => {
  const nora = await withSeries();
  await nora.want();
  await nora.object.sync();
  await nora.settled(1);
  const { eventKey } = await nora.event();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(eventKey)));
  const occurrence = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const { userId } = nora;
  const again = { kind: "series-brief", userId, accountId: "other", eventId: "other", occurrence } as const;
  await env.WORKSPACES.getByName(userId).takeCalendarMail(again);
  await nora.settled(1);
  expect(standIn.delivered).toHaveLength(1);
});

test.each([
  ["is the first of its series", { hasMet: false }],
  ["was declined", { organizer: { email: "marc@x.test", name: "Marc" }, declines: true }],
  ["has begun", { minutes: -1 }],
  ["is more than an hour away", { minutes: 75 }],
])("no brief is mailed of an event that %s", async (_why, { declines = false, ...over }: Record<string, unknown>) => {
  const nora = await withSeries(over);
  if (declines === true) {
    const guests = [{ email: nora.email, name: "Nora", response: "declined" as const }];
    const organizer = { email: "marc@x.test", name: "Marc" };
    stage.played.state.changeEvent(nora.calendar, nora.occurrence, { guests, organizer });
  }
  await nora.want();
  await nora.object.sync();
  await nora.settled(over["hasMet"] === false ? 1 : 0);
  expect(standIn.delivered).toEqual([]);
});

test("an event that was cancelled, or moved away, before its mail was written is not mailed; moved, it is mailed at its new time", async () => {
  const nora = await withSeries();
  const { userId, accountId } = nora;
  const { id } = await nora.event();
  const queue = () =>
    env.WORKSPACES.getByName(userId).takeCalendarMail({
      kind: "series-brief",
      userId,
      accountId,
      eventId: id,
      occurrence: "one",
    });
  await nora.want();
  stage.played.state.changeEvent(nora.calendar, nora.occurrence, { startsAt: nora.startsAt + 90 * MINUTE_MS });
  await nora.object.sync();
  await queue();
  await nora.settled(1);
  expect(standIn.delivered).toEqual([]);
  stage.played.state.changeEvent(nora.calendar, nora.occurrence, { startsAt: nora.startsAt });
  await nora.want(false);
  await nora.object.sync();
  await nora.want();
  await queue();
  await nora.settled(1);
  expect(standIn.delivered).toHaveLength(1);
  stage.played.state.cancelEvent(nora.calendar, nora.occurrence);
  await nora.object.sync();
  await env.WORKSPACES.getByName(userId).takeCalendarMail({
    kind: "series-brief",
    userId,
    accountId,
    eventId: id,
    occurrence: "another",
  });
  await nora.settled(2);
  expect(standIn.delivered).toHaveLength(1);
});

test("the account wakes an hour before, and the page switches the mail on and off", async () => {
  const nora = await withSeries({ minutes: 64 });
  const { userId, cookie } = await signIn();
  const meetId = await meet(userId, DAY_MS, `event:${crypto.randomUUID()}`);
  const press = (mail: string) =>
    call(`/brief/${meetId}`, {
      method: "POST",
      cookie,
      body: `mail=${mail}`,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
  expect((await press("maybe")).status).toBe(422);
  const isOn = async () => {
    const read = await readBrief(services, sessionActor(userId), meetId);
    return read.ok && read.value.mail?.isOn;
  };
  expect(await isOn()).toBe(false);
  // The redirect leads to the page.
  expect((await press("on")).status).toBe(200);
  expect(await isOn()).toBe(true);
  expect((await press("off")).status).toBe(200);
  expect(await isOn()).toBe(false);
  await nora.want();
  await nora.object.sync();
  const alarm = await runInDurableObject(nora.object, (_object, { storage }) => storage.getAlarm());
  expect(alarm).toBe((await nora.event()).startsAt - 60 * MINUTE_MS);
});
