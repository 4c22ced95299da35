import type { MeetingPayload } from "#app/contracts/upload.ts";
import type { UploadStarted } from "#app/contracts/upload-answers.ts";
import { newMeetId, newRecordingId } from "#app/domain/ids.ts";
import { TRANSCRIPT_BYTES_MAX, UPLOAD_BYTES_MAX } from "#app/domain/limits.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { limitOf } from "#app/domain/plan/can.ts";
import { parseTranscriptExtension } from "#app/domain/transcript/parse-given-transcript.ts";
import { releaseUsage } from "#app/server/account/usage-ledger.ts";
import { NOT_STARTED, type Reservation, reserveUpload } from "#app/server/account/usage-reservation.ts";
import type { SignedInUser } from "#app/server/auth/session.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import type { UploadBirth } from "#app/server/ports/meeting-process.ts";
import type { BirthNote } from "#app/server/ports/recording-store.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey, newOriginalKey, newTranscriptKey } from "#app/server/storage/keys.ts";

type Needs = Pick<Services, "db" | "store" | "presigner" | "meetings" | "log" | "now">;

export type StartRefusal =
  | "limit-reached"
  | "already-uploaded"
  | "template-not-found"
  | GivenTranscriptRefusal
  | UploadRefusal;

/**
 * §7, POST /api/acta/upload: makes the meeting that waits for its bytes, and says where they go. The same submit again
 * answers with the same meeting and fresh URLs, as long as no bytes were accepted. The order is: claim and place in one
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
  const transcript = transcriptPlace(payload, reserved.value);
  try {
    await begin(services, user, reserved.value, {
      details: details.value,
      uploadKey,
      expectedBytes: bytes,
      transcript,
    });
    const { url, headers } = await presigner.presignPut({ key: uploadKey, bytes, now: now() });
    const started = { meetId: reserved.value.meetId, presignedUrl: url, headers };
    if (transcript === null) return ok(started);
    const beside = { key: transcript.key, bytes: transcript.expectedBytes, now: now() };
    const { url: transcriptUrl, headers: transcriptHeaders } = await presigner.presignPut(beside);
    return ok({ ...started, transcriptUrl, transcriptHeaders });
  } catch (error) {
    const release = { meetId: reserved.value.meetId, kind: "upload", reason: NOT_STARTED, at: now() } as const;
    // Where not even this can be written the reservation falls by its age.
    await releaseUsage(db, release).catch(() => services.log("upload.release.failed", { meetId: release.meetId }));
    throw error;
  }
}

/** §5: what can be refused before a byte is sent. */
function refusalOf(payload: MeetingPayload): UploadRefusal | GivenTranscriptRefusal | null {
  const { meetExtUrl, fileSize, transcriptExt, transcriptSize } = payload;
  if (!/^\.?mp4$/i.test(meetExtUrl)) return "not-mp4";
  if (fileSize === 0) return "empty";
  if (fileSize !== undefined && fileSize > UPLOAD_BYTES_MAX) return "too-large";
  if (transcriptExt === undefined || transcriptExt === null) return null;
  if (parseTranscriptExtension(transcriptExt) === null) return "transcript-wrong-type";
  if (transcriptSize === 0) return "transcript-empty";
  return transcriptSize !== undefined && transcriptSize > TRANSCRIPT_BYTES_MAX ? "transcript-too-large" : null;
}

function transcriptPlace(payload: MeetingPayload, { recordingId }: Reservation): UploadBirth["transcript"] {
  const extension = parseTranscriptExtension(payload.transcriptExt ?? "");
  if (extension === null) return null;
  return { key: newTranscriptKey(recordingId, extension), expectedBytes: payload.transcriptSize ?? null };
}

async function begin(
  { store, meetings, log }: Needs,
  user: SignedInUser,
  reservation: Reservation,
  upload: Pick<UploadBirth, "details" | "uploadKey" | "expectedBytes" | "transcript">,
): Promise<void> {
  const { meetId, recordingId, createdAt, isNew } = reservation;
  const note: BirthNote = { meetId, ownerUserId: user.id, recordingId, source: "upload", createdAt };
  await store.put(birthNoteKey(meetId), JSON.stringify(note), "application/json");
  await meetings.begin({
    meetId,
    ownerUserId: user.id,
    recordingId,
    source: "upload",
    ...upload,
    createdAt,
  });
  const hasTranscript = upload.transcript !== null;
  log("upload.started", { meetId, recordingId, isNew, bytes: upload.expectedBytes, hasTranscript });
}
