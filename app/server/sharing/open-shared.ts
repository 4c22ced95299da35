import { and, eq, isNull } from "drizzle-orm";
import type { SharedView } from "#app/contracts/meeting/meeting-view.ts";
import type { ShareActor } from "#app/domain/account/actor.ts";
import type { MeetId, WorkspaceId } from "#app/domain/ids.ts";
import { may } from "#app/domain/meeting/access.ts";
import { type Outcome, refused } from "#app/domain/outcome.ts";
import type { Caller } from "#app/server/identity/session.ts";
import { recordingLock } from "#app/server/workspace/recording-lock.ts";
import { meetings, shareLinks } from "#app/server/db/schema.ts";
import { users } from "#app/server/db/schema-account.ts";
import type { FileToSend } from "#app/server/exports/file-to-send.ts";
import { accessTo } from "#app/server/workspace/access-to.ts";
import { type AskedExport, downloadPdf, exportTo } from "#app/server/meetings/export-meeting.ts";
import { playTo } from "#app/server/meetings/play-recording.ts";
import type { Services } from "#app/server/services.ts";
import { countOpen, opens } from "#app/server/sharing/public-link.ts";
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
 * Authenticates the holder of a share link by the token in its address, asking D1 each time. Null for a link that does not open, and for one whose
 * meeting is gone.
 */
async function findShared(services: Pick<Services, "db" | "now">, token: string | undefined): Promise<Shared | null> {
  const [row] = await services.db
    .select({ link: shareLinks, ownerName: users.name })
    .from(shareLinks)
    .innerJoin(meetings, and(eq(meetings.id, shareLinks.meetId), isNull(meetings.deletedAt)))
    .innerJoin(users, eq(users.id, shareLinks.createdBy))
    .where(await opens(services, shareLinks, token));
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

/** The holder of a link, with their access to its meeting. */
async function findHolder(services: Pick<Services, "db" | "now">, token: string | undefined) {
  const shared = await findShared(services, token);
  const viewer = shared && (await accessTo(services, shared.actor, shared.actor.meetId));
  return shared && viewer ? { shared, viewer, meetId: shared.actor.meetId } : null;
}

/** Null: the request does not count as an opening of the page. Otherwise finds out who opens it, which nobody waits for. */
type Opening = (() => Promise<Caller | null>) | null;

/** The view for the page of a share link; null for every link that does not work, so that all of them show the same text. */
export async function openShared(
  services: Pick<Services, "db" | "now" | "meetings" | "waitUntil">,
  asked: { token: string | undefined; opening: Opening },
): Promise<(SharedView & { shared: Shared }) | null> {
  const holder = await findHolder(services, asked.token);
  const found = holder && (await services.meetings.sharedView(holder.meetId, holder.viewer));
  if (!found) return null;
  const { shared, meetId } = holder;
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
  if (caller?.actor.userId !== createdBy) await countOpen(services, shareLinks, tokenHash);
}

/** The recording behind a link, in ranges. Asked on every request, and again while a body flows: revoking ends playing. */
export async function playShared(
  services: Pick<Services, "db" | "now" | "store" | "meetings">,
  { token, part }: { token: string; part: number },
): Promise<Outcome<FileToSend<"not-found">, "not-found" | "outside-window">> {
  const holder = await findHolder(services, token);
  if (!holder) return refused("not-found");
  const isAllowed = async () => {
    const still = await findHolder(services, token);
    return still !== null && may(still.viewer, "play-recording");
  };
  const { viewer, meetId } = holder;
  const lock = await recordingLock(services, meetId);
  return playTo(services, viewer, { meetId, part, lock, isAllowed });
}

/** The PDF of a share link: it holds only the shared parts, with the transcript only if that is shared. */
export async function downloadSharedPdf(
  services: Pick<Services, "db" | "now" | "store" | "meetings">,
  token: string,
): Promise<Outcome<FileToSend<"pdf-not-ready">, "not-found" | "pdf-not-ready">> {
  const holder = await findHolder(services, token);
  if (!holder) return refused("not-found");
  const { meetId, viewer } = holder;
  return downloadPdf(services, { meetId, viewer, transcript: true });
}

/** Exports a shared meeting; the file holds only the shared parts. */
export async function exportShared(
  services: Pick<Services, "db" | "now" | "config" | "meetings">,
  asked: AskedExport & { token: string },
): Promise<Outcome<FileToSend, "not-found" | "not-ready">> {
  const holder = await findHolder(services, asked.token);
  if (!holder) return refused("not-found");
  const { meetId, viewer } = holder;
  return exportTo(services, viewer, { ...asked, meetId, page: `${services.config.origin}/s/${asked.token}` });
}
