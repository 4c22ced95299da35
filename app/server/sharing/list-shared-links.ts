import { and, count, desc, eq, gt, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { CONNECTION_LOG_MS } from "#app/domain/limits/deliveries.ts";
import type { SharePart } from "#app/domain/meeting/access.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import type { SentCursor } from "#app/server/ports/minutes-deliveries.ts";
import { readParts } from "#app/server/sharing/share-meeting.ts";

/** A share link of a meeting of one's own. `at`: when it was made. */
export type SharedLink = {
  id: string;
  meetId: string;
  title: string;
  at: number;
  state: "open" | "ended" | "taken-back";
  parts: SharePart[];
  opens: number;
  takenBackAt: number | null;
};

type Asked = { older: SentCursor | null; isRevoked: boolean; limit: number; now: number };

/** The links that a person made, newest first; revoked ones for as long as the log of deliveries. And how many there are. */
export async function listSharedLinks(
  db: Database,
  { userId, workspaceId }: PersonActor,
  { older, isRevoked, limit, now }: Asked,
): Promise<{ links: SharedLink[]; total: number; revoked: number }> {
  const { linkId, meetId, parts, createdAt, revokedAt, expiresAt, opens } = shareLinks;
  const own = and(
    eq(shareLinks.createdBy, userId),
    eq(shareLinks.workspaceId, workspaceId),
    or(isNull(revokedAt), gt(revokedAt, now - CONNECTION_LOG_MS)),
  );
  const ofOwnMeeting = and(eq(meetings.id, meetId), eq(meetings.createdBy, userId), isNull(meetings.deletedAt));
  const before = older && or(lt(createdAt, older.at), and(eq(createdAt, older.at), lt(linkId, older.id)));
  const [rows, [counted]] = await db.batch([
    db
      .select({ linkId, meetId, title: meetings.title, parts, createdAt, revokedAt, expiresAt, opens })
      .from(shareLinks)
      .innerJoin(meetings, ofOwnMeeting)
      .where(and(own, before ?? undefined, isRevoked ? isNotNull(revokedAt) : undefined))
      .orderBy(desc(createdAt), desc(linkId))
      .limit(limit),
    db
      .select({ total: count(), revoked: count(revokedAt) })
      .from(shareLinks)
      .innerJoin(meetings, ofOwnMeeting)
      .where(own),
  ]);
  return {
    links: rows.map((row) => ({
      id: row.linkId,
      meetId: row.meetId,
      title: row.title,
      at: row.createdAt,
      state: stateOf(row, now),
      parts: readParts(row.parts),
      opens: row.opens,
      takenBackAt: row.revokedAt,
    })),
    total: counted?.total ?? 0,
    revoked: counted?.revoked ?? 0,
  };
}

function stateOf(
  row: Pick<typeof shareLinks.$inferSelect, "revokedAt" | "expiresAt">,
  now: number,
): SharedLink["state"] {
  if (row.revokedAt !== null) return "taken-back";
  return row.expiresAt !== null && row.expiresAt <= now ? "ended" : "open";
}
