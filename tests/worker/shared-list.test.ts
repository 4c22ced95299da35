import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { newUserId, type UserId } from "#app/domain/ids.ts";
import { type ListFilters, parseListFilters, titleKeyOf } from "#app/domain/meeting/list.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { users } from "#app/server/db/schema-account.ts";
import { filterMeetings } from "#app/server/meetings/filter-meetings.ts";
import { countedDatabase } from "#tests/support/counted-database.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { sessionActor } from "#tests/support/session-actor.ts";

/** "Shared with me" over hundreds of meetings that a team and named people see, in real D1. */
const MEETINGS = 600;
const PAGE = 20;
const [nora, otto, eva]: readonly UserId[] = [newUserId(), newUserId(), newUserId()];
const reader = sessionActor(otto as UserId);
const { services, rowsRead } = countedDatabase();
const db = openDatabase(env.DB);

type Made = {
  id: string;
  title: string;
  titleKey: string;
  startsAt: number;
  by: string;
  shown: "team" | "named" | "private";
};
const MADE: readonly Made[] = Array.from({ length: MEETINGS }, (_, index) => {
  const title = `${["Ávila", "budget", "Clinic"][index % 3]} ${(index * 7919) % 499}`;
  return {
    id: `${"s".repeat(18)}${String(index).padStart(6, "0")}`,
    title,
    titleKey: titleKeyOf(title),
    // Two begin at the same moment.
    startsAt: Date.UTC(2026, 0, 1) + Math.floor(index / 2) * 3_600_000,
    by: (index % 4 === 3 ? eva : nora) ?? "",
    shown: (["team", "named", "team", "private"] as const)[((index * 5) % 7) % 4] ?? "private",
  };
});
const SHOWN = MADE.filter(({ shown }) => shown !== "private");

beforeAll(async () => {
  for (const [index, id] of [nora, otto, eva].entries()) {
    const email = index === 1 ? "Otto@example.test" : null;
    await db
      .insert(users)
      .values({ id: id ?? "", name: "N", email, emailVerified: true, termsAcceptedAt: 1, createdAt: 1 });
  }
  const team = await makeTeam({
    owner: { userId: nora ?? "" },
    others: [{ userId: otto ?? "" }, { userId: eva ?? "" }],
  });
  const json = JSON.stringify(MADE);
  const meetingRows = env.DB.prepare(
    `INSERT INTO meetings (id, workspace_id, created_by, title, title_key, starts_at, time_zone, language, source, status, sequence,
       created_at, updated_at)
     SELECT value ->> 'id', value ->> 'by', value ->> 'by', value ->> 'title', value ->> 'titleKey', value ->> 'startsAt', 'UTC', 'en',
       'upload', 'SUMMARIZED', 1, 1, 1 FROM json_each(?1)`,
  ).bind(json);
  const visibilityRows = env.DB.prepare(
    `INSERT INTO meeting_visibility (meet_id, visibility, team_id, changed_by, changed_at)
     SELECT value ->> 'id', value ->> 'shown', CASE value ->> 'shown' WHEN 'team' THEN ?2 END, value ->> 'by', 1
     FROM json_each(?1)`,
  ).bind(json, team);
  const guestRows = env.DB.prepare(
    `INSERT INTO meeting_guests (meet_id, email, added_at)
     SELECT value ->> 'id', 'otto@example.test', 1 FROM json_each(?1) WHERE value ->> 'shown' = 'named'`,
  ).bind(json);
  // The rows of named people come before those of the meetings, as for a meeting that is just being made.
  await env.DB.batch([guestRows, meetingRows, visibilityRows]);
  // Lists that are read for the first time take all rows of D1.
  await list({});
  await rowsRead();
});

const NOTHING = { ...parseListFilters(new URLSearchParams()), role: "shared" as const };
const list = (filters: Partial<ListFilters>, at: { older?: string | null; newer?: string | null } = {}) =>
  filterMeetings(services, reader, {
    filters: { ...NOTHING, ...filters },
    limit: PAGE,
    timeZone: "UTC",
    older: at.older ?? null,
    newer: at.newer ?? null,
  });
const byDate = (one: Made, other: Made) => other.startsAt - one.startsAt || (other.id < one.id ? -1 : 1);
const byTitle = (one: Made, other: Made) =>
  one.titleKey === other.titleKey ? (one.id < other.id ? -1 : 1) : one.titleKey < other.titleKey ? -1 : 1;
/**
 * A page and the next row from the team's lists, whose visibility is looked up, and from the index of the address, with their visibility and their
 * meeting, then the meetings of the page and their creators. Everything that is shown would be more than 1,500 rows.
 */
const ROWS_MAX = (PAGE + 1) * 13;

test.each(["date", "title"] as const)(
  "by %s: every page has its meetings in order, and reads the rows of a page",
  async (sort) => {
    const expected = SHOWN.toSorted(sort === "title" ? byTitle : byDate).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(400);
    const read: string[] = [];
    const costs: number[] = [];
    let older: string | null = null;
    let newer: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({ sort }, { older });
      costs.push(await rowsRead());
      read.push(...page.meetings.map(({ id }) => id));
      ({ older, newer } = page);
    } while (older !== null);
    expect(read).toEqual(expected);
    expect(Math.max(...costs)).toBeLessThan(ROWS_MAX);
    // Back from the last page, which may be a short one.
    const last = expected.length - (expected.length % PAGE || PAGE);
    const back = await list({ sort }, { newer });
    expect(back.meetings.map(({ id }) => id)).toEqual(expected.slice(last - PAGE, last));
    expect(await rowsRead()).toBeLessThan(ROWS_MAX);
  },
);

test("a meeting that gets another time or title moves in the list, and one that is private again is not in it", async () => {
  const [first, second] = SHOWN.toSorted(byDate);
  await env.DB.prepare("UPDATE meetings SET starts_at = 1, title = 'Aaa', title_key = 'aaa' WHERE id = ?")
    .bind(first?.id)
    .run();
  expect((await list({})).meetings[0]?.id).toBe(second?.id);
  expect((await list({ sort: "title" })).meetings[0]?.id).toBe(first?.id);
  const places = await env.DB.prepare(
    "UPDATE meeting_visibility SET visibility = 'private', team_id = NULL WHERE meet_id = ?",
  )
    .bind(second?.id)
    .run();
  expect(places.success).toBe(true);
  expect((await list({})).meetings.map(({ id }) => id)).not.toContain(second?.id);
});

test("a filter narrows what others show as it does one's own", async () => {
  const named = SHOWN.filter(({ shown }) => shown === "named")
    .toSorted(byDate)
    .at(PAGE);
  await env.DB.prepare(`UPDATE meetings SET people = '[["aina bosch","Aina Bosch"]]' WHERE id = ?`)
    .bind(named?.id)
    .run();
  expect((await list({ person: "aina bosch" })).meetings.map(({ id }) => id)).toEqual([named?.id]);
  expect((await list({ language: "fr" })).meetings).toEqual([]);
  expect((await list({ group: "completed" })).meetings).toHaveLength(PAGE);
});
