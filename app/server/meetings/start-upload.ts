import { birthNote } from "#app/contracts/meeting/birth-note.ts";
import type { UploadStarted } from "#app/contracts/recording/upload-answers.ts";
import type { MeetingPayload } from "#app/contracts/recording/upload.ts";
import { ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import { type MeetId, newMeetId, newRecordingId, parseMeetId } from "#app/domain/ids.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { UPLOAD_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import type { GivenTranscriptRefusal, UploadRefusal } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { limitOf } from "#app/domain/plan/plans.ts";
import { kindOfExtension } from "#app/domain/recording-kind.ts";
import { parseTranscriptExtension } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { NOT_STARTED } from "#app/server/usage/usage-ledger.ts";
import { dropReservation, holdUpload, type Reservation, reserveUpload } from "#app/server/usage/usage-reservation.ts";
import type { PersonCaller } from "#app/server/identity/session.ts";
import { fileMeeting } from "#app/server/folders/file-meeting.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import type { UploadBirth } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";
import { birthNoteKey, newOriginalKey, newTranscriptKey, recordingIdOfKey } from "#app/server/storage/keys.ts";
import { applyVisibilityDefault } from "#app/server/meetings/set-visibility.ts";
import { releaseClaim } from "#app/server/templates/choose-template.ts";
import { beginParts, goesInParts } from "#app/server/uploads/parts.ts";
import { awaitsFile, endUnfinished, findUnfinished, type Unfinished } from "#app/server/uploads/unfinished.ts";

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
  caller: PersonCaller,
  payload: MeetingPayload,
): Promise<Outcome<UploadStarted, StartRefusal>> {
  const { db, now, presigner } = services;
  const refusal = refusalOf(payload);
  if (refusal) return refused(refusal);
  const { actor } = caller;
  const newId = newMeetId();
  const details = await detailsOf(services, caller, payload, newId);
  if (!details.ok) return details;

  const known = goesInParts(payload) ? await goOn(services, caller, payload) : null;
  const reserved = known ?? (await reserve(services, caller, { payload, meetId: newId }));
  const isUsed = reserved.ok && reserved.value.meetId === newId;
  if (!isUsed) await releaseClaim(services, newId);
  if (!reserved.ok) return reserved;

  const bytes = payload.fileSize ?? null;
  const unfinished = known?.ok ? known.value.unfinished : null;
  const uploadKey =
    unfinished?.key ?? newOriginalKey(reserved.value.recordingId, kindOfExtension(payload.meetExtUrl) ?? "mp4");
  const transcript = transcriptPlace(payload, reserved.value);
  try {
    await begin(services, actor, reserved.value, {
      details: details.value,
      uploadKey,
      expectedBytes: bytes,
      transcript,
    });
    if (reserved.value.isNew) {
      await applyVisibilityDefault(services, actor, reserved.value.meetId);
      await fileMeeting(services, actor, reserved.value.meetId, { title: details.value.title, people: [] });
    }
    const { url, headers } = await presigner.presignPut({ key: uploadKey, bytes, now: now() });
    const { meetId } = reserved.value;
    const parts = goesInParts(payload)
      ? {
          parts: await beginParts(services, {
            meetId,
            ownership: ownershipOf(actor),
            key: uploadKey,
            payload,
            known: unfinished,
          }),
        }
      : {};
    const started = { meetId, presignedUrl: url, headers, ...parts };
    if (transcript === null) return ok(started);
    const beside = { key: transcript.key, bytes: transcript.expectedBytes, now: now() };
    const { url: transcriptUrl, headers: transcriptHeaders } = await presigner.presignPut(beside);
    return ok({ ...started, transcriptUrl, transcriptHeaders });
  } catch (error) {
    const { meetId } = reserved.value;
    const { workspaceId } = actor;
    // If this write fails too, the reservation expires by its age.
    await dropReservation(db, { workspaceId, meetId, reason: NOT_STARTED, at: now() }).catch(() =>
      services.log("upload.release.failed", { meetId }),
    );
    throw error;
  }
}

/** A place for a new submit, or the one that the same submit took before. */
async function reserve(
  { db, now }: Needs,
  { actor, user }: PersonCaller,
  asked: { payload: MeetingPayload; meetId: MeetId },
) {
  const { meetId, payload } = asked;
  const { submissionId } = payload;
  return reserveUpload(db, {
    ownership: ownershipOf(actor),
    key: submissionId ? `upload:${submissionId}` : `once:${meetId}`,
    meetId,
    recordingId: newRecordingId(),
    limit: limitOf(user.plan, "upload"),
    now: now(),
  });
}

type GoesOn = Outcome<Reservation & { unfinished: Unfinished }, "limit-reached">;

/** Resumes the upload that this person began with the same file: it reserves its place again, and stored parts are not resent. */
async function goOn(
  { db, store, meetings, now }: Needs,
  { actor, user }: PersonCaller,
  payload: MeetingPayload,
): Promise<GoesOn | null> {
  const unfinished = await findUnfinished(db, ownershipOf(actor), payload, now());
  const meetId = unfinished && parseMeetId(unfinished.meetId);
  const recordingId = unfinished && recordingIdOfKey(unfinished.key);
  if (!unfinished || !meetId || !recordingId) return null;
  // Deleted meanwhile, or its bytes were accepted: the file is another upload.
  if (!awaitsFile(await meetings.view(meetId, SYSTEM_VIEWER))) {
    await endUnfinished({ db, store }, unfinished);
    return null;
  }
  const held = await holdUpload(db, {
    ownership: ownershipOf(actor),
    meetId,
    limit: limitOf(user.plan, "upload"),
    now: now(),
  });
  if (held.ok) return ok({ meetId, recordingId, createdAt: unfinished.createdAt, isNew: false, unfinished });
  if (held.reason === "limit-reached") return refused(held.reason);
  // Its meeting is gone: the file is sent from its beginning.
  await endUnfinished({ db, store }, unfinished);
  return null;
}

/** §5: refusals that are possible before a byte is sent. */
function refusalOf(payload: MeetingPayload): UploadRefusal | GivenTranscriptRefusal | null {
  const { meetExtUrl, fileSize, transcriptExt, transcriptSize } = payload;
  if (kindOfExtension(meetExtUrl) === null) return "not-mp4";
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
  actor: PersonActor,
  reservation: Reservation,
  upload: Pick<UploadBirth, "details" | "uploadKey" | "expectedBytes" | "transcript">,
): Promise<void> {
  const { meetId, recordingId, createdAt, isNew } = reservation;
  const ownership = ownershipOf(actor);
  const note = birthNote({ meetId, ...ownership, recordingId, source: "upload", createdAt });
  await store.put(birthNoteKey(meetId), JSON.stringify(note), "application/json");
  await meetings.begin(meetId, {
    meetId,
    ...ownership,
    recordingId,
    source: "upload",
    ...upload,
    createdAt,
  });
  const hasTranscript = upload.transcript !== null;
  log("upload.started", { meetId, recordingId, isNew, bytes: upload.expectedBytes, hasTranscript });
}
