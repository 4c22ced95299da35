import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Actor, PersonActor } from "#app/domain/account/actor.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { type PageViewer, viewerOf } from "#app/domain/meeting/access.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { CallAsker } from "#app/server/ports/call-process.ts";
import type { Services } from "#app/server/services.ts";

/**
 * The only way from an actor to a meeting: returns the viewer, for `may` to decide. Null becomes a 404, for a meeting that is not
 * theirs, is gone, or never existed. A share link names its meeting and was just read with it, so that nothing is read here.
 * `tombstones` finds deleted meetings too, so that a second deletion gets the answer of the first.
 */
export async function accessTo(
  { db }: Pick<Services, "db">,
  actor: Actor,
  meetId: MeetId,
  { tombstones = false }: { tombstones?: boolean } = {},
): Promise<PageViewer | null> {
  if (actor.via === "share") return viewerOf(actor, { meetId, ownership: null });
  if (actor.userId === null) return null;
  const [row] = await db
    .select({ workspaceId: meetings.workspaceId, createdBy: meetings.createdBy })
    .from(meetings)
    .where(
      and(
        eq(meetings.id, meetId),
        eq(meetings.workspaceId, actor.workspaceId),
        eq(meetings.createdBy, actor.userId),
        tombstones ? undefined : isNull(meetings.deletedAt),
      ),
    );
  return row ? viewerOf(actor, { meetId, ownership: row }) : null;
}

/** The same for several meetings at once; those that the actor cannot reach are not in the answer. */
export async function accessToEach(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  meetIds: readonly MeetId[],
): Promise<ReadonlyMap<string, PageViewer>> {
  if (meetIds.length === 0) return new Map();
  const rows = await db
    .select({ id: meetings.id, workspaceId: meetings.workspaceId, createdBy: meetings.createdBy })
    .from(meetings)
    .where(and(inArray(meetings.id, [...meetIds]), isNull(meetings.deletedAt)));
  return new Map(
    rows.flatMap(({ id, ...ownership }) => {
      const viewer = viewerOf(actor, { meetId: id, ownership });
      return viewer ? [[id, viewer] as const] : [];
    }),
  );
}

/** The person who made a meeting; null where no such meeting is listed. A deleted meeting keeps its creator. */
export async function findOwner(db: Database, meetId: MeetId): Promise<string | null> {
  const [row] = await db.select({ owner: meetings.createdBy }).from(meetings).where(eq(meetings.id, meetId));
  return row?.owner ?? null;
}

/** A person as another one may read of them: null where no provider vouches for an address. */
export async function findAsker(db: Database, userId: string): Promise<CallAsker | null> {
  const [row] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)));
  return row && row.email !== null ? { name: row.name, email: row.email } : null;
}
