import { eq } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { type PageViewer, viewerOf } from "#app/domain/meeting/access.ts";
import { lockOf, type RecordingLock, selectLock } from "#app/server/billing/recording-lock.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import { accessFacts, selectAccess } from "#app/server/workspace/access-to.ts";
import type { Services } from "#app/server/services.ts";

/**
 * All that D1 knows of a meeting for its page, in one trip: the viewer, whether the plan keeps its recording locked, and the name of the person who
 * showed it to them, which is empty where their account is gone. Null: no such meeting, or not theirs.
 */
export async function openMeeting(
  { db, now }: Pick<Services, "db" | "now">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<{ viewer: PageViewer; shownBy: string | null; lock: RecordingLock | null } | null> {
  const at = now();
  const [access, owners, locks] = await db.batch([
    selectAccess(db, actor.userId, [meetId]),
    db
      .select({ name: users.name })
      .from(meetings)
      .innerJoin(users, eq(users.id, meetings.createdBy))
      .where(eq(meetings.id, meetId)),
    selectLock(db, meetId, at),
  ]);
  const [facts] = accessFacts(access);
  const viewer = facts ? viewerOf(actor, facts) : null;
  if (viewer === null) return null;
  return { viewer, shownBy: viewer.kind === "owner" ? null : (owners[0]?.name ?? ""), lock: lockOf(locks, at) };
}
