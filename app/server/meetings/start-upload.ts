import type { MeetingPayload, UploadStarted } from "#app/contracts/upload.ts";
import { newMeetId, newRecordingId } from "#app/domain/ids.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits.ts";
import type { UploadRefusal } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { limitOf } from "#app/domain/plan/can.ts";
import { releaseUsage } from "#app/server/account/usage-ledger.ts";
import { NOT_STARTED, type Reservation, reserveUpload } from "#app/server/account/usage-reservation.ts";
import type { SignedInUser } from "#app/server/auth/session.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import type { MeetingDetails } from "#app/server/ports/meeting-process.ts";
import type { BirthNote } from "#app/server/ports/recording-store.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey, newOriginalKey } from "#app/server/storage/keys.ts";

type Needs = Pick<Services, "db" | "store" | "presigner" | "meetings" | "log" | "now">;

export type StartRefusal = "limit-reached" | "already-uploaded" | "template-not-found" | UploadRefusal;

/**
 * §7, POST /api/acta/upload: makes the meeting that waits for its bytes, and says where they go. The same submit again
 * answers with the same meeting and a fresh URL, as long as no bytes were accepted. The order is: claim and place in one
 * batch, birth note, meeting; what fails halfway weighs nothing, and the sweep removes what is left of it.
 */
export async function startUpload(
  services: Needs,
  user: SignedInUser,
  payload: MeetingPayload,
): Promise<Outcome<UploadStarted, StartRefusal>> {
  const { db, now, presigner } = services;
  const refusal = refusalOf(payload);
  if (refusal) return refused(refusal);
  const details = detailsOf(payload, user);
  if (!details.ok) return details;

  const meetId = newMeetId();
  const reserved = await reserveUpload(db, {
    userId: user.id,
    key: payload.submissionId ? `upload:${payload.submissionId}` : `once:${meetId}`,
    meetId,
    recordingId: newRecordingId(),
    limit: limitOf(user.plan, "upload"),
    now: now(),
  });
  if (!reserved.ok) return reserved;

  const bytes = payload.fileSize ?? null;
  const uploadKey = newOriginalKey(reserved.value.recordingId);
  try {
    await begin(services, user, reserved.value, { details: details.value, uploadKey, bytes });
    const { url, headers } = await presigner.presignPut({ key: uploadKey, bytes, now: now() });
    return ok({ meetId: reserved.value.meetId, presignedUrl: url, headers });
  } catch (error) {
    const release = { meetId: reserved.value.meetId, kind: "upload", reason: NOT_STARTED, at: now() } as const;
    // Where not even this can be written the reservation falls by its age.
    await releaseUsage(db, release).catch(() => services.log("upload.release.failed", { meetId: release.meetId }));
    throw error;
  }
}

/** §5: what can be refused before a byte is sent. */
function refusalOf({ meetExtUrl, fileSize }: MeetingPayload): UploadRefusal | null {
  if (!/^\.?mp4$/i.test(meetExtUrl)) return "not-mp4";
  if (fileSize === 0) return "empty";
  return fileSize !== undefined && fileSize > UPLOAD_BYTES_MAX ? "too-large" : null;
}

async function begin(
  { store, meetings, log }: Needs,
  user: SignedInUser,
  reservation: Reservation,
  upload: { details: MeetingDetails; uploadKey: string; bytes: number | null },
): Promise<void> {
  const { meetId, recordingId, createdAt, isNew } = reservation;
  const note: BirthNote = { meetId, ownerUserId: user.id, recordingId, source: "upload", createdAt };
  await store.put(birthNoteKey(meetId), JSON.stringify(note), "application/json");
  await meetings.begin({
    meetId,
    ownerUserId: user.id,
    recordingId,
    source: "upload",
    details: upload.details,
    uploadKey: upload.uploadKey,
    expectedBytes: upload.bytes,
    createdAt,
  });
  log("upload.started", { meetId, recordingId, isNew, bytes: upload.bytes });
}
