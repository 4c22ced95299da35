import { and, eq, gt, isNull, notExists, or, sql } from "drizzle-orm";
import type { SharedView } from "#app/contracts/meeting/meeting-view.ts";
import type { ShareActor } from "#app/domain/account/actor.ts";
import type { MeetId, WorkspaceId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import { openDeletion } from "#app/server/identity/deletion-mark.ts";
import { type Caller, hashToken } from "#app/server/identity/session.ts";
import { recordingLock } from "#app/server/billing/recording-lock.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { type AskedExport, downloadPdf, exportTo } from "#app/server/meetings/export-meeting.ts";
import { playTo } from "#app/server/meetings/play-recording.ts";
import type { Services } from "#app/server/services.ts";
import { readParts } from "#app/server/sharing/share-meeting.ts";

type Shared = {
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
async function findShared(
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
        // The links of an account stop when its deletion is asked for, and not with each meeting.
        notExists(openDeletion(db, users.id)),
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

/** Null: the request does not count as an opening of the page. Otherwise finds out who opens it, which nobody waits for. */
type Opening = (() => Promise<Caller | null>) | null;

/** The view for the page of a share link; null for every link that does not work, so that all of them show the same text. */
export async function openShared(
  services: Pick<Services, "db" | "now" | "meetings" | "waitUntil">,
  asked: { token: string | undefined; opening: Opening },
): Promise<(SharedView & { shared: Shared }) | null> {
  const shared = await findShared(services, asked.token);
  if (!shared) return null;
  const { meetId } = shared.actor;
  const viewer = await accessTo(services, shared.actor, meetId);
  const found = viewer && (await services.meetings.sharedView(meetId, viewer));
  if (!found) return null;
  if (asked.opening) services.waitUntil(countUnlessOwner(services, shared, asked.opening));
  if (found.view.head.playable && (await recordingLock(services, meetId))) {
    const head = { ...found.view.head, playable: false };
    return { ...found, view: { ...found.view, head }, shared };
  }
  return { ...found, shared };
}

async function countUnlessOwner(
  services: Pick<Services, "db" | "now">,
  { createdBy, tokenHash }: Shared,
  findCaller: NonNullable<Opening>,
): Promise<void> {
  const caller = await findCaller();
  if (caller?.actor.userId !== createdBy) await countOpen(services, tokenHash);
}

/** Counts one opening, with its day. Nothing about the person is stored, so each opening counts. */
async function countOpen({ db, now }: Pick<Services, "db" | "now">, tokenHash: string): Promise<void> {
  const today = new Date(now()).toISOString().slice(0, 10);
  await db
    .update(shareLinks)
    .set({ opens: sql`${shareLinks.opens} + 1`, lastOpenedOn: today })
    .where(eq(shareLinks.tokenHash, tokenHash));
}

/** The recording behind a link, in ranges. Asked on every request, and again while a body flows: revoking ends playing. */
export async function playShared(
  services: Pick<Services, "db" | "now" | "store" | "meetings">,
  { token, part }: { token: string; part: number },
): Promise<Outcome<FileToSend<"not-found">, "not-found" | "outside-window">> {
  const shared = await findShared(services, token);
  const viewer = shared && (await accessTo(services, shared.actor, shared.actor.meetId));
  if (!shared || !viewer) return refused("not-found");
  const { meetId } = shared.actor;
  const isAllowed = async () => {
    const still = await findShared(services, token);
    const stillViewer = still && (await accessTo(services, still.actor, meetId));
    return stillViewer !== null && may(stillViewer, "play-recording");
  };
  return playTo(services, viewer, { meetId, part, isAllowed });
}

/** The PDF of a share link: it holds only the shared parts, with the transcript only if that is shared. */
export async function downloadSharedPdf(
  services: Pick<Services, "db" | "now" | "store" | "meetings">,
  token: string,
): Promise<Outcome<FileToSend<"pdf-not-ready">, "not-found" | "pdf-not-ready">> {
  const shared = await findShared(services, token);
  const viewer = shared && (await accessTo(services, shared.actor, shared.actor.meetId));
  if (!shared || !viewer) return refused("not-found");
  const { meetId } = shared.actor;
  return downloadPdf(services, { meetId, viewer, transcript: true });
}

/** Exports a shared meeting; the file holds only the shared parts. */
export async function exportShared(
  services: Pick<Services, "db" | "now" | "config" | "meetings">,
  asked: AskedExport & { token: string },
): Promise<Outcome<FileToSend, "not-found" | "not-ready">> {
  const shared = await findShared(services, asked.token);
  const viewer = shared && (await accessTo(services, shared.actor, shared.actor.meetId));
  if (!shared || !viewer) return refused("not-found");
  const { meetId } = shared.actor;
  return exportTo(services, viewer, { ...asked, meetId, page: `${services.config.origin}/s/${asked.token}` });
}
