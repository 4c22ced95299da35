import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newMeetId, newUserId } from "#app/domain/ids.ts";
import { parseCursor } from "#app/domain/meeting/list.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { accessTo } from "#app/server/meetings/access-to.ts";
import { listMeetings } from "#app/server/meetings/list-meetings.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { sessionActor } from "#tests/support/session-actor.ts";

const services = { db: openDatabase(env.DB) };

type Given = {
  startsAt: number;
  title?: string;
  status?: MeetingStatus;
  deletedAt?: number;
  reason?: string;
  source?: string;
  platform?: string;
};

async function insert(ownerUserId: string, given: Given) {
  const id = newMeetId();
  await services.db.insert(meetings).values({
    id,
    ...ownedBy(ownerUserId),
    title: given.title ?? `at ${given.startsAt}`,
    startsAt: given.startsAt,
    timeZone: "UTC",
    language: "en",
    source: given.source ?? "upload",
    platform: given.platform ?? null,
    status: given.status ?? "SUMMARIZED",
    reason: given.reason ?? null,
    sequence: 1,
    createdAt: 1,
    updatedAt: 1,
    deletedAt: given.deletedAt ?? null,
  });
  return id;
}

const titles = (page: { meetings: { title: string }[] }) => page.meetings.map((meeting) => meeting.title);

test("one sees one's own meetings, newest first, without the deleted ones", async () => {
  const ownerId = newUserId();
  await insert(ownerId, { startsAt: 1 });
  await insert(ownerId, { startsAt: 3 });
  await insert(ownerId, { startsAt: 2 });
  await insert(ownerId, { startsAt: 4, deletedAt: 5 });
  await insert(newUserId(), { startsAt: 9 });
  const page = await listMeetings(services, sessionActor(ownerId), { limit: 10 });
  expect(titles(page)).toEqual(["at 3", "at 2", "at 1"]);
  expect(page).toMatchObject({ newer: null, older: null });
});

test("pages by key meet every meeting once, forth and back, also where several start at once", async () => {
  const ownerId = newUserId();
  const expected = new Set<string>();
  for (let index = 0; index < 11; index += 1) expected.add(await insert(ownerId, { startsAt: Math.floor(index / 4) }));

  const forth: string[][] = [];
  let page = await listMeetings(services, sessionActor(ownerId), { limit: 3 });
  forth.push(page.meetings.map((meeting) => meeting.id));
  while (page.older) {
    page = await listMeetings(services, sessionActor(ownerId), { limit: 3, older: parseCursor(page.older) });
    forth.push(page.meetings.map((meeting) => meeting.id));
  }
  expect(forth.map((ids) => ids.length)).toEqual([3, 3, 3, 2]);
  expect(new Set(forth.flat())).toEqual(expected);

  const back = [page.meetings.map((meeting) => meeting.id)];
  while (page.newer) {
    page = await listMeetings(services, sessionActor(ownerId), { limit: 3, newer: parseCursor(page.newer) });
    back.unshift(page.meetings.map((meeting) => meeting.id));
  }
  expect(back).toEqual(forth);
});

test("a meeting that is added meanwhile moves nothing", async () => {
  const ownerId = newUserId();
  for (const startsAt of [1, 2, 3, 4]) await insert(ownerId, { startsAt });
  const first = await listMeetings(services, sessionActor(ownerId), { limit: 2 });
  await insert(ownerId, { startsAt: 9 });
  const second = await listMeetings(services, sessionActor(ownerId), { limit: 2, older: parseCursor(first.older) });
  expect(titles(second)).toEqual(["at 2", "at 1"]);
});

test("a list can be of some statuses, and says why a meeting ended", async () => {
  const ownerId = newUserId();
  await insert(ownerId, { startsAt: 1, status: "TRANSCRIBING" });
  await insert(ownerId, { startsAt: 2, status: "ERROR_RECORDED", reason: "no-audio" });
  const page = await listMeetings(services, sessionActor(ownerId), { limit: 10, statuses: ["ERROR_RECORDED"] });
  expect(page.meetings).toMatchObject([{ status: "ERROR_RECORDED", reason: "no-audio" }]);
});

test.each([
  { from: null, seen: ["calendar", "zoom", "meet", "file"] },
  { from: "upload", seen: ["file"] },
  { from: "call", seen: ["calendar", "zoom", "meet"] },
  { from: "meet", seen: ["calendar", "meet"] },
  { from: "zoom", seen: ["zoom"] },
  { from: "teams", seen: [] },
] as const)("from $from: $seen", async ({ from, seen }) => {
  const ownerId = newUserId();
  await insert(ownerId, { startsAt: 1, title: "file" });
  await insert(ownerId, { startsAt: 2, title: "meet", source: "invite", platform: "meet" });
  await insert(ownerId, { startsAt: 3, title: "zoom", source: "invite", platform: "zoom" });
  await insert(ownerId, { startsAt: 4, title: "calendar", source: "calendar", platform: "meet" });
  expect(titles(await listMeetings(services, sessionActor(ownerId), { limit: 10, from }))).toEqual(seen);
});

test("planned meetings are listed with the soonest first", async () => {
  const ownerId = newUserId();
  for (const startsAt of [30, 10, 20]) {
    await insert(ownerId, { startsAt, status: "SCHEDULE", source: "invite", platform: "teams" });
  }
  await insert(ownerId, { startsAt: 5 });
  const page = await listMeetings(services, sessionActor(ownerId), { limit: 2, statuses: ["SCHEDULE"], soonest: true });
  expect(titles(page)).toEqual(["at 10", "at 20"]);
  expect(page.meetings[0]?.platform).toBe("teams");
});

/** The statements that run through a database, so that their costs can be asked for afterwards. */
function recordingStatements() {
  const statements: D1PreparedStatement[] = [];
  const prepare = (sql: string) => {
    const statement = env.DB.prepare(sql);
    return new Proxy(statement, {
      get(target, name) {
        if (name !== "bind") return Reflect.get(target, name, target);
        return (...values: unknown[]) => {
          statements.push(target.bind(...values));
          return target.bind(...values);
        };
      },
    });
  };
  const database = new Proxy(env.DB, {
    get: (target, name) => (name === "prepare" ? prepare : Reflect.get(target, name, target)),
  });
  const rowsRead = async () => {
    const results = await Promise.all(statements.splice(0).map((statement) => statement.all()));
    return results.reduce((sum, { meta }) => sum + meta.rows_read, 0);
  };
  return { services: { db: openDatabase(database) }, rowsRead };
}

test("access to a meeting reads one row, and a page of the list one or two more than it shows", async () => {
  const [ownerId, otherId] = [newUserId(), newUserId()];
  for (let startsAt = 1; startsAt <= 12; startsAt += 1) {
    await insert(ownerId, { startsAt });
    await insert(otherId, { startsAt });
  }
  const meetId = await insert(ownerId, { startsAt: 20 });
  const { services: counted, rowsRead } = recordingStatements();
  expect(await accessTo(counted, sessionActor(ownerId), meetId)).toEqual({ kind: "owner", userId: ownerId });
  expect(await rowsRead()).toBe(1);
  expect(await accessTo(counted, sessionActor(otherId), meetId)).toBeNull();
  expect(await rowsRead()).toBe(1);
  const first = await listMeetings(counted, sessionActor(ownerId), { limit: 3 });
  expect(await rowsRead()).toBe(4);
  await listMeetings(counted, sessionActor(ownerId), { limit: 3, older: parseCursor(first.older) });
  // The meeting of the cursor is read as well.
  expect(await rowsRead()).toBe(5);
});
