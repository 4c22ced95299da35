import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { ShareActor } from "#app/domain/account/actor.ts";
import type { MeetId, WorkspaceId } from "#app/domain/ids.ts";
import { hashToken } from "#app/server/auth/token.ts";
import { meetings, shareLinks, users } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";
import { readParts } from "#app/server/sharing/share-rows.ts";

export type Shared = {
  /** The holder of the link: `accessTo` gives them access to its meeting. */
  actor: ShareActor;
  createdBy: string;
  ownerName: string;
  titleShown: boolean;
  expiresAt: number | null;
  tokenHash: string;
};

/**
 * Authenticates the holder of a share link by the token in its address, asking D1 each time. Null for a link that was revoked,
 * has expired, never existed or whose meeting is gone: one query and one answer for all cases, so that they cannot be told apart.
 */
export async function findShared(
  { db, now }: Pick<Services, "db" | "now">,
  token: string | undefined,
): Promise<Shared | null> {
  const [row] = await db
    .select({ link: shareLinks, ownerName: users.name })
    .from(shareLinks)
    .innerJoin(meetings, and(eq(meetings.id, shareLinks.meetId), isNull(meetings.deletedAt)))
    .innerJoin(users, eq(users.id, shareLinks.createdBy))
    .where(
      and(
        eq(shareLinks.tokenHash, await hashToken(token ?? "")),
        isNull(shareLinks.revokedAt),
        or(isNull(shareLinks.expiresAt), gt(shareLinks.expiresAt, now())),
      ),
    );
  if (!row) return null;
  const { meetId, parts, workspaceId, createdBy, titleShown, expiresAt, tokenHash } = row.link;
  return {
    actor: {
      via: "share",
      userId: null,
      workspaceId: workspaceId as WorkspaceId,
      scopes: ["read"],
      meetId: meetId as MeetId,
      parts: readParts(parts),
    },
    createdBy,
    ownerName: row.ownerName,
    titleShown,
    expiresAt,
    tokenHash,
  };
}
