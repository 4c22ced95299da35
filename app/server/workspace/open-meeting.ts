import type { PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { type PageViewer, viewerOf } from "#app/domain/meeting/access.ts";
import { namedBatch } from "#app/server/db/named-batch.ts";
import type { Services } from "#app/server/services.ts";
import { accessFacts, selectOpening, takeOpening } from "#app/server/workspace/access-to.ts";
import { lockOf, type RecordingLock } from "#app/server/workspace/recording-lock.ts";

/**
 * All that D1 knows of a meeting for its page, in one trip, or in that of the session: the viewer, whether the plan keeps its recording locked, and the
 * name of the person who showed it to them, which is empty where their account is gone. Null: no such meeting, or not theirs.
 */
export async function openMeeting(
  { db, now }: Pick<Services, "db" | "now">,
  actor: PersonActor,
  meetId: MeetId,
): Promise<{ viewer: PageViewer; shownBy: string | null; lock: RecordingLock | null } | null> {
  const at = now();
  const { access, owners, locks } =
    takeOpening(actor, meetId) ?? (await namedBatch(db, selectOpening(db, actor.userId, { meetId, at })));
  const [facts] = accessFacts(access);
  const viewer = facts ? viewerOf(actor, facts) : null;
  if (viewer === null) return null;
  return { viewer, shownBy: viewer.kind === "owner" ? null : (owners[0]?.name ?? ""), lock: lockOf(locks, at) };
}
