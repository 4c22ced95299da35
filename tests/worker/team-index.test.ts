import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { type SearchAnswer, searchAnswer } from "#app/contracts/search-answer.ts";
import { newMeetId, type UserId } from "#app/domain/ids.ts";
import { TEAM_INDEX_RETRY_MS } from "#app/domain/limits/teams.ts";
import { findSources } from "#app/server/ask/find-sources.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { members } from "#app/server/db/schema-account.ts";
import { meetingVisibility, teamIndexChanges } from "#app/server/db/schema-teams.ts";
import { endTeam } from "#app/server/teams/change-team.ts";
import { sweepTeamIndexes } from "#app/server/workspace/team-index.ts";
import { call } from "#tests/support/api.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { recordedTalk } from "#tests/support/recorded-talk.ts";
import { costsOf } from "#tests/support/request-costs.ts";
import { sessionActor } from "#tests/support/session-actor.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices, composeWorkspace } from "#workers/compose.ts";
import { shownMeetings } from "#workers/workspace/search/follow-shown.ts";

/** The index of a team: it has what is shown to the team, and D1 says with each request what of it a person may see. Real objects. */

const SOON = { timeout: 30_000, interval: 50 };
const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});
type Person = { userId: UserId; cookie: string };

const TALK = [
  ["Jonas Vidal", "The insurer sends back every third form, and always for page two."],
  ["Nora Serra", "We decided that the desk opens at eight on Monday."],
] as const;

async function search({ cookie }: Person, typed = "insurer"): Promise<SearchAnswer> {
  const answer = await call(`/api/search?q=${encodeURIComponent(typed)}`, { cookie });
  expect(answer.status).toBe(200);
  return searchAnswer.parse(await answer.json());
}
const titlesOf = ({ meetings }: SearchAnswer) => meetings.map(({ title }) => title);
/** Waits until the index has taken every change. */
const finds = (person: Person, titles: string[], typed?: string) =>
  vi.waitFor(async () => {
    const answer = await search(person, typed);
    expect([titlesOf(answer), answer.isComplete]).toEqual([titles, true]);
  }, SOON);

const show = async ({ cookie }: Person, meetId: string, visibility: "private" | "team") => {
  const json = { visibility, people: [] };
  const path = `/api/acta/meetings/${meetId}/visibility`;
  expect((await call(path, { method: "PUT", cookie, json })).status).toBe(200);
};
/** A change that nothing tells the index of, as after a process that died. */
const showQuietly = (meetId: string, visibility: string, teamId: string | null) => {
  const set = { visibility, teamId, changedBy: "x", changedAt: 1 };
  return db
    .insert(meetingVisibility)
    .values({ meetId, ...set })
    .onConflictDoUpdate({ target: meetingVisibility.meetId, set });
};
const copiesIn = (teamId: string) =>
  runInDurableObject(env.WORKSPACES.getByName(teamId), (_object, { storage }) => {
    const { sql } = storage;
    if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'search_meetings'").toArray().length === 0) return [];
    return sql
      .exec<{ title: string }>("SELECT title FROM search_meetings ORDER BY title")
      .toArray()
      .map(({ title }) => title);
  });
const holds = (teamId: string, titles: string[]) =>
  vi.waitFor(async () => expect(await copiesIn(teamId)).toEqual(titles), SOON);
const changesOf = (teamId: string) => db.select().from(teamIndexChanges).where(eq(teamIndexChanges.teamId, teamId));

/** A team in which Nora shows a meeting and Otto reads. */
async function staged() {
  const [nora, otto] = await Promise.all([signIn(), signIn()]);
  const teamId = await makeTeam({ owner: nora, others: [otto] });
  const { meetId, object } = await recordedTalk(TALK, { userId: nora.userId, details: { title: "Desk" } });
  return { nora, otto, teamId, meetId, object };
}

test("a shared meeting is found by two indexes, and a share that is taken back is gone at once", async () => {
  const { nora, otto, teamId, meetId, object } = await staged();
  await finds(otto, []);
  await show(nora, meetId, "team");
  await finds(otto, ["Desk"]);
  // The owner has it once, by their own index.
  await finds(nora, ["Desk"]);
  const costs = await costsOf(() => search(otto));
  expect(costs.calls.filter((name) => name === "search")).toHaveLength(2);
  // Corrected words come by the meeting's events.
  const [first] = (await object.view({ kind: "owner", userId: nora.userId }))?.segments ?? [];
  const change = { saveId: "save-team-0", segmentId: first?.id ?? "", before: first?.text ?? "" };
  await object.correct({ type: "correct-segment", ...change, text: "The underwriter is slow." }, nora.userId);
  await finds(otto, ["Desk"], "underwriter");
  // No index hears of this: D1 alone decides.
  await showQuietly(meetId, "private", null);
  expect(titlesOf(await search(otto, "underwriter"))).toEqual([]);
  await sweepTeamIndexes(services);
  await holds(teamId, []);
  expect(await changesOf(teamId)).toEqual([]);
});

test("a deleted meeting leaves the team's index, and so does all that an ended team was shown", async () => {
  const { nora, otto, teamId, meetId, object } = await staged();
  const other = await recordedTalk(TALK, { userId: otto.userId, details: { title: "Other" } });
  await show(nora, meetId, "team");
  await show(otto, other.meetId, "team");
  await holds(teamId, ["Desk", "Other"]);
  const gone = await call(`/api/acta/meetings/${meetId}`, { method: "DELETE", cookie: nora.cookie });
  expect(gone.status).toBeLessThan(300);
  expect(await object.view({ kind: "owner", userId: nora.userId })).toBeNull();
  await holds(teamId, ["Other"]);
  await env.DB.prepare("delete from plan_holds where workspace_id = ?").bind(teamId).run();
  expect(await endTeam(services, { userId: nora.userId })).toMatchObject({ ok: true });
  expect(titlesOf(await search(nora))).toEqual([]);
  await sweepTeamIndexes(services);
  await holds(teamId, []);
});

test("a person who has left the team finds nothing of it, although the index has it", async () => {
  const { nora, otto, teamId, meetId } = await staged();
  await show(nora, meetId, "team");
  await finds(otto, ["Desk"]);
  await db.delete(members).where(and(eq(members.workspaceId, teamId), eq(members.userId, otto.userId)));
  expect(titlesOf(await search(otto))).toEqual([]);
  expect(await copiesIn(teamId)).toEqual(["Desk"]);
});

test("a change that the index was not told of makes the answer incomplete, and the search fetches it", async () => {
  const { otto, teamId, meetId } = await staged();
  await finds(otto, []);
  await showQuietly(meetId, "team", teamId);
  const first = await search(otto);
  expect([titlesOf(first), first.isComplete]).toEqual([[], false]);
  await finds(otto, ["Desk"]);
});

test("an index that is lost is built again from what is shown to the team", async () => {
  const { nora, otto, teamId, meetId } = await staged();
  await show(nora, meetId, "team");
  await finds(otto, ["Desk"]);
  await runInDurableObject(env.WORKSPACES.getByName(teamId), (_object, { storage }) => {
    storage.sql.exec("DELETE FROM search_state");
  });
  await finds(otto, ["Desk"]);
  expect(await copiesIn(teamId)).toEqual(["Desk"]);
});

test("questions to all meetings read the team's index, and nothing that was taken back", async () => {
  const { nora, otto, teamId, meetId } = await staged();
  await show(nora, meetId, "team");
  await finds(otto, ["Desk"]);
  const scope = { persons: [], speakers: [], after: null, before: null };
  const wanted = { words: ["insurer", "form"], scope, widerWords: [], earlier: [], timeZone: "UTC" };
  const ask = () => findSources(services, sessionActor(otto.userId), wanted);
  const costs = await costsOf(async () => {
    const found = await ask();
    expect(found).toMatchObject({ meetings: [{ title: "Desk" }], lookedAt: 1, isComplete: true });
  });
  // The lists may still be taking that it was shown.
  expect(costs.calls.filter((name) => name !== "runListStatements")).toEqual(["findPassages", "findPassages"]);
  await showQuietly(meetId, "private", null);
  expect((await ask()).meetings).toEqual([]);
  await sweepTeamIndexes(services);
  await holds(teamId, []);
});

test("a meeting that cannot be read stays a change, holds no other up, and is tried again later", async () => {
  const teamId = newMeetId();
  const [broken, fine] = [newMeetId(), newMeetId()];
  await showQuietly(broken, "team", teamId);
  await showQuietly(fine, "team", teamId);
  await runInDurableObject(env.WORKSPACES.getByName(teamId), async (_object, { storage }) => {
    const clock = { now: Date.now() };
    const taken: string[] = [];
    const logged: string[] = [];
    const deps = {
      ...composeWorkspace(workerEnv),
      log: (event: string) => void logged.push(event),
      now: () => clock.now,
    };
    let isBroken = true;
    const shown = shownMeetings(storage.sql, deps, async (meetId) => {
      if (isBroken && meetId === broken) throw new Error("not now");
      taken.push(meetId);
    });
    shown.begin(teamId);
    await shown.run();
    expect([taken, logged]).toEqual([[fine], ["workspace.search.shown.failed"]]);
    expect(await changesOf(teamId)).toMatchObject([{ meetId: broken }]);
    // A search does not repeat it with every key.
    shown.beginIfIdle(teamId);
    expect(shown.dueAt()).toBe(clock.now + TEAM_INDEX_RETRY_MS);
    isBroken = false;
    clock.now += TEAM_INDEX_RETRY_MS;
    await shown.run();
    expect(taken).toEqual([fine, broken]);
    expect([await changesOf(teamId), shown.dueAt()]).toEqual([[], null]);
  });
});
