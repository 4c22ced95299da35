import { ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { forgetUpload } from "#app/server/usage/usage-reservation.ts";
import type { Services } from "#app/server/services.ts";
import { awaitsFile, forgetUnfinished, readUnfinished, type Unfinished } from "#app/server/uploads/unfinished.ts";

type Needs = Pick<Services, "db" | "store" | "meetings" | "log" | "now">;

/** DELETE /api/acta/uploads/:meetId: cancels an unfinished upload and removes its stored parts. 404 if it is already gone. */
export async function cancelUpload(
  services: Needs,
  actor: PersonActor,
  asked: string | undefined,
): Promise<Outcome<null, "not-found">> {
  const meetId = parseMeetId(asked);
  const upload = meetId && (await readUnfinished(services.db, ownershipOf(actor), meetId));
  if (!upload) return refused("not-found");
  await giveUpUpload(services, upload, "cancelled");
  return ok(null);
}

/** Ends an upload in parts with its meeting; one whose bytes were accepted meanwhile is only forgotten. */
export async function giveUpUpload(services: Needs, upload: Unfinished, reason: string): Promise<void> {
  const { db, store, meetings, log, now } = services;
  const { workspaceId } = upload;
  const meetId = upload.meetId as MeetId;
  const view = await meetings.view(meetId, SYSTEM_VIEWER);
  const awaits = view === null || awaitsFile(view);
  // First, so that nothing more of it lands; one that was accepted has nothing left to end.
  await store.endParts(upload.key, upload.uploadId);
  if (awaits) {
    // If all of the sound is already stored, only the video is given up.
    const isKept = view !== null && (await meetings.videoNeverArrived(meetId));
    if (view && !isKept) await meetings.discard(meetId);
    if (!isKept) await forgetUpload(db, { workspaceId, meetId, reason, at: now() });
  }
  await forgetUnfinished(db, meetId);
  log("upload.given-up", { meetId, reason, awaits });
}
