import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followUpDraft, followUpPlan } from "#app/contracts/follow-up.ts";
import { lastTime } from "#app/contracts/meeting/last-time.ts";
import { sentPage } from "#app/contracts/sent.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { CONNECTION_LOG_MS } from "#app/domain/limits/deliveries.ts";
import { FOLLOW_UP_GRACE_MS, FOLLOW_UP_SERIES_KEPT_MS } from "#app/domain/limits/mail.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { auditEvents, users } from "#app/server/db/schema-account.ts";
import { seriesFollowUps, typedMails } from "#app/server/db/schema-mail.ts";
import { writeSeriesFollowUp } from "#app/server/deliveries/write-series-follow-up.ts";
import { deleteMeeting } from "#app/server/meetings/delete-meeting.ts";
import type { Services } from "#app/server/services.ts";
import { readFollowUpData, sweepSeries } from "#app/server/mail/follow-up-data.ts";
import { stopAddress, stopKeyOf } from "#app/server/mail/stopped-addresses.ts";
import { type ResendStandIn, standInForResend } from "#tests/fakes/resend-server.ts";
import { call, ORIGIN, post, refusalOf } from "#tests/support/api.ts";
import { mailableMeeting, onMailBench } from "#tests/support/mail-bench.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { goDueSeries, planSeriesFollowUp, readSeriesFollowUp } from "#workers/workspace/mail/series-follow-ups.ts";

/** Follow-ups that go by themselves, where their person chose it for a series; and what holds for all follow-ups when a meeting goes. */

const SOON = { timeout: 20_000, interval: 50 };
const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});

let standIn: ResendStandIn;
beforeEach(() => {
  standIn = standInForResend();
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A person with a meeting of a series whose minutes are ready. */
async function withMinutes() {
  const person = await signIn({ name: "Nora Puig" });
  const answer = await exports.default.fetch(`${ORIGIN}/api/acta/sample`, {
    method: "POST",
    headers: { Cookie: person.cookie, Origin: ORIGIN, "Accept-Language": "en" },
    redirect: "manual",
  });
  const meetId = parseMeetId(answer.headers.get("Location")?.slice(1));
  if (!meetId) throw new Error("the answer leads to no meeting");
  const change = (over: Partial<typeof meetings.$inferInsert>) =>
    db.update(meetings).set(over).where(eq(meetings.id, meetId));
  await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.id, meetId));
    expect(row?.status).toBe("SUMMARIZED");
  }, SOON);
  const seriesKey = `event:${meetId}`;
  await db.update(meetingClaims).set({ seriesKey }).where(eq(meetingClaims.meetId, meetId));
  await change({ seriesKey, startsAt: Date.now() });
  const path = `/api/acta/meetings/${meetId}/follow-up`;
  return { ...person, meetId, path, seriesKey, change };
}
type Person = Awaited<ReturnType<typeof withMinutes>>;

const choose = ({ path, cookie }: Pick<Person, "path" | "cookie">, to: string[], over: object = {}) =>
  call(`${path}/series`, { method: "PUT", cookie, json: { to, language: "es", withLink: false, ...over } });
/** The choice was made before the meeting. */
const chosenBefore = ({ userId }: Person) =>
  db.update(seriesFollowUps).set({ chosenAt: 1 }).where(eq(seriesFollowUps.userId, userId));
const remove = (path: string, { cookie }: Person) => call(path, { method: "DELETE", cookie });
const planOf = async ({ path, cookie }: Person) =>
  followUpPlan.parse(await (await call(`${path}/plan`, { cookie })).json()).plan;
const sentTo = () => standIn.delivered.flatMap(({ to }) => to).toSorted();

async function chosen(...addresses: string[]) {
  const nora = await withMinutes();
  const to = addresses.map((name) => `${name}-${nora.meetId}@example.test`);
  expect((await choose(nora, to)).status).toBe(200);
  await chosenBefore(nora);
  return { ...nora, to };
}
/** The minutes are ready. `then` acts while the follow-up waits; afterwards its time has come, twice. */
const ready = (nora: Person, then?: (bench: { dueAt: number | null }) => Promise<unknown>) =>
  onMailBench(
    { userId: nora.userId, meetings: [mailableMeeting(nora.userId, { meetId: nora.meetId })] },
    async ({ mails, clock, tell }) => {
      await tell(nora.meetId);
      await mails.sending.run();
      standIn.delivered.length = 0;
      await then?.({ dueAt: mails.sending.dueAt() });
      for (let turn = 0; turn < 2; turn += 1) {
        clock.now += FOLLOW_UP_GRACE_MS;
        await mails.sending.run();
        await tell(nora.meetId);
      }
    },
  );

test("after the grace period it goes to the chosen addresses, once, and stands in what was sent", async () => {
  const nora = await chosen("one", "two");
  const draft = followUpDraft.parse(await (await call(nora.path, { cookie: nora.cookie })).json());
  expect(draft).toMatchObject({
    people: nora.to,
    series: { choice: { to: nora.to, language: "es", withLink: false } },
  });
  const read = lastTime.parse(
    await (await call(`/api/acta/meetings/${nora.meetId}/last-time`, { cookie: nora.cookie })).json(),
  );
  expect(read.followsUp).toBe(true);
  await ready(nora, async ({ dueAt }) => {
    expect(sentTo()).toEqual([]);
    expect(await planOf(nora)).toEqual({ state: "planned", at: dueAt, to: nora.to });
  });
  expect(sentTo()).toEqual(nora.to.toSorted());
  const [mail] = standIn.delivered;
  expect(mail?.text).toContain("Hola:");
  expect(mail?.html).toContain("Nora Puig");
  expect(await planOf(nora)).toMatchObject({ state: "gone", to: nora.to });
  const entries = await db.select().from(auditEvents).where(eq(auditEvents.subjectId, nora.meetId));
  expect(entries.filter(({ action }) => action === "meeting.follow-up-sent")).toMatchObject([{ userId: nora.userId }]);
  const sent = sentPage.parse(await (await call("/api/acta/sent", { cookie: nora.cookie })).json());
  expect(sent.sent.filter(({ kind }) => kind === "follow-up").map(({ to }) => to)).toEqual(
    expect.arrayContaining(nora.to),
  );
});

test("nothing goes by itself without the choice, or for a meeting that began before it", async () => {
  const [without, before] = [await withMinutes(), await withMinutes()];
  await ready(without, async () => expect(await planOf(without)).toBeNull());
  await choose(before, [`before-${before.meetId}@example.test`]);
  await before.change({ startsAt: Date.now() - 60_000 });
  await ready(before);
  expect(sentTo()).toEqual([]);
});

test.each<[string, (nora: Person) => Promise<unknown>]>([
  ["was stopped on the meeting's page", (nora) => remove(`${nora.path}/plan`, nora)],
  ["was switched off for its series", (nora) => remove(`${nora.path}/series`, nora)],
  ["is of a meeting that was archived", ({ change }) => change({ archivedAt: 1 })],
  ["is of minutes with an error", ({ change }) => change({ status: "ERROR_SUMMARY" })],
  ["is of quotations that wait for a model", ({ change }) => change({ awaitsModel: true })],
  ["is of a meeting that was merged into another", ({ change }) => change({ mergedInto: "other" })],
  ["is of a meeting that a team has now", ({ change }) => change({ workspaceId: "team" })],
  ["is of a meeting that was deleted", (nora) => remove(`/api/acta/meetings/${nora.meetId}`, nora)],
])("a follow-up does not go that %s meanwhile", async (_why, act) => {
  const nora = await chosen("kept");
  await ready(nora, () => act(nora));
  // Its owner may get the mail of the minutes.
  expect(sentTo().filter((to) => nora.to.includes(to))).toEqual([]);
});

test("a person's own follow-up takes the place of the one that waits", async () => {
  const nora = await chosen("own");
  await onMailBench(
    { userId: nora.userId, meetings: [mailableMeeting(nora.userId, { meetId: nora.meetId })] },
    async ({ mails, clock, tell, sql }) => {
      await tell(nora.meetId);
      const content = {
        by: "Nora",
        replyTo: "nora@example.test",
        title: "Rice",
        subject: "Rice",
        text: "Rice",
        url: null,
        locale: "en" as const,
      };
      mails.takeFollowUp({ meetId: nora.meetId, userId: nora.userId, key: "press-0123456789", to: nora.to, content });
      clock.now += FOLLOW_UP_GRACE_MS;
      await mails.sending.run();
      expect(readSeriesFollowUp(sql, nora.meetId)).toBeNull();
    },
  );
  expect(sentTo().filter((to) => nora.to.includes(to))).toEqual(nora.to);
});

test("one that is stopped while it is written does not go, and gives back its places", async () => {
  const { userId, meetId } = await withMinutes();
  let released = 0;
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    const { sql } = storage;
    let now = 1000;
    const content = { by: "", replyTo: "", title: "", subject: "", text: "", url: null, locale: "en" as const };
    const needs = {
      mail: {
        findSeries: async () => "chosen" as const,
        writeSeries: async () => {
          sql.exec("UPDATE series_follow_ups SET state = 'stopped'");
          const release = async () => void (released += 1);
          return { kind: "go" as const, to: ["late@example.test"], content, release };
        },
        noteGone: async () => {},
      },
      log: () => {},
      now: () => now,
    };
    await planSeriesFollowUp(sql, needs, { meetId, userId });
    now += FOLLOW_UP_GRACE_MS;
    await goDueSeries(storage, needs);
    expect(sql.exec("SELECT key FROM mails WHERE kind = 'follow-up'").toArray()).toEqual([]);
  });
  expect(released).toBe(1);
});

test("lists that are behind the minutes are asked again, and a service that does not answer is tried again", async () => {
  const { userId, meetId } = await withMinutes();
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    let now = 1000;
    const answers: ("behind" | "chosen")[] = ["behind", "behind", "chosen"];
    let fails = true;
    const content = { by: "", replyTo: "", title: "", subject: "", text: "", url: null, locale: "en" as const };
    const needs = {
      mail: {
        findSeries: async () => answers.shift() ?? null,
        writeSeries: async () => {
          if (fails) throw new Error("D1 does not answer");
          return { kind: "go" as const, to: ["patient@example.test"], content, release: async () => {} };
        },
        noteGone: async () => {},
      },
      log: () => {},
      now: () => now,
    };
    await planSeriesFollowUp(storage.sql, needs, { meetId, userId });
    const turn = async (ms: number) => {
      now += ms;
      await goDueSeries(storage, needs);
    };
    for (let each = 0; each < 2; each += 1) await turn(60_000);
    expect(readSeriesFollowUp(storage.sql, meetId)).toMatchObject({ state: "planned" });
    await turn(FOLLOW_UP_GRACE_MS);
    fails = false;
    await turn(60_000);
    const rows = storage.sql.exec("SELECT recipient FROM mails WHERE kind = 'follow-up'").toArray();
    expect(rows).toEqual([{ recipient: "patient@example.test" }]);
  });
});

test("an address that stopped follow-ups gets none, and a day's limit or an unconfirmed address keeps all back and says so", async () => {
  const nora = await chosen("stops", "stays");
  const [stops = "", stays = ""] = nora.to;
  await stopAddress(services, await stopKeyOf(services, stops));
  await ready(nora);
  expect(sentTo()).toEqual([stays]);
  const jonas = await chosen("limit");
  const sent = { addressHash: "none", senderId: jonas.userId, at: Date.now() };
  for (let mail = 0; mail < 200; mail += 10) {
    await db
      .insert(typedMails)
      .values(Array.from({ length: 10 }, (_each, at) => ({ id: `${jonas.userId}-${mail + at}`, ...sent })));
  }
  await ready(jonas);
  expect(await planOf(jonas)).toMatchObject({ state: "too-many-mails" });
  const marta = await chosen("unconfirmed");
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, marta.userId));
  await ready(marta);
  expect(await planOf(marta)).toMatchObject({ state: "no-address" });
  expect(sentTo()).toEqual([]);
});

test("quotations in the place of minutes do not go, the page says so, and minutes of a model are planned again", async () => {
  const { userId, meetId } = await withMinutes();
  await runInDurableObject(env.WORKSPACES.getByName(userId), async (_object, { storage }) => {
    let now = 1000;
    const needs = {
      mail: {
        findSeries: async () => "chosen" as const,
        writeSeries: async () => ({ kind: "quotations" as const }),
        noteGone: async () => {},
      },
      log: () => {},
      now: () => now,
    };
    await planSeriesFollowUp(storage.sql, needs, { meetId, userId });
    now += FOLLOW_UP_GRACE_MS;
    await goDueSeries(storage, needs);
    expect(readSeriesFollowUp(storage.sql, meetId)).toMatchObject({ state: "quotations" });
    await planSeriesFollowUp(storage.sql, needs, { meetId, userId });
    expect(readSeriesFollowUp(storage.sql, meetId)).toEqual({ state: "planned", at: now + FOLLOW_UP_GRACE_MS });
  });
});

test("one that is stopped after it has gone says to whom, and nobody is named who did not get it", async () => {
  const nora = await chosen("got", "stopped");
  await ready(nora, async () => {
    const answers = await Promise.all([remove(`${nora.path}/plan`, nora), remove(`${nora.path}/plan`, nora)]);
    for (const answer of answers) expect(followUpPlan.parse(await answer.json())).toEqual({ plan: null });
  });
  expect(await planOf(nora)).toBeNull();
  expect(sentTo().filter((to) => nora.to.includes(to))).toEqual([]);
  const jonas = await chosen("got", "stopped");
  await ready(jonas);
  await runInDurableObject(env.WORKSPACES.getByName(jonas.userId), (_object, { storage }) =>
    storage.sql.exec("UPDATE mails SET state = 'unwanted' WHERE recipient = ?", jonas.to[1] ?? ""),
  );
  const answer = followUpPlan.parse(await (await remove(`${jonas.path}/plan`, jonas)).json());
  expect(answer.plan).toMatchObject({ state: "gone", to: [jonas.to[0]] });
});

test("an attempt that is repeated takes a mail's place in the day's limits once, and so does a press", async () => {
  const nora = await chosen("place", "other");
  const placesOf = async () => (await db.select().from(typedMails).where(eq(typedMails.senderId, nora.userId))).length;
  // The process dies with the places of the first attempt.
  const asked = { meetId: nora.meetId, userId: nora.userId };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await writeSeriesFollowUp(services, asked)).toMatchObject({ kind: "go", to: nora.to });
  }
  expect(await placesOf()).toBe(2);
  await ready(nora);
  expect(await placesOf()).toBe(2);
  const press = { key: crypto.randomUUID(), to: nora.to, subject: "Rice", text: "Rice", language: "en" };
  await Promise.all([post(nora.path, nora.cookie, press), post(nora.path, nora.cookie, press)]);
  expect(await placesOf()).toBe(4);
});

test("a meeting that comes back to its person after the end of a team is not followed up again", async () => {
  const nora = await chosen("team");
  await ready(nora);
  expect(sentTo()).toEqual(nora.to);
  await onMailBench(
    { userId: nora.userId, meetings: [mailableMeeting(nora.userId, { meetId: nora.meetId })] },
    async ({ mails, clock, tell }) => {
      // For the workspace that it leaves it is deleted.
      await tell(nora.meetId, { kind: "meeting-deleted" });
      await tell(nora.meetId);
      expect(await planOf(nora)).toBeNull();
      clock.now += FOLLOW_UP_GRACE_MS;
      await mails.sending.run();
    },
  );
  expect(sentTo().filter((to) => nora.to.includes(to))).toEqual(nora.to);
});

test("only the creator chooses, for a meeting of a series, and addresses are checked", async () => {
  const nora = await withMinutes();
  const other = await signIn();
  expect((await choose({ ...nora, cookie: other.cookie }, ["a@example.test"])).status).toBe(404);
  expect((await call(`${nora.path}/plan`, { cookie: other.cookie })).status).toBe(404);
  expect((await choose(nora, ["no address"])).status).toBe(422);
  expect((await choose(nora, [])).status).toBe(422);
  await nora.change({ seriesKey: null });
  expect(await refusalOf(await choose(nora, ["a@example.test"]))).toMatchObject({ code: "not-ready" });
});

test("a follow-up does not go whose meeting was deleted in the same moment, before the workspace heard of it", async () => {
  const { userId, meetId } = await withMinutes();
  const to = `moment-${meetId}@example.test`;
  const content = {
    by: "Nora",
    replyTo: "nora@example.test",
    title: "Rice",
    subject: "Rice",
    text: "Rice",
    url: null,
    locale: "en" as const,
  };
  await onMailBench({ userId, meetings: [] }, async ({ mails, sql }) => {
    mails.takeFollowUp({ meetId, userId, key: "press-0123456789", to: [to], content });
    await services.meetings.discard(meetId);
    await mails.sending.run();
    expect(sql.exec("SELECT state FROM mails WHERE recipient = ?", to).toArray()).not.toEqual([{ state: "sent" }]);
  });
  expect(sentTo()).toEqual([]);
});

test.each<[string, (nora: Person) => Promise<Response>]>([
  ["a meeting", (nora) => remove(`/api/acta/meetings/${nora.meetId}`, nora)],
  ["several meetings", (nora) => post("/api/acta/delete", nora.cookie, { meetIds: [nora.meetId] })],
])("deleting %s withdraws follow-ups that wait, before the answer", async (_which, act) => {
  const nora = await withMinutes();
  const to = `waits-${nora.meetId}@example.test`;
  await runInDurableObject(env.WORKSPACES.getByName(nora.userId), (_object, { storage }) => {
    storage.sql.exec(
      "INSERT INTO mails (key, kind, meet_id, user_id, state, due_at, recipient) VALUES ('f/0', 'follow-up', ?, ?, 'waiting', 1, ?)",
      nora.meetId,
      nora.userId,
      to,
    );
    storage.sql.exec(
      `INSERT INTO outbox (key, effect, attempts, due_at, added) VALUES ('f/0', '{"type":"follow-up","followUpId":"f"}', 0, 4e12, 1)`,
    );
  });
  expect((await act(nora)).status).toBe(200);
  await runInDurableObject(env.WORKSPACES.getByName(nora.userId), (_object, { storage }) => {
    expect(storage.sql.exec("SELECT key FROM mails WHERE recipient = ?", to).toArray()).toEqual([]);
    expect(storage.sql.exec("SELECT key FROM outbox WHERE key = 'f/0'").toArray()).toEqual([]);
  });
});

test("a follow-up that is written while its meeting's deletion begins does not go", async () => {
  const nora = await chosen("begins");
  await ready(nora, async () => {
    const begun: string[] = [];
    const erasing: Services = {
      ...services,
      followUps: {
        of: (workspaceId) => ({
          ...services.followUps.of(workspaceId),
          withdrawFollowUps: async (meetIds) => {
            begun.push("withdrawn");
            await services.followUps.of(workspaceId).withdrawFollowUps(meetIds);
          },
        }),
      },
      meetings: {
        ...services.meetings,
        discard: async (meetId) => {
          begun.push("discarded");
          await services.meetings.discard(meetId);
        },
      },
    };
    expect((await deleteMeeting(erasing, { actor: sessionActor(nora.userId), meetId: nora.meetId })).ok).toBe(true);
    expect(begun).toEqual(["withdrawn", "discarded"]);
  });
  expect(sentTo().filter((to) => nora.to.includes(to))).toEqual([]);
});

test("addresses of follow-ups go a year after each, by themselves, and those of a choice that is not used", async () => {
  const nora = await chosen("old");
  await onMailBench({ userId: nora.userId, meetings: [] }, async ({ mails, sql, clock }) => {
    const at = clock.now;
    sql.exec(
      "INSERT INTO mails (key, kind, meet_id, user_id, state, due_at, recipient) VALUES ('f/0', 'follow-up', ?, ?, 'sent', ?, 'a@b.test')",
      nora.meetId,
      nora.userId,
      at,
    );
    expect(mails.sending.dueAt()).toBe(at + CONNECTION_LOG_MS);
    clock.now = at + CONNECTION_LOG_MS - 1;
    await mails.sending.run();
    expect(sql.exec("SELECT key FROM mails WHERE key = 'f/0'").toArray()).toHaveLength(1);
    clock.now += 1;
    await mails.sending.run();
    expect(sql.exec("SELECT key FROM mails WHERE key = 'f/0'").toArray()).toEqual([]);
    const plan = sql
      .exec<{ detail: string }>("EXPLAIN QUERY PLAN DELETE FROM mails WHERE kind = 'follow-up' AND due_at <= 1")
      .toArray();
    expect(plan[0]?.detail).toContain("mails_follow_ups");
  });
  await sweepSeries({ db, now: () => Date.now() + FOLLOW_UP_SERIES_KEPT_MS - 60_000 });
  expect(await db.select().from(seriesFollowUps).where(eq(seriesFollowUps.userId, nora.userId))).toHaveLength(1);
  await sweepSeries({ db, now: () => Date.now() + FOLLOW_UP_SERIES_KEPT_MS + 60_000 });
  expect(await db.select().from(seriesFollowUps).where(eq(seriesFollowUps.userId, nora.userId))).toEqual([]);
});

test("the archive has who got follow-ups and the series that send by themselves", async () => {
  const nora = await chosen("archive");
  const [to = ""] = nora.to;
  await post(nora.path, nora.cookie, {
    key: crypto.randomUUID(),
    to: [to],
    subject: "Rice",
    text: "Rice",
    language: "en",
  });
  const data = await readFollowUpData(services, nora.userId);
  expect(data.sent).toMatchObject([{ to, meetId: nora.meetId }]);
  expect(data.series).toMatchObject([{ to: [to], seriesKey: nora.seriesKey, locale: "es" }]);
});
