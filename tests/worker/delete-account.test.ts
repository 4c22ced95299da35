import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { type MeetId, newMeetId, type RecordingId } from "#app/domain/ids.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { sweepDeletions } from "#app/server/account/delete-account.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { accountDeletions, identities, mailPreferences, sessions, users } from "#app/server/db/schema-account.ts";
import { checkouts } from "#app/server/db/schema-billing.ts";
import { meetingChats, meetings } from "#app/server/db/schema.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { findReader } from "#app/server/mail/prepare-mail.ts";
import { saveMailPreferences } from "#app/server/account/mail-preferences.ts";
import { openShared } from "#app/server/sharing/open-shared.ts";
import { shareMeeting } from "#app/server/sharing/share-meeting.ts";
import { createShare, openSharedTemplate } from "#app/server/templates/share-template.ts";
import { recordingPrefix, windowVoicesKey } from "#app/server/storage/keys.ts";
import { call, finishUpload, post, putBytes, refusalOf, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { birthOf, objectOf } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { outboxOf } from "#workers/compose/engines.ts";
import { queueMail } from "#workers/workspace/mail/mail-store.ts";

const db = openDatabase(env.DB);
const captioned = await fixture("talk-captions.mp4");
const SOON = { timeout: 30_000, interval: 100 };
const addressOf = (userId: string) => `${userId}@example.test`;
const deletionOf = async (userId: string) =>
  (await db.select().from(accountDeletions).where(eq(accountDeletions.userId, userId)))[0];
const isDeleted = (userId: string) =>
  vi.waitFor(async () => expect((await deletionOf(userId))?.finishedAt).toEqual(expect.any(Number)), SOON);
const askFor = (cookie: string, confirmation: string) => post("/api/acta/user/delete", cookie, { confirmation });

async function withMeeting() {
  const person = await signIn();
  const { cookie } = person;
  const started = await startUpload(cookie);
  await putBytes(started, captioned);
  expect((await finishUpload(cookie, started.meetId)).status).toBe(200);
  const [row] = await db.select().from(meetings).where(eq(meetings.id, started.meetId));
  return { ...person, meetId: started.meetId as MeetId, recordingId: (row?.recordingId ?? "none") as RecordingId };
}

test("an account goes with everything in it, and its address once the receipt was sent", async () => {
  const { cookie, userId, meetId, recordingId } = await withMeeting();
  await env.RECORDINGS.put(windowVoicesKey({ recordingId, source: "etag", window: 0 }), "voices");
  const answer = await askFor(cookie, ` ${addressOf(userId).toUpperCase()}`);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("Set-Cookie")).toMatch(/Max-Age=0/u);
  await isDeleted(userId);
  expect(await db.select().from(users).where(eq(users.id, userId))).toEqual([]);
  expect(await db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  expect(await db.select().from(meetings).where(eq(meetings.id, meetId))).toMatchObject([
    { workspaceId: "", createdBy: "", title: "" },
  ]);
  expect((await env.RECORDINGS.list({ prefix: `recordings/${recordingId}/` })).objects).toEqual([]);
  expect((await env.RECORDINGS.list({ prefix: `meetings/${meetId}/` })).objects).toEqual([]);
  await vi.waitFor(async () => expect(await deletionOf(userId)).toMatchObject({ email: null }), SOON);
  const mails = await outboxOf(workerEnv, () => {}).newest();
  expect(mails.filter(({ to }) => to === addressOf(userId))).toMatchObject([
    { subject: "Your Acta account was deleted" },
  ]);
});

test("a row of which no meeting and no recording was ever made does not keep the account", async () => {
  const { cookie, userId } = await signIn();
  const facts = { title: "", startsAt: 1, timeZone: "UTC", language: "en", source: "upload", status: "TRANSCRIPTED" };
  const own = { id: newMeetId(), workspaceId: userId, createdBy: userId, sequence: 0, createdAt: 1, updatedAt: 1 };
  await db.insert(meetings).values({ ...own, ...facts });
  expect((await askFor(cookie, addressOf(userId))).status).toBe(204);
  await isDeleted(userId);
});

test("another text than the address deletes nothing", async () => {
  const { cookie, userId } = await signIn();
  expect(await refusalOf(await askFor(cookie, "somebody@example.test"))).toMatchObject({
    status: 422,
    code: "not-confirmed",
  });
  expect(await deletionOf(userId)).toBeUndefined();
});

test("while it is being deleted, no session of the account is accepted", async () => {
  const { cookie, userId } = await signIn();
  await db.insert(accountDeletions).values({ userId, email: null, locale: "en", requestedAt: 1 });
  expect((await refusalOf(await call("/api/acta/user/credits", { cookie }))).status).toBe(401);
});

test("from the request on the person gets no mails about their meetings, however long the deletion takes", async () => {
  const { userId } = await signIn();
  expect(await findReader(db, userId, "minutes-ready")).toMatchObject({ email: addressOf(userId) });
  await db.insert(accountDeletions).values({ userId, email: null, locale: "en", requestedAt: 1 });
  expect(await findReader(db, userId, "minutes-ready")).toBeNull();
});

/** The token of the link that an answer holds. */
const tokenIn = (answer: unknown) => /\/[st]\/([\w-]+)/u.exec(JSON.stringify(answer))?.[1] ?? "";

test("from the request on no link of the person's opens, however long the deletion takes", async () => {
  const { cookie, userId, meetId } = await withMeeting();
  const services = composeServices(workerEnv, () => undefined);
  const actor = sessionActor(userId);
  const token = tokenIn(await shareMeeting(services, { actor, meetId }));
  const opens = async () => (await openShared(services, { token, opening: null })) !== null;
  const field = { key: "risks", type: "customBullets", title: "Risks", prompt: "The risks that were named." };
  const draft = { saveId: newMeetId(), name: "Weekly", description: null, fields: [field] };
  const made = await post("/api/acta/templates", cookie, draft);
  const { id } = await made.json<{ id: string }>();
  const templateToken = tokenIn(await createShare(services, actor, id));
  const opensTemplate = async () =>
    (await openSharedTemplate(services, { token: templateToken, isOpening: false })) !== null;
  expect([await opens(), await opensTemplate()]).toEqual([true, true]);
  await db.insert(accountDeletions).values({ userId, email: null, locale: "en", requestedAt: 1 });
  expect([await opens(), await opensTemplate()]).toEqual([false, false]);
});

test("a recording that another person's meeting uses stays", async () => {
  const { cookie, userId } = await signIn();
  const other = await signIn();
  const mine = await birthOf({ userId });
  const { recordingId } = mine;
  const theirs = await birthOf({ userId: other.userId, recordingId });
  await objectOf(mine.meetId).begin(mine);
  await env.RECORDINGS.put(`${recordingPrefix(recordingId)}call.mp4`, captioned);
  expect((await askFor(cookie, addressOf(userId))).status).toBe(204);
  await isDeleted(userId);
  expect((await env.RECORDINGS.list({ prefix: recordingPrefix(recordingId) })).objects).toHaveLength(1);
  expect(await db.select().from(meetings).where(eq(meetings.id, theirs.meetId))).toHaveLength(1);
  // For the receipt.
  expect(await deletionOf(userId)).toMatchObject({ keptRecordings: 1 });
});

/** Ben's meeting, which stayed with the team that he has left. */
async function withKeptMeeting() {
  const [ada, cora] = await Promise.all([signIn(), signIn({ name: "Cora Vila" })]);
  const ben = await withMeeting();
  const { meetId } = ben;
  const row = async () => (await db.select().from(meetings).where(eq(meetings.id, meetId)))[0];
  await vi.waitFor(async () => expect(await row()).toMatchObject({ status: "SUMMARIZED" }), SOON);
  const teamId = await makeTeam({ owner: ada, others: [ben, cora], seats: 3 });
  const leave = async ({ cookie, userId }: { cookie: string; userId: string }) =>
    expect((await call(`/api/acta/team/members/${userId}`, { method: "DELETE", cookie })).status).toBe(200);
  const json = { visibility: "team", people: [] };
  await call(`/api/acta/meetings/${meetId}/visibility`, { method: "PUT", cookie: ben.cookie, json });
  await leave(ben);
  await vi.waitFor(async () => expect(await row()).toMatchObject({ workspaceId: teamId }), SOON);
  return { ada, ben, cora, teamId, meetId, row, leave };
}

test("the deletion of a team's last member deletes what the team kept of people who are gone", async () => {
  const { ada, ben, cora, teamId, row, leave } = await withKeptMeeting();
  await leave(cora);
  expect((await askFor(ben.cookie, addressOf(ben.userId))).status).toBe(204);
  await isDeleted(ben.userId);
  expect(await row()).toMatchObject({ workspaceId: teamId, deletedAt: null });
  expect((await env.RECORDINGS.list({ prefix: recordingPrefix(ben.recordingId) })).objects).not.toEqual([]);
  expect((await askFor(ada.cookie, addressOf(ada.userId))).status).toBe(204);
  await isDeleted(ada.userId);
  expect(await row()).toMatchObject({ workspaceId: "", createdBy: "", deletedAt: expect.any(Number) });
  expect((await env.RECORDINGS.list({ prefix: recordingPrefix(ben.recordingId) })).objects).toEqual([]);
});

test("links and purchases of a team that goes on stand under another administrator", async () => {
  const { ada, cora, teamId, meetId } = await withKeptMeeting();
  const services = composeServices(workerEnv, () => undefined);
  const token = tokenIn(await shareMeeting(services, { actor: sessionActor(ada.userId), meetId }));
  const json = { visibility: "private", people: [] };
  await call(`/api/acta/meetings/${meetId}/visibility`, { method: "PUT", cookie: ada.cookie, json });
  await db.insert(checkouts).values({
    id: `order-${teamId}`,
    workspaceId: teamId,
    createdBy: ada.userId,
    plan: "team",
    interval: "month",
    state: "complete",
    createdAt: 1,
  });
  expect((await askFor(ada.cookie, addressOf(ada.userId))).status).toBe(204);
  await isDeleted(ada.userId);
  const opened = await openShared(services, { token, opening: null });
  expect(opened?.shared).toMatchObject({ ownerName: "Cora Vila", createdBy: cora.userId });
  expect(await db.select().from(checkouts).where(eq(checkouts.workspaceId, teamId))).toMatchObject([
    { createdBy: cora.userId },
  ]);
  expect(await db.select().from(meetingVisibility).where(eq(meetingVisibility.meetId, meetId))).toMatchObject([
    { teamId, changedBy: cora.userId },
  ]);
});

test("the preferences of mails go, and nothing stays in the workspace's object but the mark", async () => {
  const { cookie, userId } = await withMeeting();
  await saveMailPreferences({ db, now: Date.now }, userId, { "minutes-ready": false });
  const workspace = env.WORKSPACES.getByName(userId);
  await runInDurableObject(workspace, (_object, { storage }) => {
    const mail = { meetId: newMeetId(), createdBy: userId, kind: "minutes-ready", endedAt: 1 } as const;
    queueMail(storage, mail, Date.now() + DAY_MS);
  });
  expect((await askFor(cookie, addressOf(userId))).status).toBe(204);
  await isDeleted(userId);
  expect(await db.select().from(mailPreferences).where(eq(mailPreferences.userId, userId))).toEqual([]);
  await vi.waitFor(
    () =>
      runInDurableObject(workspace, (_object, { storage: { sql } }) => {
        const tables = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
        const filled = tables
          .map(({ name }) => name)
          .filter((name) => !name.startsWith("_cf_"))
          .filter((name) => sql.exec(`SELECT 1 FROM "${name}" LIMIT 1`).toArray().length > 0);
        expect(filled.toSorted()).toEqual(["account_deletion", "consumers", "store_migrations"]);
      }),
    SOON,
  );
});

test("a late event of a deleted meeting stores nothing in the workspace", async () => {
  const { cookie, userId } = await signIn();
  expect((await askFor(cookie, addressOf(userId))).status).toBe(204);
  await isDeleted(userId);
  const workspace = env.WORKSPACES.getByName(userId);
  await vi.waitFor(async () => {
    await workspace.takeEvents(newMeetId(), [{ id: 1, kind: "meeting-deleted", at: Date.now() }]);
    await runInDurableObject(workspace, (_object, { storage }) => {
      expect(storage.sql.exec("SELECT step FROM account_deletion").one()).toEqual({ step: null });
      expect(storage.sql.exec("SELECT * FROM events").toArray()).toEqual([]);
    });
  }, SOON);
});

test("the sweep begins a deletion that the object was not told of, and forgets the address within 24 hours", async () => {
  const { userId } = await signIn();
  await db.insert(accountDeletions).values({ userId, email: addressOf(userId), locale: "en", requestedAt: Date.now() });
  const services = composeServices(workerEnv, () => undefined);
  await sweepDeletions(services);
  await isDeleted(userId);
  await sweepDeletions({ ...services, now: () => Date.now() + DAY_MS - 11 * 60_000 });
  expect(await deletionOf(userId)).toBeUndefined();
});

test("a conversation about another person's meeting goes with the account, and the owner's stays", async () => {
  const owner = await withMeeting();
  const reader = await signIn();
  const { meetId } = owner;
  const shown = await call(`/api/acta/meetings/${meetId}/visibility`, {
    method: "PUT",
    cookie: owner.cookie,
    json: { visibility: "named", people: [addressOf(reader.userId)] },
  });
  expect(shown.status).toBe(200);
  const askers = () =>
    runInDurableObject(objectOf(meetId), (_object, { storage }) =>
      storage.sql
        .exec<{ user_id: string }>("SELECT user_id FROM chat_exchanges")
        .toArray()
        .map(({ user_id }) => user_id),
    );
  // A transcript is there as soon as its captions are read.
  await vi.waitFor(async () => {
    for (const { cookie, userId } of [owner, reader]) {
      if ((await askers()).includes(userId)) continue;
      const asked = await post(`/api/acta/meetings/${meetId}/chat`, cookie, {
        key: `about-rooms-${userId}`.slice(0, 64),
        question: "Which rooms?",
      });
      await asked.text();
      expect(asked.status).toBe(200);
    }
  }, SOON);
  expect((await askers()).toSorted()).toEqual([owner.userId, reader.userId].toSorted());
  expect((await askFor(reader.cookie, addressOf(reader.userId))).status).toBe(204);
  await isDeleted(reader.userId);
  expect(await askers()).toEqual([owner.userId]);
  expect(await db.select().from(meetingChats).where(eq(meetingChats.userId, reader.userId))).toEqual([]);
  expect(await db.select().from(meetingChats).where(eq(meetingChats.meetId, meetId))).toHaveLength(1);
});

test("the identities go, so that a later sign-in makes a new account", async () => {
  const { cookie, userId } = await signIn();
  await db
    .insert(identities)
    .values({ provider: "google", subject: `sub-${userId}`, userId, createdAt: 1, lastUsedAt: 1 });
  expect((await askFor(cookie, addressOf(userId))).status).toBe(204);
  await isDeleted(userId);
  expect(
    await db
      .select()
      .from(identities)
      .where(eq(identities.subject, `sub-${userId}`)),
  ).toEqual([]);
});
