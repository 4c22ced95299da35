import { and, desc, eq, gte, isNotNull, isNull, sql } from "drizzle-orm";
import type { ShareChange } from "#app/contracts/meeting/meeting-changes.ts";
import type { ShareState } from "#app/contracts/meeting/share.ts";
import { type Ownership, ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import { type MeetId, randomId } from "#app/domain/ids.ts";
import { SHARE_FORMER_DEFAULT_MS, SHARE_RESTORE_MS_MAX } from "#app/domain/limits/teams.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { SHARE_PARTS, type SharePart } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { auditEntry } from "#app/server/audit.ts";
import { hashToken } from "#app/server/identity/session.ts";
import type { Database } from "#app/server/db/database.ts";
import { shareLinks } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";
import { isLinkEnd, linkUrl, sharedBy } from "#app/server/sharing/public-link.ts";

export type ShareRow = typeof shareLinks.$inferSelect;
type ShareSettings = Pick<ShareRow, "parts" | "titleShown" | "expiresAt">;

/**
 * Settings of a new link: those that its maker's last link has. The first one shows the meeting (§6), and has no end. A link that still ends a
 * month to the millisecond after it was made has settings of the time when every link ended so, which nobody chose.
 */
async function settingsLikeLast(db: Database, userId: string, now: number): Promise<ShareSettings> {
  const { parts, titleShown, createdAt, expiresAt, createdBy } = shareLinks;
  const isChosen = sql`${expiresAt} is not ${createdAt} + ${SHARE_FORMER_DEFAULT_MS}`;
  const [last] = await db
    .select({ parts, titleShown, createdAt, expiresAt })
    .from(shareLinks)
    .where(and(eq(createdBy, userId), isChosen))
    .orderBy(desc(createdAt))
    .limit(1);
  if (!last) return { parts: writeParts(SHARE_PARTS), titleShown: false, expiresAt: null };
  return { parts: last.parts, titleShown: last.titleShown, expiresAt: endLike(last, now) };
}

/** As many days from now as a link had from the day on which it was made. */
function endLike({ createdAt, expiresAt }: Pick<ShareRow, "createdAt" | "expiresAt">, now: number): number | null {
  if (expiresAt === null) return null;
  return now + Math.max(1, Math.round((expiresAt - createdAt) / DAY_MS)) * DAY_MS;
}

/** The link of a meeting that was not revoked; it may have ended by its date. There is one at most. */
async function readStandingLink(db: Database, meetId: MeetId): Promise<ShareRow | null> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.meetId, meetId), isNull(shareLinks.revokedAt)));
  return row ?? null;
}

/** A row with a new address. */
async function newLinkRow(
  { shareTokens, now }: Pick<Services, "shareTokens" | "now">,
  input: { meetId: MeetId; ownership: Ownership; settings: ShareSettings },
): Promise<typeof shareLinks.$inferInsert> {
  const { meetId, ownership, settings } = input;
  const linkId = randomId();
  const tokenHash = await hashToken(await shareTokens.tokenOf({ meetId, linkId }));
  return { tokenHash, linkId, meetId, ...ownership, ...settings, createdAt: now() };
}

/** The state of a link for the owner's dialog. */
async function shareStateOf(
  { shareTokens, config }: Pick<Services, "shareTokens" | "config">,
  row: ShareRow | null,
): Promise<ShareState> {
  if (!row) return { link: null };
  const token = await shareTokens.tokenOf({ meetId: row.meetId as MeetId, linkId: row.linkId });
  const { titleShown, expiresAt, opens, lastOpenedOn } = row;
  return {
    link: {
      url: await linkUrl(`${config.origin}/s/`, token, row),
      parts: readParts(row.parts),
      titleShown,
      expiresAt,
      opens,
      lastOpenedOn,
    },
  };
}

/** Reads a text that only `writeParts` writes. */
export function readParts(text: string): SharePart[] {
  return JSON.parse(text) as SharePart[];
}

/** In one order, each once; the summary is what sharing is, so it is always there. */
function writeParts(parts: readonly SharePart[]): string {
  return JSON.stringify(SHARE_PARTS.filter((part) => part === "summary" || parts.includes(part)));
}

/**
 * The owner's operations on the one share link of a meeting. Each returns the state after it, and `not-found` for meetings that
 * the caller cannot share.
 */
type Needs = Pick<Services, "db" | "config" | "shareTokens" | "now">;
type Asked = { actor: PersonActor; meetId: string | undefined };
type Answer<Reason extends string = never> = Promise<Outcome<ShareState, "not-found" | Reason>>;

export async function readShare(services: Needs, asked: Asked): Answer {
  const found = await sharedBy(services, asked);
  return found ? answer(services, found.meetId) : refused("not-found");
}

/** Creates the link. A valid link does not change; an expired one is renewed. */
export async function shareMeeting(services: Needs, asked: Asked): Answer {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const { meetId } = found;
  const standing = await readStandingLink(services.db, meetId);
  const at = services.now();
  if (standing && (standing.expiresAt === null || standing.expiresAt > at)) return answer(services, meetId);
  if (standing) return replace(services, { ...asked, meetId }, { ...standing, expiresAt: endLike(standing, at) });
  const { db } = services;
  const row = await newLinkRow(services, {
    meetId,
    ownership: ownershipOf(asked.actor),
    settings: await settingsLikeLast(services.db, asked.actor.userId, at),
  });
  const [made] = await db.batch([
    // Of two concurrent requests one makes the link, and both return that link.
    db.insert(shareLinks).values(row).onConflictDoNothing().returning({ linkId: shareLinks.linkId }),
  ]);
  if (made.length > 0) await auditEntry(db, { at, userId: asked.actor.userId, action: "meeting.shared", meetId });
  return answer(services, meetId);
}

/** Changes the shown parts, the expiry date and the title in previews. Takes effect at once, also for open pages. */
export async function changeShare(services: Needs, asked: Asked, change: ShareChange): Answer<"invalid-payload"> {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const { meetId } = found;
  const { db, now } = services;
  const at = now();
  const { expiresAt } = change;
  if (!isLinkEnd(expiresAt, at)) return refused("invalid-payload");
  const set = {
    ...(change.parts ? { parts: writeParts(change.parts) } : {}),
    ...(change.titleShown === undefined ? {} : { titleShown: change.titleShown }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
  if (Object.keys(set).length > 0) {
    await db.batch([
      db
        .update(shareLinks)
        .set(set)
        .where(and(eq(shareLinks.meetId, meetId), isNull(shareLinks.revokedAt))),
      auditEntry(db, { at, userId: asked.actor.userId, action: "meeting.share-changed", meetId }),
    ]);
  }
  return answer(services, meetId);
}

/** Makes another address with the same settings; the old one stops working. Creates a link if there was none. */
export async function renewShare(services: Needs, asked: Asked): Answer {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const { meetId } = found;
  const standing = await readStandingLink(services.db, meetId);
  if (!standing) return shareMeeting(services, asked);
  const at = services.now();
  const ended = standing.expiresAt !== null && standing.expiresAt <= at;
  const expiresAt = ended ? endLike(standing, at) : standing.expiresAt;
  return replace(services, { ...asked, meetId }, { ...standing, expiresAt });
}

/**
 * The address stops working. Idempotent. It stops at once, and not after the time in which the person can undo it: somebody who
 * revokes a link by purpose must be able to rely on it, while the few who undo it only lose some seconds.
 */
export async function revokeShare(services: Needs, asked: Asked): Answer {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const { meetId } = found;
  const { db, now } = services;
  const at = now();
  const revoked = await db
    .update(shareLinks)
    .set({ revokedAt: at })
    .where(and(eq(shareLinks.meetId, meetId), isNull(shareLinks.revokedAt)))
    .returning({ linkId: shareLinks.linkId });
  if (revoked.length > 0) {
    await auditEntry(db, { at, userId: asked.actor.userId, action: "meeting.share-revoked", meetId });
  }
  return answer(services, meetId);
}

/**
 * Undoes a revocation: the same address works again, with the same settings and count. Only for the link that was revoked last, and
 * SHARE_RESTORE_MS_MAX after that at most; later, and beside another link, nothing changes. Idempotent.
 */
export async function restoreShare(services: Needs, asked: Asked): Answer {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const { meetId } = found;
  const { db, now } = services;
  const at = now();
  const [last] = await db
    .select({ linkId: shareLinks.linkId })
    .from(shareLinks)
    .where(and(eq(shareLinks.meetId, meetId), isNotNull(shareLinks.revokedAt)))
    .orderBy(desc(shareLinks.revokedAt), desc(shareLinks.createdAt))
    .limit(1);
  // A renewed link was revoked too; then another one stands, and the index of standing links would refuse this one.
  if (!last || (await readStandingLink(db, meetId)) !== null) return answer(services, meetId);
  const restored = await db
    .update(shareLinks)
    .set({ revokedAt: null })
    .where(and(eq(shareLinks.linkId, last.linkId), gte(shareLinks.revokedAt, at - SHARE_RESTORE_MS_MAX)))
    .returning({ linkId: shareLinks.linkId });
  if (restored.length > 0) {
    await auditEntry(db, { at, userId: asked.actor.userId, action: "meeting.share-restored", meetId });
  }
  return answer(services, meetId);
}

async function answer(services: Needs, meetId: MeetId): Answer {
  return ok(await shareStateOf(services, await readStandingLink(services.db, meetId)));
}

async function replace(
  services: Needs,
  asked: { actor: PersonActor; meetId: MeetId },
  { parts, titleShown, expiresAt }: ShareSettings,
): Answer {
  const { db, now } = services;
  const { actor, meetId } = asked;
  const { userId } = actor;
  const at = now();
  const row = await newLinkRow(services, {
    meetId,
    ownership: ownershipOf(actor),
    settings: { parts, titleShown, expiresAt },
  });
  await db.batch([
    db
      .update(shareLinks)
      .set({ revokedAt: at })
      .where(and(eq(shareLinks.meetId, meetId), isNull(shareLinks.revokedAt))),
    db.insert(shareLinks).values(row),
    auditEntry(db, { at, userId, action: "meeting.share-renewed", meetId }),
  ]);
  return answer(services, meetId);
}
