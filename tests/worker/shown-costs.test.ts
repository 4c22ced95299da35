import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { newUserId, type UserId } from "#app/domain/ids.ts";
import { parseListFilters } from "#app/domain/meeting/list.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import { listTasks } from "#app/server/tasks/list-tasks.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { sessionActor } from "#tests/support/session-actor.ts";

/** A member who shows a thousand meetings to a team in which nobody else shows one, in real D1 and real objects. */
const MEETINGS = 1000;
const PAGE = 20;
const [nora, otto] = [newUserId(), newUserId()];
const { services, rowsRead } = countedDatabase();
const db = openDatabase(env.DB);
const idOf = (index: number) => `${"s".repeat(18)}${String(index).padStart(6, "0")}`;

beforeAll(async () => {
  for (const id of [nora, otto]) {
    const email = `${id}@example.test`;
    await db.insert(users).values({ id, name: "Nora", email, emailVerified: true, termsAcceptedAt: 1, createdAt: 1 });
  }
  const team = await makeTeam({ owner: { userId: nora }, others: [{ userId: otto }] });
  const json = JSON.stringify(Array.from({ length: MEETINGS }, (_, startsAt) => ({ id: idOf(startsAt), startsAt })));
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, sequence, created_at, updated_at)
       SELECT value ->> 'id', ?2, ?2, 'Weekly', value ->> 'startsAt', 'UTC', 'en', 'upload', 'SUMMARIZED', 1, 1, 1 FROM json_each(?1)`,
    ).bind(json, nora),
    env.DB.prepare(
      `INSERT INTO meeting_tasks (meet_id, task_id, position, workspace_id, created_by, text, assigned, assigned_key, due_day, done, unconfirmed)
       SELECT value ->> 'id', '1', 0, ?2, ?2, 'Order the rice', 'Nora', 'nora', '9999-99-99', 0, 0 FROM json_each(?1)`,
    ).bind(json, nora),
    env.DB.prepare(
      `INSERT INTO meeting_visibility (meet_id, visibility, team_id, changed_by, changed_at)
       SELECT value ->> 'id', 'team', ?2, ?3, 1 FROM json_each(?1)`,
    ).bind(json, team, nora),
  ]);
  // Lists that are read for the first time take all rows of D1.
  for (const userId of [nora, otto]) await tasksOf(userId, true);
  await rowsRead();
}, 60_000);

const tasksOf = (userId: UserId, mine: boolean) =>
  listTasks(services, sessionActor(userId), { filters: { mine, done: false }, limit: PAGE, name: "Nora", after: null });
const pageOf = (userId: UserId, role: "shared" | null) =>
  filterMeetings(services, sessionActor(userId), {
    filters: { ...parseListFilters(new URLSearchParams()), role },
    limit: PAGE,
    timeZone: "UTC",
    older: null,
    newer: null,
  });

test.each([true, false])(
  "a page of tasks reads no more where they are the person's own (mine alone: %s)",
  async (mine) => {
    for (const userId of [nora, otto]) {
      expect((await tasksOf(userId, mine)).tasks).toHaveLength(PAGE);
      expect(await rowsRead()).toBeLessThan(20 * PAGE);
    }
  },
);

test("History's first page reads no more where its person alone shows meetings to the team", async () => {
  for (const [userId, hasShared] of [
    [nora, false],
    [otto, true],
  ] as const) {
    const page = await pageOf(userId, null);
    expect(page.hasShared).toBe(hasShared);
    expect(await rowsRead()).toBeLessThan(5 * PAGE);
  }
});

test("a part that names a person is not looked for among all that their team sees", async () => {
  const [part, whole] = [idOf(MEETINGS - 1), idOf(MEETINGS - 2)];
  await env.DB.batch([
    env.DB.prepare("UPDATE meeting_visibility SET visibility = 'named', team_id = NULL WHERE meet_id = ?").bind(part),
    env.DB.prepare("INSERT INTO meeting_guests (meet_id, email, added_at) VALUES (?, ?, 1)").bind(
      part,
      `${otto}@example.test`,
    ),
    env.DB.prepare("UPDATE meetings SET merged_into = ? WHERE id = ?").bind(whole, part),
  ]);
  // The lists take the changes.
  const { meetings } = await pageOf(otto, "shared");
  expect(meetings.map(({ id }) => id)).not.toContain(part);
  await rowsRead();
  await pageOf(otto, "shared");
  expect(await rowsRead()).toBeLessThan(20 * PAGE);
});
