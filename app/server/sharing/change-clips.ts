import { and, asc, eq, gte, isNull, lte, sql } from "drizzle-orm";
import type { Clip } from "#app/contracts/meeting/clip.ts";
import type { ClipChange, NewClip } from "#app/contracts/meeting/clip-changes.ts";
import { ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import { CLIP_PARTS, type ClipPart, type ClipSpan, isClipLength, titleOf } from "#app/domain/clips/clip.ts";
import { type MeetId, randomId } from "#app/domain/ids.ts";
import { CLIPS_PER_MEETING_MAX } from "#app/domain/limits/clips.ts";
import { SHARE_RESTORE_MS_MAX } from "#app/domain/limits/teams.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { PageViewer } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { auditEntry } from "#app/server/audit.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertWhere } from "#app/server/db/insert-where.ts";
import { clips } from "#app/server/db/schema-clips.ts";
import { hashToken } from "#app/server/identity/session.ts";
import type { Services } from "#app/server/services.ts";
import { clipMedia, cutClip, isForReaders } from "#app/server/sharing/cut-clip.ts";
import { removePlans } from "#app/server/sharing/kept-plan.ts";
import { isLinkEnd, linkUrl, sharedBy } from "#app/server/sharing/public-link.ts";
import { recordingIdOfKey } from "#app/server/storage/keys.ts";

export type ClipRow = typeof clips.$inferSelect;

/**
 * The operations on the clips of a meeting, for those who may share it; `not-found` for everybody else. A clip shows its passage and nothing
 * else of the meeting.
 */
type Needs = Pick<Services, "db" | "config" | "shareTokens" | "now">;
type Asked = { actor: PersonActor; meetId: string | undefined };
type AskedClip = Asked & { clipId: string };

export async function listClips(services: Needs, asked: Asked): Promise<Outcome<{ clips: Clip[] }, "not-found">> {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const rows = await services.db
    .select()
    .from(clips)
    .where(and(eq(clips.meetId, found.meetId), isNull(clips.revokedAt)))
    .orderBy(asc(clips.fromMs), asc(clips.toMs));
  return ok({ clips: await Promise.all(rows.map((row) => clipOf(services, row))) });
}

export async function readClip(services: Needs, asked: AskedClip): Promise<Outcome<Clip, "not-found">> {
  const row = await findOwnClip(services, asked);
  return row ? ok(await clipOf(services, row)) : refused("not-found");
}

/**
 * Makes a clip, or finds the one of the same passage, which gets what is given: a repeated request makes no second one. One whose end has
 * passed is replaced by a new one with a new address.
 */
export async function createClip(
  services: Needs & Pick<Services, "meetings" | "store">,
  asked: Asked,
  { fromMs, toMs, ...given }: NewClip,
): Promise<Outcome<Clip, "not-found" | "clip-range" | "not-ready" | "too-many-clips" | "invalid-payload">> {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const { meetId, viewer } = found;
  const { db, now } = services;
  const at = now();
  const span = { fromMs, toMs };
  if (!isClipLength(span)) return refused("clip-range");
  if (!isLinkEnd(given.expiresAt, at)) return refused("invalid-payload");
  const standing = await readStanding(db, meetId, span);
  if (standing && !hasEnded(standing, at)) return changeClip(services, { ...asked, clipId: standing.clipId }, given);
  const clipId = randomId();
  const passage = await readPassage(services, { meetId, viewer, clipId, span });
  if (!passage.ok) return passage;
  const row = {
    clipId,
    tokenHash: await hashToken(await services.shareTokens.clipTokenOf({ meetId, clipId })),
    meetId,
    ...ownershipOf(asked.actor),
    ...passage.value,
    title: given.title ?? passage.value.title,
    ...span,
    parts: JSON.stringify(given.parts ?? CLIP_PARTS),
    createdAt: at,
    expiresAt: given.expiresAt ?? null,
    planEndsAt: given.expiresAt ?? null,
  };
  const ofMeeting = and(eq(clips.meetId, meetId), isNull(clips.revokedAt));
  const room = sql`(select count(*) from ${clips} where ${ofMeeting}) < ${CLIPS_PER_MEETING_MAX}`;
  let isMade = false;
  try {
    const [, made] = await db.batch([
      db
        .update(clips)
        .set({ revokedAt: at, planEndsAt: at })
        .where(and(ofMeeting, eq(clips.fromMs, fromMs), eq(clips.toMs, toMs), lte(clips.expiresAt, at))),
      insertWhere(db, clips, { row, where: room }).onConflictDoNothing().returning({ clipId: clips.clipId }),
    ]);
    isMade = made.length > 0;
  } finally {
    // Another request has made it, there is no room for it, or D1 did not answer: no row says that there is a plan.
    if (!isMade) await removePlans(services, row);
  }
  if (isMade) await audit(services, asked.actor, { action: "meeting.clip-made", meetId });
  const stored = await readStanding(db, meetId, span);
  return stored ? ok(await clipOf(services, stored)) : refused("too-many-clips");
}

export async function changeClip(
  services: Needs,
  asked: AskedClip,
  change: ClipChange,
): Promise<Outcome<Clip, "not-found" | "invalid-payload">> {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  if (!isLinkEnd(change.expiresAt, services.now())) return refused("invalid-payload");
  const { title, parts, expiresAt } = change;
  const [before] = await services.db.select().from(clips).where(ofClip(found.meetId, asked.clipId));
  const [row] = await services.db
    .update(clips)
    .set({
      // Something is always set, so that an empty change finds its clip too.
      clipId: asked.clipId,
      ...(title === undefined ? {} : { title }),
      ...(parts === undefined ? {} : { parts: JSON.stringify(CLIP_PARTS.filter((part) => parts.includes(part))) }),
      ...(expiresAt === undefined ? {} : { expiresAt, planEndsAt: expiresAt }),
    })
    .where(and(ofClip(found.meetId, asked.clipId), isNull(clips.revokedAt)))
    .returning();
  if (!row) return refused("not-found");
  const isSame = before && JSON.stringify({ ...before, opens: 0 }) === JSON.stringify({ ...row, opens: 0 });
  if (!isSame) await audit(services, asked.actor, { action: "meeting.clip-changed", meetId: found.meetId });
  return ok(await clipOf(services, row));
}

/** The address stops working at once. Idempotent, also for a clip that never was. */
export async function revokeClip(services: Needs, asked: AskedClip): Promise<Outcome<null, "not-found">> {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const at = services.now();
  const revoked = await services.db
    .update(clips)
    .set({ revokedAt: at, planEndsAt: at + SHARE_RESTORE_MS_MAX })
    .where(and(ofClip(found.meetId, asked.clipId), isNull(clips.revokedAt)))
    .returning({ clipId: clips.clipId });
  if (revoked.length > 0) await audit(services, asked.actor, { action: "meeting.clip-revoked", meetId: found.meetId });
  return ok(null);
}

/** Undoes a revocation, SHARE_RESTORE_MS_MAX after it at most. Not where the same passage has another clip by now. */
export async function restoreClip(services: Needs, asked: AskedClip): Promise<Outcome<Clip, "not-found" | "too-late">> {
  const found = await sharedBy(services, asked);
  if (!found) return refused("not-found");
  const { db, now } = services;
  const { clipId } = asked;
  const taken = sql`exists (select 1 from clips as other where other.meet_id = clips.meet_id
    and other.from_ms = clips.from_ms and other.to_ms = clips.to_ms and other.revoked_at is null)`;
  const restored = await db
    .update(clips)
    .set({ revokedAt: null, planEndsAt: clips.expiresAt })
    .where(and(ofClip(found.meetId, clipId), gte(clips.revokedAt, now() - SHARE_RESTORE_MS_MAX), sql`not ${taken}`))
    .returning({ clipId: clips.clipId });
  if (restored.length > 0)
    await audit(services, asked.actor, { action: "meeting.clip-restored", meetId: found.meetId });
  const [row] = await db.select().from(clips).where(ofClip(found.meetId, clipId));
  if (!row) return refused("not-found");
  return row.revokedAt === null ? ok(await clipOf(services, row)) : refused("too-late");
}

/** The row of a clip for those who may share its meeting; a revoked one is none. */
export async function findOwnClip(services: Pick<Services, "db">, asked: AskedClip): Promise<ClipRow | null> {
  const found = await sharedBy(services, asked);
  if (!found) return null;
  const [row] = await services.db
    .select()
    .from(clips)
    .where(and(ofClip(found.meetId, asked.clipId), isNull(clips.revokedAt)));
  return row ?? null;
}

export function clipParts(row: Pick<ClipRow, "parts">): ClipPart[] {
  return JSON.parse(row.parts) as ClipPart[];
}

const ofClip = (meetId: MeetId, clipId: string) => and(eq(clips.meetId, meetId), eq(clips.clipId, clipId));

async function readStanding(db: Database, meetId: MeetId, { fromMs, toMs }: ClipSpan): Promise<ClipRow | null> {
  const passage = and(eq(clips.fromMs, fromMs), eq(clips.toMs, toMs));
  const [row] = await db
    .select()
    .from(clips)
    .where(and(eq(clips.meetId, meetId), passage, isNull(clips.revokedAt)));
  return row ?? null;
}

const hasEnded = ({ expiresAt }: ClipRow, at: number) => expiresAt !== null && expiresAt <= at;

/**
 * The title, the recording and the file of a passage. It has words, or a recording that can be cut. "not-ready": the recording is still being
 * made or sent.
 */
async function readPassage(
  services: Pick<Services, "meetings" | "store">,
  asked: { meetId: MeetId; viewer: PageViewer; clipId: string; span: ClipSpan },
): Promise<Outcome<Pick<ClipRow, "title" | "recordingId" | "media">, "clip-range" | "not-ready">> {
  const { meetId, viewer, clipId, span } = asked;
  const passage = await services.meetings.passage(meetId, span, viewer);
  if (!passage) return refused("clip-range");
  const { place, isAwaited, lines } = passage;
  if (!place && isAwaited) return refused("not-ready");
  const isOpen = place && isForReaders(place);
  const plan = isOpen
    ? await cutClip(services, { meetId, clipId, ...span, isKept: async () => true }, { ...passage, place })
    : null;
  if (plan === null && lines.length === 0) return refused("clip-range");
  return ok({
    title: titleOf(lines) || `${formatMoment(span.fromMs)}–${formatMoment(span.toMs)}`,
    recordingId: place && recordingIdOfKey(place.key),
    media: plan && JSON.stringify(clipMedia.parse(plan)),
  });
}

async function clipOf({ shareTokens, config }: Pick<Needs, "shareTokens" | "config">, row: ClipRow): Promise<Clip> {
  const { clipId, meetId, title, fromMs, toMs, createdAt, expiresAt, opens, lastOpenedOn } = row;
  return {
    clipId,
    title,
    fromMs,
    toMs,
    url: await linkUrl(`${config.origin}/clip/`, await shareTokens.clipTokenOf({ meetId, clipId }), row),
    parts: clipParts(row),
    playable: row.media !== null,
    createdAt,
    expiresAt,
    opens,
    lastOpenedOn,
  };
}

function audit(
  { db, now }: Pick<Services, "db" | "now">,
  { userId }: PersonActor,
  entry: Pick<Parameters<typeof auditEntry>[1], "action" | "meetId">,
) {
  return auditEntry(db, { at: now(), userId, ...entry });
}
