import { eq } from "drizzle-orm";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { members } from "#app/server/db/schema-account.ts";
import {
  meetingGuests,
  meetingVisibility,
  teamInvitations,
  teams,
  visibilityDefaults,
} from "#app/server/db/schema-teams.ts";

/** A person's rows about teams, for `account.json` of the archive. The hashes of links are left out: they are secrets. */
export async function readTeamData(db: Database, userId: string) {
  const [own, invitations, visibility, people, standard] = await db.batch([
    db
      .select({ name: teams.name, role: members.role, joinedAt: members.joinedAt })
      .from(members)
      .innerJoin(teams, eq(teams.workspaceId, members.workspaceId))
      .where(eq(members.userId, userId)),
    db
      .select({
        email: teamInvitations.email,
        createdAt: teamInvitations.createdAt,
        sentAt: teamInvitations.sentAt,
        acceptedAt: teamInvitations.acceptedAt,
        endedAt: teamInvitations.endedAt,
      })
      .from(teamInvitations)
      .where(eq(teamInvitations.invitedBy, userId)),
    db
      .select({
        meetId: meetingVisibility.meetId,
        visibility: meetingVisibility.visibility,
        changedAt: meetingVisibility.changedAt,
      })
      .from(meetingVisibility)
      .innerJoin(meetings, eq(meetings.id, meetingVisibility.meetId))
      .where(eq(meetings.createdBy, userId)),
    db
      .select({ meetId: meetingGuests.meetId, email: meetingGuests.email, addedAt: meetingGuests.addedAt })
      .from(meetingGuests)
      .innerJoin(meetings, eq(meetings.id, meetingGuests.meetId))
      .where(eq(meetings.createdBy, userId)),
    db.select().from(visibilityDefaults).where(eq(visibilityDefaults.userId, userId)),
  ]);
  return { own, invitations, visibility, people, standard: standard[0] ?? null };
}
