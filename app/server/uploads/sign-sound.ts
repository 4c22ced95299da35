import type { UnfinishedUpload, UploadSoundAnswer } from "#app/contracts/recording/upload-answers.ts";
import type { UploadSoundPayload } from "#app/contracts/recording/upload.ts";
import { ownershipOf } from "#app/domain/account/actor.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { SOUND_LENGTH_SLACK_MS } from "#app/domain/limits/media.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { limitOf } from "#app/domain/plan/plans.ts";
import { holdUpload } from "#app/server/usage/usage-reservation.ts";
import type { Caller } from "#app/server/identity/session.ts";
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

/**
 * Progress of the sound of a recording whose video is awaited: until the video arrives, its meeting has the sound alone. `status`
 * is the meeting's as lists hold it; `wantedMs` is the sound that is stored, of the `durationMs` that were announced. If an
 * edit list leaves gaps between windows, the sound counts as complete only when all of it has been transcribed.
 */
export function soundStage({
  status,
  wantedMs,
  durationMs,
}: {
  status: string | null;
  wantedMs: number | null;
  durationMs: number | null;
}): UnfinishedUpload["sound"] {
  if (status === null || status === "SCHEDULE" || status === "TORECORD") return undefined;
  if (status === "SUMMARIZED" || status === "SKIPPED_SUMMARY") return "written";
  if (status !== "TRANSCRIBING") return "in";
  return (wantedMs ?? 0) + SOUND_LENGTH_SLACK_MS < (durationMs ?? 0) ? "coming" : "in";
}
