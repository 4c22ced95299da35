import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newMeetId, newUserId, type UserId } from "#app/domain/ids.ts";
import { type ListFilters, parseListFilters } from "#app/domain/meeting/list.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import { listMeetings } from "#app/server/workspace/own-meetings.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { LIST_STATE_ROWS } from "#tests/support/read-lists.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { listsOf } from "#workers/compose/objects.ts";
import { workerEnv } from "#tests/support/worker-env.ts";

const services = { db: openDatabase(env.DB), lists: listsOf(workerEnv) };

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

/** A page of History. */
function history(
  ownerId: UserId,
  limit: number,
  at: { older?: string; newer?: string; from?: ListFilters["from"] } = {},
) {
  const filters = { ...parseListFilters(new URLSearchParams()), from: at.from ?? null };
  const asked = { filters, limit, timeZone: "UTC", older: at.older ?? null, newer: at.newer ?? null };
  return filterMeetings(services, sessionActor(ownerId), asked);
}

const titles = (page: { meetings: { title: string }[] }) => page.meetings.map((meeting) => meeting.title);

test("one sees one's own meetings, newest first, without the deleted ones", async () => {
  const ownerId = newUserId();
  await insert(ownerId, { startsAt: 1 });
  await insert(ownerId, { startsAt: 3 });
  await insert(ownerId, { startsAt: 2 });
  await insert(ownerId, { startsAt: 4, deletedAt: 5 });
  await insert(newUserId(), { startsAt: 9 });
  const page = await history(ownerId, 10);
  expect(titles(page)).toEqual(["at 3", "at 2", "at 1"]);
  expect(page).toMatchObject({ newer: null, older: null });
  const ofHome = await listMeetings(services, sessionActor(ownerId), { limit: 2 });
  expect(titles(ofHome)).toEqual(["at 3", "at 2"]);
});

test("pages by key meet every meeting once, forth and back, also where several start at once", async () => {
  const ownerId = newUserId();
  const expected = new Set<string>();
  for (let index = 0; index < 11; index += 1) expected.add(await insert(ownerId, { startsAt: Math.floor(index / 4) }));

  const forth: string[][] = [];
  let page = await history(ownerId, 3);
  forth.push(page.meetings.map((meeting) => meeting.id));
  while (page.older) {
    page = await history(ownerId, 3, { older: page.older });
    forth.push(page.meetings.map((meeting) => meeting.id));
  }
  expect(forth.map((ids) => ids.length)).toEqual([3, 3, 3, 2]);
  expect(new Set(forth.flat())).toEqual(expected);

  const back = [page.meetings.map((meeting) => meeting.id)];
  while (page.newer) {
    page = await history(ownerId, 3, { newer: page.newer });
    back.unshift(page.meetings.map((meeting) => meeting.id));
  }
  expect(back).toEqual(forth);
});

test("a meeting that is added meanwhile moves nothing", async () => {
  const ownerId = newUserId();
  for (const startsAt of [1, 2, 3, 4]) await insert(ownerId, { startsAt });
  const first = await history(ownerId, 2);
  await insert(ownerId, { startsAt: 9 });
  const second = await history(ownerId, 2, { older: first.older ?? "" });
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
  expect(titles(await history(ownerId, 10, { from }))).toEqual(seen);
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

test("access to a meeting reads one row, and the list of Home those that it shows", async () => {
  const [ownerId, otherId] = [newUserId(), newUserId()];
  for (let startsAt = 1; startsAt <= 12; startsAt += 1) {
    await insert(ownerId, { startsAt });
    await insert(otherId, { startsAt });
  }
  const meetId = await insert(ownerId, { startsAt: 20 });
  const { services: counted, rowsRead } = countedDatabase();
  expect(await accessTo(counted, sessionActor(ownerId), meetId)).toEqual({ kind: "owner", userId: ownerId });
  expect(await rowsRead()).toBe(1);
  expect(await accessTo(counted, sessionActor(otherId), meetId)).toBeNull();
  expect(await rowsRead()).toBe(1);
  // Lists that are read for the first time take all rows of D1.
  await listMeetings(counted, sessionActor(ownerId), { limit: 3 });
  await rowsRead();
  await listMeetings(counted, sessionActor(ownerId), { limit: 3 });
  expect(await rowsRead()).toBe(3 + LIST_STATE_ROWS);
});
