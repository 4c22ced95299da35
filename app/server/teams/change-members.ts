import { and, eq, ne, sql } from "drizzle-orm";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { mayLoseRole, type TeamRole } from "#app/domain/workspace/team.ts";
import { addressHashes, keepContacts, noteLeaver } from "#app/server/billing/keep-contact.ts";
import { seatsSql } from "#app/server/workspace/plan-of.ts";
import type { Database } from "#app/server/db/database.ts";
import { shareLinks } from "#app/server/db/schema.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { members } from "#app/server/db/schema-account.ts";
import { checkouts } from "#app/server/db/schema-billing.ts";
import { meetingVisibility, teamInvitations } from "#app/server/db/schema-teams.ts";
import type { Services } from "#app/server/services.ts";
import { closeLostStreams } from "#app/server/identity/end-lost-streams.ts";
import { findTeam, firstAdministrator, takenSeats } from "#app/server/workspace/find-team.ts";
import { moveDue, movesOfLeaver } from "#app/server/teams/move-meetings.ts";
import { templatesOfLeaver } from "#app/server/templates/move-templates.ts";

type Needs = Pick<Services, "billing" | "db" | "lists" | "meetings" | "pages" | "store" | "log" | "now" | "waitUntil">;
type Asked = { userId: string };

/**
 * Takes a member out of the caller's team: an administrator removes anybody, and everybody leaves by themselves. The last administrator
 * cannot go. Access to the team's meetings ends with the statement; the meetings that the leaver has shown to the team stay with it, once
 * they have a copy; so do their templates of the team.
 */
export async function removeMember(
  services: Needs,
  { userId }: Asked,
  memberId: string,
): Promise<Outcome<null, "not-found" | "last-administrator">> {
  const team = await findTeam(services.db, userId);
  if (team === null || (team.role !== "owner" && memberId !== userId)) return refused("not-found");
  const { teamId } = team;
  const left = await takeOut(services, { teamId, memberId, copies: true });
  if (left !== "done") return refused(left);
  services.log("team.left", { teamId, userId: memberId });
  services.waitUntil(moveDue(services));
  services.waitUntil(keepContacts(services, teamId));
  return ok(null);
}

/** The statements of leaving, and the end of the leaver's streams. `copies`: false where the leaver's account is being deleted. */
export async function takeOut(
  services: Pick<Services, "db" | "meetings" | "pages" | "log" | "now">,
  { teamId, memberId, copies }: { teamId: string; memberId: string; copies: boolean },
): Promise<"done" | "not-found" | "last-administrator"> {
  const { db, now } = services;
  const at = now();
  const isMember = and(eq(members.workspaceId, teamId), eq(members.userId, memberId));
  const [known] = await db.select({ role: members.role }).from(members).where(isMember);
  if (!known) return "not-found";
  const gone = sql`not exists (select 1 from members where workspace_id = ${teamId} and user_id = ${memberId})`;
  const hashes = known.role === "owner" ? await addressHashes(db, memberId) : [];
  const [, removed] = await db.batch([
    noteLeaver(db, { teamId, userId: memberId, hashes }),
    db
      .delete(members)
      .where(and(isMember, sql`(role <> 'owner' or ${administrators(teamId)} > 1)`))
      .returning({ userId: members.userId }),
    movesOfLeaver(db, { teamId, userId: memberId, copies, at, where: gone }),
    // The link by which they came opens nothing any more.
    db
      .update(teamInvitations)
      .set({ endedAt: at, tokenHash: null })
      .where(and(eq(teamInvitations.workspaceId, teamId), eq(teamInvitations.acceptedBy, memberId), gone)),
    ...templatesOfLeaver(db, { teamId, userId: memberId, copies, at, where: gone }),
    ...worksOfLeaver(db, { teamId, userId: memberId, where: gone }),
  ]);
  await closeLostStreams(services, { userIds: [memberId] });
  return removed.length > 0 ? "done" : "last-administrator";
}

/**
 * Purchases of the team, and links and visibility of meetings that it keeps, stand under another administrator from now on: such a link goes on
 * after the leaver's account, and no row names a person who is gone.
 */
function worksOfLeaver(
  db: Database,
  { teamId, userId, where }: { teamId: string; userId: string; where: ReturnType<typeof sql> },
) {
  const heir = firstAdministrator(teamId, userId);
  const kept = sql`(select kept.id from meetings as kept where kept.workspace_id = ${teamId})`;
  return [
    db
      .update(checkouts)
      .set({ createdBy: heir })
      .where(and(eq(checkouts.workspaceId, teamId), eq(checkouts.createdBy, userId), where)),
    // A link or clip is in the personal workspace of its maker (share-meeting.ts), which has the id of its person.
    db
      .update(shareLinks)
      .set({ workspaceId: heir, createdBy: heir })
      .where(and(eq(shareLinks.createdBy, userId), sql`${shareLinks.meetId} in ${kept}`, where)),
    db
      .update(clips)
      .set({ workspaceId: heir, createdBy: heir })
      .where(and(eq(clips.createdBy, userId), sql`${clips.meetId} in ${kept}`, where)),
    db
      .update(meetingVisibility)
      .set({ changedBy: heir })
      .where(
        and(
          eq(meetingVisibility.teamId, teamId),
          eq(meetingVisibility.changedBy, userId),
          sql`${meetingVisibility.meetId} in ${kept}`,
          where,
        ),
      ),
  ] as const;
}

/**
 * An administrator makes somebody an administrator, or a member again. One always stays. A member reads less than an administrator: the
 * meetings that stayed with the team and are shown to it.
 */
export async function changeRole(
  services: Pick<Services, "billing" | "db" | "meetings" | "pages" | "log" | "now" | "waitUntil">,
  { userId }: Asked,
  { memberId, role }: { memberId: string; role: TeamRole },
): Promise<Outcome<null, "not-found" | "last-administrator" | "seats-taken">> {
  const { db, log } = services;
  const team = await findTeam(db, userId);
  if (team?.role !== "owner") return refused("not-found");
  const { teamId } = team;
  const isMember = and(eq(members.workspaceId, teamId), eq(members.userId, memberId));
  const at = services.now();
  // A member has a seat. An administrator without one takes a free one with the role.
  const keepsOne =
    role === "owner"
      ? undefined
      : sql`(role <> 'owner' or ${administrators(teamId)} > 1)
        and (has_seat = 1 or ${takenSeats(teamId)} < ${seatsSql(sql`${teamId}`, at)})`;
  const hashes = role === "owner" ? [] : await addressHashes(db, memberId);
  const [, [changed], [known], [count]] = await db.batch([
    noteLeaver(db, { teamId, userId: memberId, hashes }),
    db
      .update(members)
      .set({ role, ...(role === "member" && { hasSeat: true }) })
      .where(and(isMember, keepsOne))
      .returning({ role: members.role }),
    db.select({ role: members.role, hasSeat: members.hasSeat }).from(members).where(isMember),
    db
      .select({ administrators: administrators(teamId) })
      .from(members)
      .where(isMember),
  ]);
  if (!known) return refused("not-found");
  if (!changed) {
    const isLast = !mayLoseRole(known.role === "owner" ? "owner" : "member", count?.administrators ?? 0);
    return refused(isLast ? "last-administrator" : known.hasSeat ? "not-found" : "seats-taken");
  }
  log("team.role.changed", { teamId, userId: memberId, role });
  services.waitUntil(keepContacts(services, teamId));
  await closeLostStreams(services, { userIds: [memberId] });
  return ok(null);
}

function administrators(teamId: string) {
  return sql<number>`(select count(*) from members as held where held.workspace_id = ${teamId} and held.role = 'owner')`;
}

/** The member of a team who becomes its administrator when the last one deletes their account: who joined first. */
export async function findHeir(db: Database, { teamId, userId }: { teamId: string; userId: string }) {
  const [row] = await db
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(and(eq(members.workspaceId, teamId), ne(members.userId, userId)))
    .orderBy(sql`${members.role} = 'owner' desc`, members.joinedAt, members.userId)
    .limit(1);
  return row ?? null;
}
