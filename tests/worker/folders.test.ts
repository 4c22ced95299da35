import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { type Arranged, type Arrangement, arrangedAnswer, foldersAnswer } from "#app/contracts/folders.ts";
import { filteredList } from "#app/contracts/meeting/lists.ts";
import { newMeetId } from "#app/domain/ids.ts";
import { FOLDERS_MAX, TAGS_OF_MEETING_MAX } from "#app/domain/limits/folders.ts";
import { readAccountData } from "#app/server/account/account-data.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingCounts, meetings } from "#app/server/db/schema.ts";
import { folders, meetingTags } from "#app/server/db/schema-folders.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import { meetingPage } from "#app/contracts/public.ts";
import { makeKey, withKey } from "#tests/support/api-key.ts";
import { call, post, startUpload } from "#tests/support/api.ts";
import { seedManyMeetings } from "#tests/support/many-meetings.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

const soon = { timeout: 30_000, interval: 50 };

/** Folders, tags, the archive and rules over the API, in real tables. */

const db = openDatabase(env.DB);

/** A person with some ended meetings: newest first they are `ids`. */
async function somebody(count = 4) {
  const person = await signIn();
  // With a digit behind it, an id of a meeting.
  const prefix = newMeetId().slice(0, count > 10 ? 20 : 23);
  await seedManyMeetings(person.userId, count, prefix);
  const ids = Array.from({ length: count }, (_each, at) => `${prefix}${count - 1 - at}`);
  const { cookie } = person;
  const ask = (json: object) => post("/api/acta/arrange", cookie, json);
  return {
    ...person,
    ids,
    ask,
    arrange: async (json: object): Promise<Arranged> => {
      const answer = await ask(json);
      expect(answer.status).toBe(200);
      return arrangedAnswer.parse(await answer.json());
    },
    undo: async (changes: readonly Arrangement[]) => {
      for (const change of changes) expect((await ask(change)).status).toBe(200);
    },
    list: async (query = "") =>
      filteredList.parse(await (await call(`/api/acta/meetings?${query}`, { cookie })).json()),
    all: async (meeting = "") =>
      foldersAnswer.parse(await (await call(`/api/acta/folders?meeting=${meeting}`, { cookie })).json()),
  };
}
type Somebody = Awaited<ReturnType<typeof somebody>>;
const idsOf = async (who: Somebody, query = "") => (await who.list(query)).meetings.map(({ id }) => id);

test("meetings move into a folder by its name, are listed by it in both orders, and the undo brings them back", async () => {
  const nora = await somebody();
  const [newest = "", second = "", third = ""] = nora.ids;
  const first = await nora.arrange({ meetIds: [newest], folder: { name: " Clients / Girona " } });
  expect(first).toMatchObject({ found: 1, folder: { name: "Clients/Girona", team: null, editable: true } });
  const folderId = first.folder?.id ?? "";
  // Another spelling is the same folder.
  const moved = await nora.arrange({ meetIds: [newest, second, third], folder: { name: "clients/GIRONA" } });
  expect(moved.folder?.id).toBe(folderId);
  expect(await idsOf(nora, `folder=${folderId}`)).toEqual([newest, second, third]);
  expect(await idsOf(nora, `folder=${folderId}&sort=title`)).toEqual([third, second, newest]);
  expect(await idsOf(nora, `folder=${folderId}&group=error`)).toEqual([]);
  expect((await nora.list()).meetings.map((meeting) => meeting.folderId)).toEqual([
    folderId,
    folderId,
    folderId,
    undefined,
  ]);
  await nora.undo(moved.undo);
  expect(await idsOf(nora, `folder=${folderId}`)).toEqual([newest]);
  expect((await nora.all(newest)).of).toMatchObject({ folderId, tags: [], archived: false });
});

test("an archived meeting leaves the lists and their counts, is listed by its filter, and comes back", async () => {
  const nora = await somebody();
  const [newest = "", ...others] = nora.ids;
  const { counts } = await nora.list();
  const archived = await nora.arrange({ meetIds: [newest], archived: true });
  const list = await nora.list();
  expect(list.meetings.map(({ id }) => id)).toEqual(others);
  expect([list.counts.all, list.hasArchived]).toEqual([counts.all - 1, true]);
  expect(await nora.list("archived=1")).toMatchObject({ meetings: [{ id: newest, isArchived: true }] });
  // Once more changes nothing, and its undo nothing either.
  expect((await nora.arrange({ meetIds: [newest], archived: true })).undo).toEqual([]);
  expect((await call(`/api/acta/meetings/${newest}/visibility`, { cookie: nora.cookie })).status).toBe(200);
  await nora.undo(archived.undo);
  expect(await nora.list()).toMatchObject({ counts, hasArchived: false });
});

test("the counters follow archiving, deletion and merging of the same meeting", async () => {
  const { userId, ids, arrange } = await somebody(3);
  const counted = async () =>
    (await db.select().from(meetingCounts).where(eq(meetingCounts.createdBy, userId))).reduce(
      (sum, { count }) => sum + count,
      0,
    );
  const set = (values: object) =>
    db
      .update(meetings)
      .set(values)
      .where(eq(meetings.id, ids[0] ?? ""));
  await arrange({ meetIds: ids, archived: true });
  expect(await counted()).toBe(0);
  await set({ mergedInto: ids[1] });
  await set({ deletedAt: 5 });
  expect(await counted()).toBe(0);
  await set({ deletedAt: null, mergedInto: null, archivedAt: null });
  expect(await counted()).toBe(1);
});

test.each(["SCHEDULE", "RECORDING"])("a meeting that is planned or under way is not archived: %s", async (status) => {
  const nora = await somebody(2);
  const [newest = "", second = ""] = nora.ids;
  await db.update(meetings).set({ status }).where(eq(meetings.id, newest));
  expect((await nora.ask({ meetIds: [newest], archived: true })).status).toBe(404);
  expect(await nora.arrange({ meetIds: nora.ids, archived: true })).toMatchObject({ found: 1 });
  expect(await idsOf(nora)).toEqual([newest]);
  expect(await idsOf(nora, "archived=1")).toEqual([second]);
});

test("tags are added and removed, narrow the list with other filters, and follow title and time of their meeting", async () => {
  const nora = await somebody();
  const [newest = "", second = "", third = ""] = nora.ids;
  await nora.arrange({ meetIds: [newest, second], tags: { add: ["#Budget", "Été"], remove: [] } });
  const changed = await nora.arrange({ meetIds: [second, third], tags: { add: ["budget"], remove: ["ete"] } });
  expect(await idsOf(nora, "tag=budget")).toEqual([newest, second, third]);
  expect(await idsOf(nora, "tag=%C3%89t%C3%A9")).toEqual([newest]);
  expect((await nora.all(newest)).of?.tags).toEqual(["Budget", "Été"]);
  await nora.undo(changed.undo);
  expect(await idsOf(nora, "tag=budget")).toEqual([newest, second]);
  expect(await idsOf(nora, "tag=ete&sort=title")).toEqual([second, newest]);
  await db.update(meetings).set({ startsAt: 5 }).where(eq(meetings.id, newest));
  expect(await idsOf(nora, "tag=budget")).toEqual([second, newest]);
  expect((await nora.all()).tags).toEqual(["Budget", "Été"]);
  const folder = await nora.arrange({ meetIds: [second], folder: { name: "Clients" } });
  expect(await idsOf(nora, `tag=budget&folder=${folder.folder?.id}`)).toEqual([second]);
});

test("a program that follows the changes of one tag hears of no other meeting", async () => {
  const nora = await somebody(3);
  const [newest = "", second = ""] = nora.ids;
  await nora.arrange({ meetIds: [newest], tags: { add: ["Client X"], remove: [] } });
  await nora.arrange({ meetIds: [second], archived: true });
  const { key } = await makeKey(nora.cookie, { scope: "read" });
  await db.update(meetings).set({ changedAt: 5 }).where(eq(meetings.createdBy, nora.userId));
  const ask = async (query: string) =>
    meetingPage.parse(
      await (await withKey(`/api/v1/meetings?changedAfter=1970-01-01T00:00:00Z&${query}`, key, {})).json(),
    );
  const { meetings: changed } = await ask("");
  expect(changed).toHaveLength(3);
  // Archived meetings are among the changes, and marked.
  expect(changed.flatMap(({ id, archived }) => (archived ? [id] : []))).toEqual([second]);
  expect((await ask("tag=client+x")).meetings.map(({ id }) => id)).toEqual([newest]);
});

test("the way back from a folder leads to none that the person does not see any more", async () => {
  const nora = await somebody(2);
  const [newest = ""] = nora.ids;
  await db.update(meetings).set({ folderId: "folder-of-an-ended-team" }).where(eq(meetings.id, newest));
  const moved = await nora.arrange({ meetIds: nora.ids, folder: { name: "Clients" } });
  expect(moved.undo).toMatchObject([{ folder: null }]);
  await nora.undo(moved.undo);
  expect((await nora.all(newest)).of).toMatchObject({ folderId: null });
});

test("a meeting takes as many tags as its limit", async () => {
  const nora = await somebody(1);
  const many = Array.from({ length: TAGS_OF_MEETING_MAX }, (_each, at) => `tag ${at}`);
  await nora.arrange({ meetIds: nora.ids, tags: { add: many, remove: [] } });
  await nora.arrange({ meetIds: nora.ids, tags: { add: ["one more"], remove: [] } });
  expect((await nora.all(nora.ids[0])).of?.tags).toHaveLength(TAGS_OF_MEETING_MAX);
});

test("meetings and folders of others are neither changed nor told apart from those that are not there", async () => {
  const [nora, luis] = [await somebody(1), await somebody(1)];
  const { folder } = await nora.arrange({ meetIds: nora.ids, folder: { name: "Clients" } });
  const folderId = folder?.id ?? "";
  for (const change of [{ archived: true }, { folder: null }, { tags: { add: ["x"], remove: [] } }]) {
    expect((await luis.ask({ meetIds: nora.ids, ...change })).status).toBe(404);
  }
  expect((await luis.ask({ meetIds: luis.ids, folder: { id: folderId } })).status).toBe(404);
  expect((await luis.all(nora.ids[0])).of).toBeNull();
  expect(await idsOf(luis, `folder=${folderId}`)).toEqual([]);
  for (const method of ["PATCH", "DELETE"]) {
    const json = method === "PATCH" ? { json: { name: "Mine" } } : {};
    expect((await call(`/api/acta/folders/${folderId}`, { method, cookie: luis.cookie, ...json })).status).toBe(404);
  }
  expect(await idsOf(nora, `folder=${folderId}`)).toEqual(nora.ids);
});

test("names that are none are refused, and folders have a limit", async () => {
  const nora = await somebody(1);
  for (const name of ["", " / ", "one/two/three", "…", "x".repeat(90)]) {
    expect((await nora.ask({ meetIds: nora.ids, folder: { name } })).status, name).toBe(422);
  }
  expect((await nora.ask({ meetIds: nora.ids, tags: { add: ["#"], remove: [] } })).status).toBe(422);
  for (let at = 0; at < FOLDERS_MAX; at += 14) {
    const some = Array.from({ length: Math.min(14, FOLDERS_MAX - at) }, (_each, more) => row(nora.userId, at + more));
    await db.insert(folders).values(some);
  }
  expect((await nora.ask({ meetIds: nora.ids, folder: { name: "One more" } })).status).toBe(409);
});

const row = (workspaceId: string, at: number) => ({
  id: `${workspaceId}-${at}`,
  workspaceId,
  name: `Folder ${at}`,
  nameKey: `folder ${at}`,
  createdAt: at,
});

test("a team sees a shared folder, and in it only the meetings that are shown to it", async () => {
  const [nora, luis] = [await somebody(3), await somebody(1)];
  const teamId = await makeTeam({ owner: nora, others: [luis] });
  const { folder } = await nora.arrange({ meetIds: nora.ids, folder: { name: "Clients/Girona" } });
  const path = `/api/acta/folders/${folder?.id}`;
  const [shown = ""] = nora.ids;
  await db
    .insert(meetingVisibility)
    .values({ meetId: shown, visibility: "team", teamId, changedBy: nora.userId, changedAt: 1 });
  expect((await luis.all()).folders).toEqual([]);
  expect((await call(path, { method: "PATCH", cookie: nora.cookie, json: { shared: true } })).status).toBe(200);
  expect((await luis.all()).folders).toEqual([
    { id: folder?.id, name: "Clients/Girona", team: "Agenda Clara", editable: false },
  ]);
  expect(await luis.list(`folder=${folder?.id}`)).toMatchObject({ meetings: [{ id: shown, role: "guest" }] });
  // A member puts meetings of their own there, which the others see only where they are shown to them.
  await luis.arrange({ meetIds: luis.ids, folder: { id: folder?.id } });
  expect(await idsOf(luis, `folder=${folder?.id}`)).toHaveLength(2);
  expect(await idsOf(nora, `folder=${folder?.id}`)).toEqual(nora.ids);
  expect((await call(path, { method: "DELETE", cookie: luis.cookie })).status).toBe(404);
  // Taken back, it is no folder for the member any more.
  expect((await call(path, { method: "PATCH", cookie: nora.cookie, json: { shared: false } })).status).toBe(200);
  expect([(await luis.all()).folders, await idsOf(luis, `folder=${folder?.id}`)]).toEqual([[], []]);
});

test("a folder is renamed and deleted; its meetings stay, its rules go", async () => {
  const nora = await somebody(1);
  const { folder } = await nora.arrange({ meetIds: nora.ids, folder: { name: "Clients" } });
  const path = `/api/acta/folders/${folder?.id}`;
  const rule = { kind: "domain", value: "@Girona.example", folderId: folder?.id, tags: [], templateId: null };
  expect((await post("/api/acta/folder-rules", nora.cookie, rule)).status).toBe(200);
  await call(path, { method: "PATCH", cookie: nora.cookie, json: { name: "Customers" } });
  expect(await nora.all()).toMatchObject({
    folders: [{ name: "Customers" }],
    rules: [{ kind: "domain", value: "girona.example", folder: "Customers" }],
  });
  expect((await call(path, { method: "DELETE", cookie: nora.cookie })).status).toBe(200);
  expect((await call(path, { method: "DELETE", cookie: nora.cookie })).status).toBe(404);
  expect(await nora.all()).toMatchObject({ folders: [], rules: [] });
  expect((await nora.list()).meetings.map(({ folderId }) => folderId)).toEqual([undefined]);
});

test("a new meeting goes where the rule for its title says, with its tags, and once moved stays where it was put", async () => {
  const nora = await somebody(1);
  const { folder } = await nora.arrange({ meetIds: nora.ids, folder: { name: "Clients/Girona" } });
  const rule = { kind: "title", value: "Girona weekly", folderId: folder?.id, tags: ["Client"], templateId: null };
  expect((await post("/api/acta/folder-rules", nora.cookie, rule)).status).toBe(200);
  const other = await startUpload(nora.cookie, { meetingName: "Weekly of Girona" });
  const { meetId } = await startUpload(nora.cookie, { meetingName: "Girona: weekly, November" });
  await vi.waitFor(
    async () =>
      expect(await nora.list(`folder=${folder?.id}&tag=client`)).toMatchObject({ meetings: [{ id: meetId }] }),
    soon,
  );
  const [tagged] = await db.select().from(meetingTags).where(eq(meetingTags.meetId, meetId));
  expect(tagged).toMatchObject({ tag: "Client" });
  expect(tagged?.startsAt).toBeGreaterThan(0);
  await vi.waitFor(
    async () => expect((await nora.all(other.meetId)).of).toMatchObject({ folderId: null, tags: [] }),
    soon,
  );
  const removed = await call(`/api/acta/folder-rules/${(await nora.all()).rules[0]?.id}`, {
    method: "DELETE",
    cookie: nora.cookie,
  });
  expect(foldersAnswer.parse(await removed.json()).rules).toEqual([]);
});

test("a meeting that is moved offers a rule by its title, and none that exists", async () => {
  const nora = await somebody(1);
  const [meetId = ""] = nora.ids;
  const offer = { kind: "title", value: "meeting 0" };
  expect((await nora.all(meetId)).of?.offers).toEqual([offer]);
  const rule = { ...offer, folderId: null, tags: ["seen"], templateId: null };
  expect((await post("/api/acta/folder-rules", nora.cookie, rule)).status).toBe(200);
  expect((await nora.all(meetId)).of?.offers).toEqual([]);
  for (const wrong of [{ kind: "domain", value: "girona" }, { kind: "address", value: "x" }, { tags: [] }]) {
    expect((await post("/api/acta/folder-rules", nora.cookie, { ...rule, ...wrong })).status).toBe(422);
  }
});

test("lists by folder, by tag and without archived meetings read as many rows after 5,000 meetings as after 500", async () => {
  const rowsOf = async (count: number) => {
    const nora = await somebody(count);
    const half = nora.ids.filter((_id, at) => at % 2 === 0);
    const { folder } = await nora.arrange({ meetIds: half.slice(0, 400), folder: { name: "Clients" } });
    await nora.arrange({ meetIds: half.slice(0, 400), tags: { add: ["seen"], remove: [] } });
    await db
      .update(meetings)
      .set({ archivedAt: 1 })
      .where(
        and(eq(meetings.createdBy, nora.userId), eq(meetings.status, "SUMMARIZED"), eq(meetings.sourceKind, "call")),
      );
    // Lists that are behind take what D1 has noted.
    await nora.list("");
    const rows: Record<string, number> = {};
    for (const query of ["", "sort=title", `folder=${folder?.id}`, "tag=seen", "archived=1", "language=en"]) {
      const costs = await costsOf(async () => void (await nora.list(query)));
      rows[query.replace(/=.{10,}/, "")] = costs.rows + costs.objectRows;
    }
    return rows;
  };
  const [few, many] = [await rowsOf(500), await rowsOf(5000)];
  for (const [query, rows] of Object.entries(many)) {
    expect(rows, query).toBeLessThanOrEqual((few[query] ?? 0) + 25);
    expect(rows, query).toBeLessThanOrEqual(180);
  }
});

test("the archive of a person has their folders, rules, tags and the order of their meetings", async () => {
  const nora = await somebody(2);
  const { folder } = await nora.arrange({ meetIds: nora.ids.slice(0, 1), folder: { name: "Clients" }, archived: true });
  await nora.arrange({ meetIds: nora.ids, tags: { add: ["Budget"], remove: [] } });
  const { order } = await readAccountData({ db, lists: listsOf(workerEnv) }, sessionActor(nora.userId));
  expect(order).toMatchObject({
    folders: [{ id: folder?.id, name: "Clients" }],
    placed: [{ meetId: nora.ids[0], folderId: folder?.id }],
  });
  expect(order.tags).toHaveLength(2);
});
