import { ownershipOf } from "#app/domain/account/ownership.ts";
import type { UploadSoundPayload } from "#app/contracts/upload.ts";
import type { UploadSoundAnswer } from "#app/contracts/upload-answers.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { limitOf } from "#app/domain/plan/plans.ts";
import { holdUpload } from "#app/server/account/usage-reservation.ts";
import type { Caller } from "#app/server/auth/session.ts";
import type { Services } from "#app/server/services.ts";
import { readUnfinished } from "#app/server/uploads/unfinished.ts";

type Needs = Pick<Services, "db" | "presigner" | "meetings" | "now">;

/**
 * POST /api/acta/upload_sound: tells the meeting the windows of its sound and which of them are stored, and signs the PUTs of the
 * next ones. Only with an upload in parts: a smaller file arrives as soon as its sound. The place in the plan is reserved before
 * any sound is transcribed, as it is before bytes are accepted.
 */
export async function signSound(
  { db, presigner, meetings, now }: Needs,
  { actor, user }: Caller,
  { meetId: asked, ...sound }: UploadSoundPayload,
): Promise<Outcome<UploadSoundAnswer, "not-found" | "limit-reached" | "invalid-payload">> {
  const meetId = parseMeetId(asked);
  const ownership = ownershipOf(actor);
  const upload = meetId && (await readUnfinished(db, ownership, meetId));
  if (!meetId || !upload) return refused("not-found");
  const held = await holdUpload(db, { ownership, meetId, limit: limitOf(user.plan, "upload"), now: now() });
  if (!held.ok) return held;
  const taken = await meetings.takeSound(meetId, actor.userId, sound);
  if (!taken.ok) return taken;
  const { landed, places } = taken.value;
  const signed = await Promise.all(
    places.map(async ({ index, ...place }) => ({
      index,
      ...(await presigner.presignSound({ ...place, now: now() })),
    })),
  );
  return ok({ landed, places: signed });
}
