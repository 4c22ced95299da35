import { env } from "cloudflare:workers";
import { and, eq, inArray, ne } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { filteredList } from "#app/contracts/meeting/lists.ts";
import { searchAnswer } from "#app/contracts/search-answer.ts";
import { shareState } from "#app/contracts/meeting/share.ts";
import type { MeetId, RecordingId, UserId } from "#app/domain/ids.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { mailPreferences, members, sessionStreams, users } from "#app/server/db/schema-account.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { meetings } from "#app/server/db/schema.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";
import { meetingVisibility, teamMoves } from "#app/server/db/schema-teams.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";
import { uses } from "#app/server/workspace/recording-users.ts";
import { projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { restoreMeeting } from "#app/server/meetings/restore-meeting.ts";
import { repairLists } from "#app/server/workspace/repair-lists.ts";
import { takeOut } from "#app/server/teams/change-members.ts";
import { closeTeam } from "#app/server/teams/change-team.ts";
import { leaveTeams } from "#app/server/teams/leave-teams.ts";
import { prepareMail, prepareWarning } from "#app/server/mail/prepare-mail.ts";
import { accessTo, isShownTo } from "#app/server/workspace/access-to.ts";
import { moveDue } from "#app/server/teams/move-meetings.ts";
import { tellNamed } from "#app/server/meetings/tell-named.ts";
import { call, finishUpload, post, putBytes, startUpload } from "#tests/support/api.ts";
import { fixture } from "#tests/support/fixture.ts";
import { LISTED_TASK, projectionOf } from "#tests/support/list-projection.ts";
import { askLive, openLive, ORIGIN } from "#tests/support/live-page.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { listedOf } from "#tests/support/read-lists.ts";
import { replacing } from "#tests/support/replacing.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";
import { meetingStub } from "#workers/compose/objects.ts";
import { outboxOf } from "#workers/compose/engines.ts";

/** Meetings that are private, visible to a team, or to named people: over the API, with real objects. */
const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});
const captioned = await fixture("talk-captions.mp4");
const SOON = { timeout: 30_000, interval: 100 };
type Person = { userId: UserId; cookie: string };
const addressOf = ({ userId }: Person) => `${userId}@example.test`;

async function meetingOf({ cookie }: Person, title = "Team talk"): Promise<MeetId> {
  const started = await startUpload(cookie, { meetingName: title });
  await putBytes(started, captioned);
  expect((await finishUpload(cookie, started.meetId, { meetingName: title })).status).toBe(200);
  await vi.waitFor(async () => {
    const [row] = await db.select().from(meetings).where(eq(meetings.id, started.meetId));
    expect(row?.status).toBe("SUMMARIZED");
  }, SOON);
  return started.meetId as MeetId;
}

const show = (owner: Person, meetId: string, visibility: string, people: string[] = []) =>
  call(`/api/acta/meetings/${meetId}/visibility`, {
    method: "PUT",
    cookie: owner.cookie,
    json: { visibility, people },
  });
const remove = (cookie: string, memberId: string) =>
  call(`/api/acta/team/members/${memberId}`, { method: "DELETE", cookie });
const statusOf = async (path: string, cookie: string | null, method = "GET") => {
  const answer = await call(path, { method, ...(cookie === null ? {} : { cookie }) });
  await answer.body?.cancel();
  return answer.status;
};
/** The statuses of what readers do, and of what the owner alone does. */
async function rightsOf(meetId: string, cookie: string | null) {
  const api = `/api/acta/meetings/${meetId}`;
  const read = await Promise.all(
    [`/${meetId}`, `${api}/export/md`, `${api}/export/srt`, `${api}/recording`, `${api}/chat`, `${api}/pdf`].map(
      (path) => statusOf(path, cookie, "HEAD"),
    ),
  );
  const owned = await Promise.all([`${api}/shares`, `${api}/visibility`].map((path) => statusOf(path, cookie)));
  return { read: [...new Set(read)], owned: [...new Set(owned)] };
}
const sharedWith = async ({ cookie }: Person) =>
  filteredList
    .parse(await (await call("/api/acta/meetings?role=shared", { cookie })).json())
    .meetings.map(({ id, sharedBy }) => [id, sharedBy]);
const found = async ({ cookie }: Person) =>
  searchAnswer.parse(await (await call("/api/search?q=Chaos", { cookie })).json()).meetings.map(({ meetId }) => meetId);
const mailsTo = async (person: Person) => {
  const mails = await outboxOf(workerEnv, () => {}).newest();
  return mails.filter(({ to }) => to === addressOf(person)).map(({ subject }) => subject);
};
const rowOf = async (meetId: string) => (await db.select().from(meetings).where(eq(meetings.id, meetId)))[0];

let nora: Person;
let otto: Person;
let eva: Person;
let guest: Person;
let teamId: string;
let meetId: MeetId;

beforeAll(async () => {
  [nora, otto, eva, guest] = await Promise.all([
    signIn({ name: "Nora Puig" }),
    signIn({ name: "Otto Serra" }),
    signIn({ name: "Eva Roca" }),
    signIn({ name: "Ida Mas" }),
  ]);
  teamId = await makeTeam({ owner: nora, others: [otto, eva], seats: 5 });
  meetId = await meetingOf(otto, "Chaos of the seminar rooms");
  await vi.waitUntil(async () => (await rightsOf(meetId, otto.cookie)).read.join() === "200", SOON);
}, 60_000);

const NOBODY = { read: [404], owned: [404] };
const READER = { read: [200], owned: [404] };

test("a meeting is private to its creator, also in a team", async () => {
  expect(await rightsOf(meetId, otto.cookie)).toEqual({ read: [200], owned: [200] });
  for (const other of [nora, eva, guest]) expect(await rightsOf(meetId, other.cookie)).toEqual(NOBODY);
  expect((await rightsOf(meetId, null)).owned).toEqual([401]);
});

test("a team meeting is read by every member, managed by its creator alone, and found in their lists and searches", async () => {
  expect((await show(otto, meetId, "team")).status).toBe(200);
  for (const member of [nora, eva]) {
    expect(await rightsOf(meetId, member.cookie)).toEqual(READER);
    expect(await sharedWith(member)).toEqual([[meetId, "Otto Serra"]]);
    await vi.waitFor(async () => expect(await found(member)).toEqual([meetId]), SOON);
  }
  expect(await rightsOf(meetId, guest.cookie)).toEqual(NOBODY);
  expect(await found(guest)).toEqual([]);
  // A reader of it gets the notes of its call from the same bot, without the owner's answer.
  const isShown = ({ userId }: Person) => isShownTo(services, { askerUserId: userId, meetIds: [meetId] });
  expect(await Promise.all([nora, eva, guest, otto].map(isShown))).toEqual([true, true, false, true]);
  // Not the administrator either.
  expect(await statusOf(`/api/acta/meetings/${meetId}`, nora.cookie, "DELETE")).toBe(404);
  expect(await statusOf(`/api/acta/meetings/${meetId}/retry`, nora.cookie, "POST")).toBe(404);
  expect((await show(nora, meetId, "private")).status).toBe(404);
});

test("members edit the minutes of a team meeting only where the team lets them", async () => {
  const isEditable = async () => {
    const viewer = await accessTo({ db }, sessionActor(eva.userId), meetId);
    return viewer && (await services.meetings.view(meetId, viewer))?.head.editable === true;
  };
  const before = await isEditable();
  await call("/api/acta/team", { method: "PATCH", cookie: nora.cookie, json: { membersEdit: true } });
  expect([before, await isEditable()]).toEqual([false, true]);
  await call("/api/acta/team", { method: "PATCH", cookie: nora.cookie, json: { membersEdit: false } });
});

test("a meeting for named people is read by whoever signs in with the address, and by nobody else of the team", async () => {
  expect((await show(otto, meetId, "named", [addressOf(guest).toUpperCase()])).status).toBe(200);
  expect(await rightsOf(meetId, guest.cookie)).toEqual(READER);
  expect(await sharedWith(guest)).toEqual([[meetId, "Otto Serra"]]);
  await vi.waitFor(async () => expect(await mailsTo(guest)).toHaveLength(1), SOON);
  for (const member of [nora, eva]) {
    expect(await rightsOf(meetId, member.cookie)).toEqual(NOBODY);
    expect(await sharedWith(member)).toEqual([]);
    expect(await found(member)).toEqual([]);
  }
  await db.update(users).set({ emailVerified: false }).where(eq(users.id, guest.userId));
  expect(await rightsOf(meetId, guest.cookie)).toEqual(NOBODY);
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, guest.userId));
  expect((await show(otto, meetId, "private")).status).toBe(200);
  expect(await rightsOf(meetId, guest.cookie)).toEqual(NOBODY);
});

test("a named person with an account is told once by mail, when the minutes are there, unless they switched that off", async () => {
  const [reader, quiet] = await Promise.all([signIn(), signIn()]);
  const people = [addressOf(reader), addressOf(quiet), addressOf(otto), "stranger@example.test"];
  await db
    .insert(mailPreferences)
    .values({ userId: quiet.userId, kind: "meeting-shown", enabled: false, changedAt: 1 });
  await db.update(meetings).set({ status: "LLMING" }).where(eq(meetings.id, meetId));
  await show(otto, meetId, "named", people);
  expect(await tellNamed(services, meetId)).toBe(0);
  await db.update(meetings).set({ status: "SUMMARIZED" }).where(eq(meetings.id, meetId));
  expect(await tellNamed(services, null)).toBe(people.length);
  // Named again, in another order, and one more.
  await show(otto, meetId, "named", [addressOf(guest), ...people.toReversed()]);
  expect(await mailsTo(reader)).toEqual(["Otto Serra shows you a meeting: Chaos of the seminar rooms"]);
  for (const other of [quiet, otto])
    expect(await mailsTo(other)).not.toContainEqual(expect.stringContaining("shows you"));
  const all = await outboxOf(workerEnv, () => {}).newest();
  expect(all.map(({ to }) => to)).not.toContain("stranger@example.test");
  await show(otto, meetId, "private");
});

test("a lowered plan takes nothing away; a removed member loses pages, files, lists and searches at once", async () => {
  await show(otto, meetId, "team");
  await db.update(planHolds).set({ endsAt: 2 }).where(eq(planHolds.workspaceId, teamId));
  expect(await rightsOf(meetId, eva.cookie)).toEqual(READER);
  await db.update(planHolds).set({ endsAt: null }).where(eq(planHolds.workspaceId, teamId));
  const page = await openLive(meetId, eva.cookie);
  await page.until(() => true);
  expect((await remove(nora.cookie, eva.userId)).status).toBe(200);
  await page.closed;
  expect(page.messages.at(-1)).toEqual({ type: "gone" });
  expect(await rightsOf(meetId, eva.cookie)).toEqual(NOBODY);
  expect([await sharedWith(eva), await found(eva)]).toEqual([[], []]);
});

test("a member who leaves keeps private meetings and gets a copy of team meetings, which stay with the team", async () => {
  const hidden = await meetingOf(otto, "Between us");
  await show(otto, meetId, "team");
  await post(`/api/acta/meetings/${meetId}/shares`, otto.cookie, {});
  expect((await remove(otto.cookie, otto.userId)).status).toBe(200);
  await vi.waitFor(async () => expect(await db.select().from(teamMoves)).toEqual([]), SOON);
  // The original is the team's: its administrator manages it, its creator has lost it, and their link is gone.
  expect(await rowOf(meetId)).toMatchObject({ workspaceId: teamId, createdBy: otto.userId });
  expect(await rightsOf(meetId, nora.cookie)).toEqual({ read: [200], owned: [200] });
  expect(await rightsOf(meetId, otto.cookie)).toEqual(NOBODY);
  const links = shareState.parse(
    await (await call(`/api/acta/meetings/${meetId}/shares`, { cookie: nora.cookie })).json(),
  );
  expect(links.link).toBeNull();
  // The copy is the creator's, with the same recording.
  const own = await vi.waitFor(async () => {
    const list = filteredList.parse(await (await call("/api/acta/meetings", { cookie: otto.cookie })).json());
    expect(list.meetings.map(({ title }) => title).toSorted()).toEqual(["Between us", "Chaos of the seminar rooms"]);
    return list.meetings;
  }, SOON);
  expect(own.map(({ id }) => id)).toContain(hidden);
  const copyId = own.find(({ id }) => id !== hidden)?.id ?? "";
  expect(copyId).not.toBe(meetId);
  await vi.waitFor(async () => expect((await rightsOf(copyId, otto.cookie)).read).toEqual([200]), SOON);
  const textOf = async (id: string, { cookie }: Person) =>
    (await call(`/api/acta/meetings/${id}/export/srt`, { cookie })).text();
  expect(await textOf(copyId, otto)).toBe(await textOf(meetId, nora));
  const recordingId = (await rowOf(meetId))?.recordingId as RecordingId;
  expect(await db.$count(meetings, uses(recordingId))).toBe(2);
  expect(await rightsOf(copyId, nora.cookie)).toEqual(NOBODY);
  expect(await rightsOf(hidden, nora.cookie)).toEqual(NOBODY);
  await vi.waitFor(async () => expect(await found(nora)).toEqual([meetId]), SOON);
  await vi.waitFor(async () => expect(await found(otto)).toEqual([copyId]), SOON);
  // The team deletes its meeting; the copy keeps the recording.
  expect(await statusOf(`/api/acta/meetings/${meetId}`, nora.cookie, "DELETE")).toBe(200);
  expect(await statusOf(`/api/acta/meetings/${copyId}/recording`, otto.cookie, "HEAD")).toBe(200);
});

/** A team, and a meeting that stayed with it when its creator left. */
async function keptMeeting() {
  const [ada, ben] = await Promise.all([signIn(), signIn()]);
  const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
  const kept = await meetingOf(ben, "Chaos of the desk");
  await show(ben, kept, "team");
  await remove(ben.cookie, ben.userId);
  await vi.waitFor(async () => expect(await rowOf(kept)).toMatchObject({ workspaceId: team }), SOON);
  return { ada, ben, team, kept };
}

test("administrators keep a meeting that stayed with their team, also where it is private or for named people", async () => {
  const { ada, ben, kept } = await keptMeeting();
  for (const visibility of ["private", "named"] as const) {
    expect((await show(ada, kept, visibility, visibility === "named" ? [addressOf(guest)] : [])).status).toBe(200);
    expect(await rightsOf(kept, ada.cookie)).toEqual({ read: [200], owned: [200] });
    expect((await sharedWith(ada)).map(([id]) => id)).toEqual([kept]);
    await vi.waitFor(async () => expect(await found(ada)).toEqual([kept]), SOON);
    expect(await rightsOf(kept, ben.cookie)).toEqual(NOBODY);
  }
  expect(await rightsOf(kept, guest.cookie)).toEqual(READER);
  // Also the creator reads it where they are named.
  await show(ada, kept, "named", [addressOf(ben)]);
  expect(await rightsOf(kept, ben.cookie)).toEqual(READER);
});

test("an administrator who becomes a member loses the page of a kept private meeting at once", async () => {
  const { ada, team, kept } = await keptMeeting();
  const eva = await signIn();
  await db.insert(members).values({ workspaceId: team, userId: eva.userId, role: "owner", joinedAt: 9 });
  await show(ada, kept, "private");
  const page = await openLive(kept, eva.cookie);
  await page.until(() => true);
  await call(`/api/acta/team/members/${eva.userId}`, { method: "PUT", cookie: ada.cookie, json: { role: "member" } });
  await page.closed;
  expect(page.messages.at(-1)).toEqual({ type: "gone" });
});

test("a page that asks again in the moment in which its access ends does not hide the one that is open", async () => {
  const [owner, reader] = [await signIn(), await signIn()];
  const shown = await meetingOf(owner);
  await show(owner, shown, "named", [addressOf(reader)]);
  const page = await openLive(shown, reader.cookie);
  await page.until(() => true);
  // Before those who may not look any more are told.
  await db.update(meetingVisibility).set({ visibility: "private" }).where(eq(meetingVisibility.meetId, shown));
  const headers = { Upgrade: "websocket", Cookie: reader.cookie, Origin: ORIGIN };
  expect((await askLive(shown, headers)).status).toBe(404);
  await closeLostStreams(services, { meetIds: [shown] });
  await page.closed;
  expect(page.messages.at(-1)).toEqual({ type: "gone" });
  expect(await db.select().from(sessionStreams).where(eq(sessionStreams.meetId, shown))).toEqual([]);
});

test("minutes that a team has written again are not mailed to the creator who left it", async () => {
  const { ada, ben, team, kept } = await keptMeeting();
  const { needs, meeting } = await mailOf(kept);
  expect(meeting.createdBy).toBe(ben.userId);
  expect(await prepareMail(needs, meeting)).toBeNull();
  const { title, startsAt } = meeting;
  const warning = {
    kind: "retention-warning",
    part: "meeting",
    deletedAt: 1,
    meetings: [{ meetId: kept, title, startsAt }],
  } as const;
  expect(await prepareWarning(needs, ben.userId, warning)).toBeNull();
  // An administrator is told, and so is a creator of their own meetings.
  expect(await prepareWarning(needs, ada.userId, warning)).not.toBeNull();
  await db.insert(members).values({ workspaceId: team, userId: ben.userId, role: "owner", joinedAt: 9 });
  expect(await prepareMail(needs, meeting)).not.toBeNull();
});

async function mailOf(id: MeetId) {
  const meeting = await meetingStub(workerEnv, id).mailable();
  if (meeting === null) throw new Error("the meeting has not ended");
  const { mailWriter, unsubscribeTokens, config } = services;
  return { meeting, needs: { db, writer: mailWriter, unsubscribeTokens, origin: config.origin } };
}

test("a meeting that its creator made private before it moved stays theirs", async () => {
  const [ada, ben] = await Promise.all([signIn(), signIn()]);
  const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
  const bens = await meetingOf(ben);
  await show(ben, bens, "team");
  // As long as a meeting is recorded or written, its move waits.
  expect(await takeOut(services, { teamId: team, memberId: ben.userId, copies: true })).toBe("done");
  expect((await show(ben, bens, "private")).status).toBe(200);
  await moveDue(services);
  expect(await rowOf(bens)).toMatchObject({ workspaceId: ben.userId });
  expect(await rightsOf(bens, ben.cookie)).toEqual({ read: [200], owned: [200] });
  expect(await rightsOf(bens, ada.cookie)).toEqual(NOBODY);
});

test.each([
  ["during the copy stays theirs", "exportContent", "creator"],
  ["during the hand-over is the team's administrators'", "handOver", "team"],
] as const)("a meeting that its creator makes private %s", async (_name, during, owner) => {
  const [ada, ben] = await Promise.all([signIn(), signIn()]);
  const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
  const bens = await meetingOf(ben);
  await show(ben, bens, "team");
  await takeOut(services, { teamId: team, memberId: ben.userId, copies: true });
  const hide = async () => expect((await show(ben, bens, "private")).status).toBe(200);
  const meetingsThen = {
    exportContent: async (...asked: Parameters<typeof services.meetings.exportContent>) => {
      await hide();
      return services.meetings.exportContent(...asked);
    },
    handOver: async (...asked: Parameters<typeof services.meetings.handOver>) => {
      await hide();
      return services.meetings.handOver(...asked);
    },
  };
  await moveDue({ ...services, meetings: replacing(services.meetings, { [during]: meetingsThen[during] }) });
  const [rightsOfBen, rightsOfAda] = [await rightsOf(bens, ben.cookie), await rightsOf(bens, ada.cookie)];
  const owned = { read: [200], owned: [200] };
  expect([rightsOfBen, rightsOfAda]).toEqual(owner === "creator" ? [owned, NOBODY] : [NOBODY, owned]);
});

test("a use that counts stays with the person who leaves, and a place that is held goes with its meeting", async () => {
  const [ada, ben] = await Promise.all([signIn(), signIn()]);
  const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
  const [counted, held] = [await meetingOf(ben), await meetingOf(ben)];
  for (const id of [counted, held]) await show(ben, id, "team");
  await db.update(usageLedger).set({ state: "reserved" }).where(eq(usageLedger.meetId, held));
  await takeOut(services, { teamId: team, memberId: ben.userId, copies: false });
  await moveDue(services);
  expect(await rowOf(held)).toMatchObject({ workspaceId: team });
  const rows = await db
    .select()
    .from(usageLedger)
    .where(inArray(usageLedger.meetId, [counted, held]));
  const byMeeting = new Map(rows.map(({ meetId: id, workspaceId, state }) => [id, { workspaceId, state }]));
  expect(byMeeting.get(counted)).toEqual({ workspaceId: ben.userId, state: "counted" });
  expect(byMeeting.get(held)).toEqual({ workspaceId: team, state: "reserved" });
});

test("a rebuild charges nobody again for a meeting that has moved, nor for its copy", async () => {
  const [ada, ben] = await Promise.all([signIn(), signIn()]);
  const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
  const bens = await meetingOf(ben);
  await show(ben, bens, "team");
  await takeOut(services, { teamId: team, memberId: ben.userId, copies: true });
  await moveDue(services);
  const both = await db.select({ id: meetings.id }).from(meetings).where(eq(meetings.createdBy, ben.userId));
  const ids = both.map(({ id }) => id as MeetId);
  expect(ids).toHaveLength(2);
  const { workspaceId, state } = usageLedger;
  const ledger = () => db.select({ workspaceId, state }).from(usageLedger).where(inArray(usageLedger.meetId, ids));
  for (const id of ids) expect(await services.meetings.restore(id)).toBe("restored");
  expect(await ledger()).toEqual([{ workspaceId: ben.userId, state: "counted" }]);
});

test.each([true, false])(
  "tasks that change while a meeting moves reach the lists that it comes to (its object answers: %s)",
  async (answers) => {
    const [ada, ben] = await Promise.all([signIn(), signIn()]);
    const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
    const projection = projectionOf(ben.userId);
    const { meetId: moving } = projection;
    await projectMeeting(db, projection);
    await show(ben, moving, "team");
    await takeOut(services, { teamId: team, memberId: ben.userId, copies: false });
    const later = { ...projection, sequence: 2, tasks: [{ ...LISTED_TASK, text: "Order the beans" }] };
    let isRead = false;
    // Between the reading of its content and the batch that moves it, all lists take a change.
    const changing = replacing(db, {
      batch: (async (statements: Parameters<typeof db.batch>[0]) => {
        const isMove = !isRead && statements.length > 8;
        if (isMove) {
          isRead = true;
          await projectMeeting(db, later);
          for (const lists of [ben.userId, team]) await listedOf(services, lists, moving);
        }
        return db.batch(statements);
      }) as unknown as typeof db.batch,
    });
    let isAsked = false;
    const restore = async () => {
      if (!answers && !isAsked) {
        isAsked = true;
        throw new Error("no answer");
      }
      await restoreMeeting(db, { projection: later, usage: "free", now: 1 });
      return "restored" as const;
    };
    const objects = replacing(services.meetings, { restore });
    await moveDue({ ...services, db: changing, meetings: objects });
    await repairLists({ ...services, meetings: objects });
    expect(isRead).toBe(true);
    expect(await rowOf(moving)).toMatchObject({ workspaceId: team });
    expect((await listedOf(services, team, moving)).tasks.map(({ text }) => text)).toEqual(["Order the beans"]);
  },
);

test.each(["its creator hides the meeting", "the team ends"])(
  "a copy that was noted and not made leaves no row where %s",
  async (why) => {
    const [ada, ben] = await Promise.all([signIn(), signIn()]);
    const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
    const bens = await meetingOf(ben);
    await show(ben, bens, "team");
    await takeOut(services, { teamId: team, memberId: ben.userId, copies: true });
    const importContent = () => Promise.reject(new Error("the object does not answer"));
    await moveDue({ ...services, meetings: replacing(services.meetings, { importContent }) });
    const own = () => db.select({ id: meetings.id }).from(meetings).where(eq(meetings.createdBy, ben.userId));
    expect(await own()).toHaveLength(2);
    if (why === "the team ends") await closeTeam(services, { teamId: team, heir: ada.userId, keep: null });
    else await show(ben, bens, "private");
    await db.update(teamMoves).set({ dueAt: 1 }).where(eq(teamMoves.meetId, bens));
    await moveDue(services);
    expect(await db.select().from(teamMoves).where(eq(teamMoves.meetId, bens))).toEqual([]);
    expect(await own()).toEqual([{ id: bens }]);
  },
);

test.each([
  ["is made nevertheless keeps its recording", false],
  ["cannot be made leaves no row", true],
])("a copy of a meeting that is deleted meanwhile and %s", async (_name, breaks) => {
  const [ada, ben] = await Promise.all([signIn(), signIn()]);
  const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
  const bens = await meetingOf(ben);
  await show(ben, bens, "team");
  await takeOut(services, { teamId: team, memberId: ben.userId, copies: true });
  const importContent = async (...asked: Parameters<typeof services.meetings.importContent>) => {
    expect(await statusOf(`/api/acta/meetings/${bens}`, ben.cookie, "DELETE")).toBe(200);
    if (breaks) throw new Error("the object does not answer");
    return services.meetings.importContent(...asked);
  };
  await moveDue({ ...services, meetings: replacing(services.meetings, { importContent }) });
  const [move] = await db.select().from(teamMoves).where(eq(teamMoves.meetId, bens));
  expect(move === undefined).toBe(!breaks);
  await db.update(teamMoves).set({ dueAt: 1 }).where(eq(teamMoves.meetId, bens));
  await moveDue(services);
  const copies = await db
    .select()
    .from(meetings)
    .where(and(eq(meetings.createdBy, ben.userId), ne(meetings.id, bens)));
  expect(copies).toHaveLength(breaks ? 0 : 1);
  for (const { id } of copies)
    expect(await statusOf(`/api/acta/meetings/${id}/recording`, ben.cookie, "HEAD")).toBe(200);
});

test("when a team ends, what it kept returns to its creators, everything is private, and nothing is deleted", async () => {
  const [ada, ben] = await Promise.all([signIn(), signIn()]);
  const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
  const [adas, bens] = [await meetingOf(ada), await meetingOf(ben)];
  await show(ada, adas, "team");
  await show(ben, bens, "team");
  await remove(ben.cookie, ben.userId);
  await vi.waitFor(async () => expect(await rowOf(bens)).toMatchObject({ workspaceId: team }), SOON);
  await db.update(planHolds).set({ endsAt: 2 }).where(eq(planHolds.workspaceId, team));
  expect(await statusOf("/api/acta/team", ada.cookie, "DELETE")).toBe(200);
  await vi.waitFor(async () => expect(await rowOf(bens)).toMatchObject({ workspaceId: ben.userId }), SOON);
  expect((await rightsOf(bens, ben.cookie)).owned).toEqual([200]);
  expect((await rightsOf(adas, ada.cookie)).owned).toEqual([200]);
  expect(await rightsOf(bens, ada.cookie)).toEqual(NOBODY);
  expect((await db.select().from(meetingVisibility).where(eq(meetingVisibility.meetId, adas)))[0]).toMatchObject({
    visibility: "private",
    teamId: null,
  });
});

test("the deletion of the last administrator's account hands the team on; its meetings stay with it", async () => {
  const [ada, ben] = await Promise.all([signIn(), signIn()]);
  const team = await makeTeam({ owner: ada, others: [ben], seats: 3 });
  const adas = await meetingOf(ada);
  await show(ada, adas, "team");
  const order = { meetIds: [adas], tags: { add: ["for me alone"], remove: [] }, archived: true };
  expect((await post("/api/acta/arrange", ada.cookie, order)).status).toBe(200);
  const announced = await (await call("/settings/privacy", { cookie: ada.cookie })).text();
  expect(announced).toContain("becomes its administrator");
  await leaveTeams(services, ada.userId);
  await leaveTeams(services, ada.userId);
  expect(await db.select().from(members).where(eq(members.workspaceId, team))).toMatchObject([
    { userId: ben.userId, role: "owner" },
  ]);
  expect(await rowOf(adas)).toMatchObject({
    workspaceId: team,
    createdBy: ben.userId,
    deletedAt: null,
    archivedAt: null,
  });
  expect(await db.select().from(meetingTags).where(eq(meetingTags.meetId, adas))).toEqual([]);
  expect((await rightsOf(adas, ben.cookie)).owned).toEqual([200]);
  await moveDue(services);
});
