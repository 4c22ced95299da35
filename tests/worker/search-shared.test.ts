import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type MeetId, newMeetId, newUserId, personalWorkspaceOf } from "#app/domain/ids.ts";
import { SEARCHED_SHARED_MAX, SEARCHED_WORKSPACES_MAX } from "#app/domain/limits/teams.ts";
import { openDatabase } from "#app/server/db/database.ts";
import type { SearchAsked } from "#app/server/ports/search-index.ts";
import { searchMeetings } from "#app/server/search/search-meetings.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";

/** The search of somebody to whom many people show many meetings: each page says where it ends, and the pages together leave nothing out. */

const db = openDatabase(env.DB);

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

/** Meetings that members show to their team; each id ends with its start, one minute after the other. */
async function shareMany(teamId: string, sharers: readonly string[], count: number) {
  const prefix = newMeetId().slice(0, 16);
  const numbers = `with recursive n(n) as (select 0 union all select n + 1 from n where n + 1 < ${count})`;
  const people = JSON.stringify(sharers);
  await env.DB.batch([
    env.DB.prepare(
      `insert into meetings (id, workspace_id, created_by, title, starts_at, time_zone, language, source, status, sequence, created_at, updated_at)
       ${numbers} select ? || (10000000 + n), json_extract(?, '$[' || (n % ${sharers.length}) || ']'), json_extract(?, '$[' || (n % ${sharers.length}) || ']'),
         'Shared', 10000000 + n, 'UTC', 'en', 'upload', 'SUMMARIZED', 1, 1, 1 from n`,
    ).bind(prefix, people, people),
    env.DB.prepare(
      `insert into meeting_visibility (meet_id, visibility, team_id, changed_by, changed_at, starts_at, title_key)
       ${numbers} select ? || (10000000 + n), 'team', ?, 'x', 1, 10000000 + n, 'shared' from n`,
    ).bind(prefix, teamId),
  ]);
}

async function allFound(userId: ReturnType<typeof newUserId>, services: ReturnType<typeof indexes>["services"]) {
  const titles: string[] = [];
  let [cursor, pages]: [string | null, number] = [null, 0];
  do {
    const answer = await searchMeetings(services, sessionActor(userId), { typed: "insurer", cursor, timeZone: "UTC" });
    expect(answer.isComplete).toBe(true);
    titles.push(...answer.meetings.map(({ title }) => title));
    cursor = answer.cursor;
    pages += 1;
  } while (cursor !== null && pages < 500);
  return titles;
}

test("colleagues beyond those that one page asks are asked by the next ones", async () => {
  const reader = await signIn();
  const sharers = Array.from({ length: SEARCHED_WORKSPACES_MAX + 9 }, () => newUserId());
  const teamId = await makeTeam({ owner: await signIn(), others: [reader], seats: 90 });
  await shareMany(teamId, sharers, 3 * sharers.length);
  const { asked, services } = indexes();
  const titles = await allFound(reader.userId, services);
  expect(titles).toHaveLength(3 * sharers.length);
  expect(new Set(titles).size).toBe(titles.length);
  const others = new Set(
    asked.map(({ workspaceId }) => workspaceId).filter((id) => id !== personalWorkspaceOf(reader.userId)),
  );
  expect([...others].sort()).toEqual([...sharers].sort());
});

test("a key reads no more rows however many meetings are shown to the person", async () => {
  const reader = await signIn();
  const sharers = Array.from({ length: 30 }, () => newUserId());
  const teamId = await makeTeam({ owner: await signIn(), others: [reader], seats: 90 });
  await shareMany(teamId, sharers, SEARCHED_SHARED_MAX * 12);
  const { asked, services } = indexes();
  const costs = await costsOf(() =>
    searchMeetings(services, sessionActor(reader.userId), { typed: "insurer", cursor: null, timeZone: "UTC" }),
  );
  expect(costs.rows).toBeLessThanOrEqual(2000);
  expect(costs.trips).toBe(2);
  expect(asked.flatMap(({ among }) => among ?? [])).toHaveLength(SEARCHED_SHARED_MAX);
});
