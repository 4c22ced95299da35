import type { MeetingPayload } from "#app/contracts/upload.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { limitOf } from "#app/domain/plan/can.ts";
import { forgetUpload, holdUpload, settleUpload } from "#app/server/account/usage-reservation.ts";
import type { SignedInUser } from "#app/server/auth/session.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import type { AcceptRefusal, MeetingDetails } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";

export type FinishRefusal = AcceptRefusal | "limit-reached" | "template-not-found";

type Needs = Pick<Services, "db" | "meetings" | "log" | "now">;

/**
 * §7, POST /api/acta/upload_data: the bytes are said to be there. The meeting looks at them and takes them, and counts
 * the upload; or refuses them and goes, and the dialog may submit again. Twice changes nothing.
 */
export async function finishUpload(
  services: Needs,
  user: SignedInUser,
  upload: { meetId: string; meetingData: MeetingPayload },
): Promise<Outcome<{ meetId: MeetId }, FinishRefusal>> {
  const meetId = parseMeetId(upload.meetId);
  if (!meetId) return refused("not-found");
  const details = detailsOf(upload.meetingData, user);
  if (!details.ok) return details;

  const accepted = await takeBytes(services, { meetId, owner: user, details: details.value });
  return accepted.ok ? ok({ meetId }) : accepted;
}

/**
 * Bytes have landed: the meeting looks at them and takes them, and the upload counts; or it refuses them and goes. Null for
 * `details` keeps what the submit said.
 */
export async function takeBytes(
  { db, meetings, log, now }: Needs,
  upload: { meetId: MeetId; owner: Pick<SignedInUser, "id" | "plan">; details: MeetingDetails | null },
): Promise<Outcome<null, AcceptRefusal | "limit-reached">> {
  const { meetId, owner, details } = upload;
  // A slow upload may outlive its reservation: it takes a place again before its bytes are accepted, if there is one.
  const held = await holdUpload(db, { userId: owner.id, meetId, limit: limitOf(owner.plan, "upload"), now: now() });
  if (!held.ok) return held;

  const accepted = await meetings.acceptUpload(meetId, owner.id, details);
  if (accepted.ok) {
    await settleUpload(db, { meetId, at: now() });
    return ok(null);
  }
  if (accepted.reason !== "not-found" && accepted.reason !== "bytes-missing") {
    // The meeting says so too, in its own time; here it is true before the person reads the answer.
    await forgetUpload(db, { meetId, reason: "refused", at: now() });
    log("upload.refused", { meetId, reason: accepted.reason });
  }
  return accepted;
}
