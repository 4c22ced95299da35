import { and, eq, gt, isNull, notExists, or, sql } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { SHARE_LIFE_MS_MAX } from "#app/domain/limits/teams.ts";
import { may } from "#app/domain/meeting/access.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { clips } from "#app/server/db/schema-clips.ts";
import type { shareLinks } from "#app/server/db/schema.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { hashToken } from "#app/server/identity/session.ts";
import type { Services } from "#app/server/services.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";

/** The rules that the link of a meeting and that of a clip have in common. */

type Links = typeof shareLinks | typeof clips;

/** The meeting, for those who may share it. */
export async function sharedBy(
  services: Pick<Services, "db">,
  { actor, meetId: text }: { actor: PersonActor; meetId: string | undefined },
) {
  const meetId = parseMeetId(text);
  const viewer = meetId && (await accessTo(services, actor, meetId));
  return meetId && viewer && may(viewer, "share") ? { meetId, viewer } : null;
}

/** Tells whether a link may end then; null: it has no end. */
export function isLinkEnd(expiresAt: number | null | undefined, now: number): boolean {
  return typeof expiresAt !== "number" || (expiresAt > now && expiresAt <= now + SHARE_LIFE_MS_MAX);
}

/** The address of a link; null after a change of the secret, when the token is another one, which was never given out. */
export async function linkUrl(path: string, token: string, { tokenHash }: { tokenHash: string }) {
  return (await hashToken(token)) === tokenHash ? `${path}${token}` : null;
}

/**
 * The condition of a link that opens something, in a statement that joins its maker in `users`. It is one condition for all reasons, so that a link
 * that was revoked, one that has ended and one that never existed cannot be told apart.
 */
export async function opens({ db, now }: Pick<Services, "db" | "now">, links: Links, token: string | undefined) {
  return and(
    eq(links.tokenHash, await hashToken(token ?? "")),
    isNull(links.revokedAt),
    // The links of an account stop when its deletion is asked for, and not with each meeting.
    notExists(openDeletion(db, users.id)),
    or(isNull(links.expiresAt), gt(links.expiresAt, now())),
  );
}

/** Counts one opening, with its day. Nothing about the person is stored, so each opening counts. */
export async function countOpen(
  { db, now }: Pick<Services, "db" | "now">,
  links: Links,
  tokenHash: string,
): Promise<void> {
  const today = new Date(now()).toISOString().slice(0, 10);
  await db
    .update(links)
    .set({ opens: sql`${links.opens} + 1`, lastOpenedOn: today })
    .where(eq(links.tokenHash, tokenHash));
}
