import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { newUserId, randomId } from "#app/domain/ids.ts";
import { VISIBILITIES } from "#app/domain/meeting/access.ts";
import { hashToken } from "#app/server/identity/session.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { accountDeletions, members } from "#app/server/db/schema-account.ts";
import { planHolds } from "#app/server/db/schema-billing.ts";
import { meetings } from "#app/server/db/schema.ts";
import { meetingVisibility, teamInvitations, teamMoves } from "#app/server/db/schema-teams.ts";
import { sweepTeams } from "#app/server/teams/sweep-teams.ts";
import { removeMember, takeOut } from "#app/server/teams/change-members.ts";
import { endTeam } from "#app/server/teams/change-team.ts";
import { leaveTeams } from "#app/server/teams/leave-teams.ts";
import { post } from "#tests/support/api.ts";
import { makeTeam } from "#tests/support/make-team.ts";
import { signIn } from "#tests/support/sign-in.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeServices } from "#workers/compose.ts";

/** The statements that note which meetings move when people join and leave teams (decision 080): rows of D1 only. */
const db = openDatabase(env.DB);
const services = composeServices(workerEnv, () => {});

const CELLS = VISIBILITIES.flatMap((visibility) =>
  (["no team", "this team", "another team"] as const).flatMap((team) =>
    (["creator", "team"] as const).flatMap((home) =>
      (["leaver", "member", "deleting", "gone"] as const).map((creator) => ({ visibility, team, home, creator })),
    ),
  ),
);
type Cell = (typeof CELLS)[number];
const nameOf = ({ visibility, team, home, creator }: Cell) => `${visibility}, ${team}, at the ${home}, of ${creator}`;

/** The team of an administrator and a member, and a person who is in it or will join; with a meeting of each kind. */
async function staged({ joins = false } = {}) {
  await db.delete(teamMoves);
  const [administrator, leaver, member, deleting] = await Promise.all([signIn(), signIn(), signIn(), signIn()]);
  await db.insert(accountDeletions).values({ userId: deleting.userId, email: null, locale: "en", requestedAt: 1 });
  const teamId = await makeTeam({ owner: administrator, others: joins ? [member] : [leaver, member] });
  const people = { administrator, leaver, member };
  const ids: Record<string, string> = {
    administrator: administrator.userId,
    leaver: leaver.userId,
    member: member.userId,
    deleting: deleting.userId,
    gone: newUserId(),
    "this team": teamId,
    "another team": randomId(),
  };
  const idOf = (name: string) => ids[name] ?? "";
  const wordOf = (id: string | null) => Object.keys(ids).find((name) => ids[name] === id) ?? null;
  const facts = { title: "", startsAt: 1, timeZone: "UTC", language: "en", source: "upload", status: "SUMMARIZED" };
  const rows = CELLS.flatMap((cell) => {
    const id = `${nameOf(cell)}, ${teamId}`;
    const createdBy = idOf(cell.creator);
    const workspaceId = cell.home === "team" ? teamId : createdBy;
    const shown = { visibility: cell.visibility, teamId: ids[cell.team] ?? null, changedBy: createdBy, changedAt: 1 };
    return [
      db.insert(meetings).values({ id, workspaceId, createdBy, ...facts, sequence: 1, createdAt: 1, updatedAt: 1 }),
      db.insert(meetingVisibility).values({ meetId: id, ...shown }),
    ];
  });
  const [first, ...others] = rows;
  if (first) await db.batch([first, ...others]);
  /** By the names of the meetings: their moves, and who sees them. */
  const noted = async () => {
    const mine = ({ meetId }: { meetId: string }) => meetId.endsWith(teamId);
    const moves = (await db.select().from(teamMoves)).filter(mine);
    const seen = (await db.select().from(meetingVisibility)).filter(mine);
    const short = (meetId: string) => meetId.slice(0, -`, ${teamId}`.length);
    return {
      moves: Object.fromEntries(
        moves.map((move) => [
          short(move.meetId),
          { to: wordOf(move.workspaceId), as: wordOf(move.createdBy), copyFor: wordOf(move.copyFor) },
        ]),
      ),
      seen: Object.fromEntries(seen.map((row) => [short(row.meetId), [row.visibility, wordOf(row.teamId)]])),
    };
  };
  return { people, teamId, noted };
}

/** A clock that runs backwards: what is noted is not due yet for the mover that is called next, and stays noted. */
function backwards() {
  let at = Date.now();
  const pending: Promise<unknown>[] = [];
  const now = () => (at -= 1);
  return { ...services, now, waitUntil: (work: Promise<unknown>) => void pending.push(work), pending };
}

async function remove({ by, memberId }: { by: string; memberId: string }) {
  const needs = backwards();
  expect(await removeMember(needs, { userId: by }, memberId)).toEqual({ ok: true, value: null });
  await Promise.all(needs.pending);
}

const endPlan = (teamId: string) => db.update(planHolds).set({ endsAt: 2 }).where(eq(planHolds.workspaceId, teamId));

type Staged = Awaited<ReturnType<typeof staged>>;
type Change = {
  name: string;
  joins?: true;
  act: (on: Staged) => Promise<unknown>;
  moves: (cell: Cell) => { to: string; as: string; copyFor: string | null } | null;
  hides: (cell: Cell) => boolean;
};

/** Meetings that a person has shown to the team from a workspace of their own. */
const isShownByLeaver = ({ visibility, team, home, creator }: Cell) =>
  visibility === "team" && team === "this team" && home === "creator" && creator === "leaver";
const never = () => false;

const CHANGES: Change[] = [
  {
    name: "joining a team moves and shows nothing",
    joins: true,
    act: async ({ people: { administrator, leaver }, teamId }) => {
      const token = await hashToken(teamId);
      await db.insert(teamInvitations).values({
        id: randomId(),
        workspaceId: teamId,
        email: `${leaver.userId}@example.test`,
        tokenHash: await hashToken(token),
        invitedBy: administrator.userId,
        createdAt: 1,
        expiresAt: Date.now() + 60_000,
      });
      expect((await post(`/api/acta/invitations/${token}/accept`, leaver.cookie, undefined)).status).toBe(200);
    },
    moves: () => null,
    hides: never,
  },
  {
    name: "a member who leaves gets copies of what they show to the team, which then stays with it",
    act: ({ people: { leaver } }) => remove({ by: leaver.userId, memberId: leaver.userId }),
    moves: (cell) => (isShownByLeaver(cell) ? { to: "this team", as: "leaver", copyFor: "leaver" } : null),
    hides: never,
  },
  {
    name: "a member who is removed gets the same",
    act: ({ people: { administrator, leaver } }) => remove({ by: administrator.userId, memberId: leaver.userId }),
    moves: (cell) => (isShownByLeaver(cell) ? { to: "this team", as: "leaver", copyFor: "leaver" } : null),
    hides: never,
  },
  {
    name: "a deleted account leaves what it shows to the team to an administrator, without a copy",
    act: ({ people: { leaver }, teamId }) => takeOut(services, { teamId, memberId: leaver.userId, copies: false }),
    moves: (cell) => (isShownByLeaver(cell) ? { to: "this team", as: "administrator", copyFor: null } : null),
    hides: never,
  },
  {
    name: "a plan that ends moves and hides nothing",
    act: async ({ teamId }) => {
      await endPlan(teamId);
      await sweepTeams(services);
    },
    moves: () => null,
    hides: never,
  },
  {
    name: "a team that ends gives back all that it keeps, however it is shown, and what was shown to it is private",
    act: async ({ people: { administrator }, teamId }) => {
      await endPlan(teamId);
      const needs = backwards();
      expect(await endTeam(needs, administrator)).toEqual({ ok: true, value: null });
      await Promise.all(needs.pending);
    },
    moves: ({ home, creator }) => {
      const owner = creator === "gone" || creator === "deleting" ? "administrator" : creator;
      return home === "team" ? { to: owner, as: owner, copyFor: null } : null;
    },
    hides: ({ team, home }) => team === "this team" && home === "creator",
  },
];

test.each(CHANGES)("$name", async ({ joins = false, act, moves, hides }) => {
  const stage = await staged({ joins });
  await act(stage);
  const noted = await stage.noted();
  const expected = CELLS.flatMap((cell) => {
    const move = moves(cell);
    return move ? [[nameOf(cell), move] as const] : [];
  });
  expect(noted.moves).toEqual(Object.fromEntries(expected));
  const seen = CELLS.map((cell) => {
    const { visibility, team } = cell;
    return [nameOf(cell), hides(cell) ? ["private", null] : [visibility, team === "no team" ? null : team]] as const;
  });
  expect(noted.seen).toEqual(Object.fromEntries(seen));
});

test("a deletion whose heir leaves at the same moment is repeated, and finds another heir", async () => {
  const [ada, heir, next] = await Promise.all([signIn(), signIn(), signIn()]);
  const teamId = await makeTeam({ owner: ada, others: [heir, next] });
  await env.DB.prepare(
    `CREATE TRIGGER heir_leaves AFTER UPDATE ON members WHEN new.user_id = '${heir.userId}'
     BEGIN DELETE FROM members WHERE workspace_id = '${teamId}' AND user_id = '${heir.userId}'; END`,
  ).run();
  await expect(leaveTeams(services, ada.userId)).rejects.toThrow("no other administrator");
  await env.DB.prepare("DROP TRIGGER heir_leaves").run();
  await leaveTeams(services, ada.userId);
  expect(await db.select().from(members).where(eq(members.workspaceId, teamId))).toMatchObject([
    { userId: next.userId, role: "owner" },
  ]);
});
