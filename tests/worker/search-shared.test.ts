import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type MeetId, newMeetId, newUserId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { SEARCHED_NAMED_MAX, SEARCHED_WORKSPACES_MAX, TEAM_INDEX_CHANGES } from "#app/domain/limits/teams.ts";
import { openDatabase } from "#app/server/db/database.ts";
import type { SearchAsked } from "#app/server/ports/search-index.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";
import { call } from "#tests/support/api.ts";
import { fillIndex } from "#tests/support/fill-index.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The search of somebody to whom many people show many meetings: its costs, and what its answers say of meetings that were not asked for. */

const db = openDatabase(env.DB);

type Shown = { id: string; owner: string; startsAt: number };

/** Meetings of many people, which begin one minute after the other; the end of each id is its start. */
function meetingsOf(owners: readonly string[], count: number): Shown[] {
  const prefix = newMeetId().slice(0, 16);
  return Array.from({ length: count }, (_, index) => {
    const startsAt = 10_000_000 + index;
    return { id: `${prefix}${startsAt}`, owner: owners[index % owners.length] ?? "", startsAt };
  });
}

/** Rows of D1 as if these meetings were shown to a team, or to an address, or to nobody. */
async function showAll(shown: readonly Shown[], to: { teamId: string } | { email: string } | null) {
  const list = JSON.stringify(shown);
  const fields =
    "json_extract(value, '$.id') as id, json_extract(value, '$.owner') as owner, json_extract(value, '$.startsAt') as at";
  const each = `(select ${fields} from json_each(?1))`;
  const teamId = to && "teamId" in to ? to.teamId : null;
  const email = to && "email" in to ? to.email : null;
  await env.DB.batch([
    env.DB.prepare(
      `insert into meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, sequence, created_at, updated_at)
       select id, owner, owner, 'Shared', at, 'UTC', 'en', 'upload', 'SUMMARIZED', 1, 1, 1 from ${each}`,
    ).bind(list),
    ...(to === null
      ? []
      : [
          env.DB.prepare(
            `insert into meeting_visibility (meet_id, visibility, team_id, changed_by, changed_at)
             select id, ?2, ?3, 'x', 1 from ${each}`,
          ).bind(list, teamId === null ? "named" : "team", teamId),
        ]),
    ...(email === null
      ? []
      : [
          env.DB.prepare(`insert into meeting_guests (meet_id, email, added_at) select id, ?2, 1 from ${each}`).bind(
            list,
            email,
          ),
        ]),
  ]);
}

/** Removes the changes, as if the index of the team had taken them. */
const takeChanges = (teamId: string) =>
  env.DB.prepare("delete from team_index_changes where team_id = ?").bind(teamId).run();

async function teamOf(size: number) {
  const [reader, owner] = [await signIn(), await signIn()];
  const sharers = [owner.userId, ...Array.from({ length: size - 2 }, () => newUserId())];
  const teamId = await makeTeam({ owner, others: [reader], seats: size });
  return { reader, sharers, teamId };
}

/** Searches as a page does, and counts what it costs. */
async function typedBy(reader: { cookie: string }, typed: string) {
  let answer: unknown;
  const costs = await costsOf(async () => {
    answer = await (await call(`/api/search?q=${encodeURIComponent(typed)}`, { cookie: reader.cookie })).json();
  });
  return { answer, costs, rows: costs.rows + costs.objectRows };
}

test.each([
  { people: 3, meetings: 200 },
  { people: 50, meetings: 9800 },
])(
  "a key in a team of $people with $meetings shared meetings asks two objects, and reads 2,000 rows at most",
  async ({ people, meetings }) => {
    const { reader, sharers, teamId } = await teamOf(people);
    const shown = meetingsOf(sharers, meetings);
    const own = meetingsOf([reader.userId], meetings);
    await showAll(shown, { teamId });
    await showAll(own, null);
    await takeChanges(teamId);
    await fillIndex(teamId, shown);
    await fillIndex(reader.userId, own);
    await typedBy(reader, "insu");
    const { answer, costs } = await typedBy(reader, "insu");
    expect(answer).toMatchObject({ isComplete: true, meetings: { length: 10 } });
    expect(costs.calls).toEqual(["search", "search"]);
    expect(costs.rows).toBeLessThanOrEqual(120);
    expect(costs.trips).toBeLessThanOrEqual(3);
    const newest = [...shown, ...own].sort((a, b) => b.startsAt - a.startsAt || (a.id < b.id ? 1 : -1)).slice(0, 10);
    // All meetings have all of it, from the first letters to whole sentences.
    for (const typed of [
      "in",
      "insu",
      "insurer",
      "the insurer sends",
      '"insurer sends"',
      "from:jonas",
      "from:upload",
    ]) {
      const { answer, rows } = await typedBy(reader, typed);
      expect(answer, typed).toMatchObject({ isComplete: true, meetings: newest.map(({ id }) => ({ meetId: id })) });
      expect(rows, typed).toBeLessThanOrEqual(2000);
    }
    // None has it, or the oldest: FTS5 names it alone.
    for (const [typed, found] of [
      ["nobody", []],
      ["i", []],
      ["oldest insurer", [{ count: 1 }, { count: 1 }]],
      ["from:zoom insurer", []],
    ] as const) {
      const { answer, rows } = await typedBy(reader, typed);
      expect(answer, typed).toMatchObject({ isComplete: true, cursor: null, meetings: found });
      expect(rows, typed).toBeLessThanOrEqual(200);
    }
  },
);

test("a key reads 2,000 rows at most also where people name the person for as many meetings as are asked", async () => {
  const reader = await signIn();
  const sharers = Array.from({ length: SEARCHED_WORKSPACES_MAX }, () => newUserId());
  const shown = meetingsOf(sharers, SEARCHED_NAMED_MAX * 2);
  await showAll(shown, { email: `${reader.userId}@example.test` });
  for (const owner of sharers)
    await fillIndex(
      owner,
      shown.filter((meeting) => meeting.owner === owner),
    );
  await typedBy(reader, "insu");
  const { answer, costs, rows } = await typedBy(reader, "insu");
  expect(costs.calls).toHaveLength(1 + SEARCHED_WORKSPACES_MAX);
  expect(answer).toMatchObject({ meetings: { length: 10 } });
  expect(rows).toBeLessThanOrEqual(2000);
});

test("a key names no more changes to the index than it takes at once", async () => {
  const { reader, sharers, teamId } = await teamOf(9);
  await showAll(meetingsOf(sharers, 3 * TEAM_INDEX_CHANGES), { teamId });
  const asked: SearchAsked[] = [];
  const search = async (question: SearchAsked) => {
    asked.push(question);
    return { meetings: [], next: null, isComplete: true };
  };
  const services = { db, searchIndex: { search }, log: () => {}, now: Date.now };
  await searchMeetings(services, sessionActor(reader.userId), { typed: "insurer", cursor: null, timeZone: "UTC" });
  expect(asked.map(({ pending }) => pending?.length)).toEqual([undefined, TEAM_INDEX_CHANGES + 1]);
  await takeChanges(teamId);
});

/** Indexes that find every meeting that they are asked for by name, as if all had the word. */
function indexes() {
  const asked: SearchAsked[] = [];
  const search = async (question: SearchAsked) => {
    asked.push(question);
    const meetings = (question.among ?? []).map((id) => {
      const startsAt = Number(id.slice(-8));
      return { meetId: id as MeetId, title: id, startsAt, durationMs: null, count: 1, moments: [] };
    });
    meetings.sort((left, right) => right.startsAt - left.startsAt);
    const page = meetings.slice(0, 20);
    const last = page.at(-1);
    const next = meetings.length > page.length && last ? { startsAt: last.startsAt, meetId: last.meetId } : null;
    return { meetings: page, next, isComplete: true };
  };
  return { asked, services: { db, searchIndex: { search }, log: () => {}, now: Date.now } };
}

test("people who name somebody, beyond those that one page asks, are asked by the next ones, and each page says so", async () => {
  const reader = await signIn();
  const sharers = Array.from({ length: SEARCHED_WORKSPACES_MAX + 9 }, () => newUserId());
  const shown = meetingsOf(sharers, 3 * sharers.length);
  await showAll(shown, { email: `${reader.userId}@example.test` });
  const { asked, services } = indexes();
  const titles: string[] = [];
  const ends: boolean[] = [];
  let [cursor, pages]: [string | null, number] = [null, 0];
  do {
    const page = { typed: "insurer", cursor, timeZone: "UTC" };
    const answer = await searchMeetings(services, sessionActor(reader.userId), page);
    titles.push(...answer.meetings.map(({ title }) => title));
    ends.push(answer.isComplete);
    cursor = answer.cursor;
    pages += 1;
  } while (cursor !== null && pages < 100);
  expect(titles).toEqual(shown.map(({ id }) => id).reverse());
  expect([ends[0], ends.at(-1)]).toEqual([false, true]);
  const others = new Set(asked.map(({ workspaceId }) => workspaceId));
  others.delete(personalWorkspaceOf(reader.userId));
  expect([...others].sort()).toEqual([...sharers].sort());
});

test("a key reads no more rows however many meetings name the person", async () => {
  const reader = await signIn();
  const sharers = Array.from({ length: 5 }, () => newUserId());
  await showAll(meetingsOf(sharers, SEARCHED_NAMED_MAX * 12), { email: `${reader.userId}@example.test` });
  const { asked, services } = indexes();
  const costs = await costsOf(async () => {
    const page = { typed: "insurer", cursor: null, timeZone: "UTC" };
    expect(await searchMeetings(services, sessionActor(reader.userId), page)).toMatchObject({ isComplete: false });
  });
  expect(costs.rows).toBeLessThanOrEqual(2000);
  expect(costs.trips).toBe(2);
  expect(asked.flatMap(({ among }) => among ?? [])).toHaveLength(SEARCHED_NAMED_MAX);
});
