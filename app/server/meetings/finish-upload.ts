import type { MeetingPayload } from "#app/contracts/recording/upload.ts";
import { type Ownership, ownershipOf } from "#app/domain/account/actor.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { SYSTEM_VIEWER } from "#app/domain/meeting/access.ts";
import { TRANSCRIPT_REFUSALS } from "#app/domain/meeting/status.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { limitOf, type Plan } from "#app/domain/plan/plans.ts";
import { parseTranscriptExtension } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { TRANSCRIPT_REFUSED } from "#app/server/usage/usage-ledger.ts";
import { dropReservation, forgetUpload, holdUpload, settleUpload } from "#app/server/usage/usage-reservation.ts";
import type { PersonCaller } from "#app/server/identity/session.ts";
import { detailsOf } from "#app/server/meetings/details-of.ts";
import type { AcceptRefusal, MeetingDetails, TranscriptSaid } from "#app/server/ports/meeting-process.ts";
import type { Services } from "#app/server/services.ts";
import { joinParts } from "#app/server/uploads/parts.ts";
import { endUnfinished, readUnfinished } from "#app/server/uploads/unfinished.ts";

export type FinishRefusal = AcceptRefusal | "limit-reached" | "parts-lost";

type Needs = Pick<Services, "db" | "store" | "meetings" | "log" | "now">;

/** To whom an upload belongs, and the plan of its workspace. */
export type UploadOwner = Ownership & { plan: Plan };

/**
 * §7, POST /api/acta/upload_data: the bytes are said to be there. The meeting looks at them and takes them, and counts
 * the upload; or refuses them and goes, and the dialog may submit again. Where only the transcript cannot be used, the
 * meeting and its recording wait: for another transcript, or for the word that there is none. Twice changes nothing. A program sends
 * no details again: null keeps those of the submit.
 */
export async function finishUpload(
  services: Needs,
  { actor, user }: PersonCaller,
  upload: { meetId: string; meetingData: MeetingPayload | null },
): Promise<Outcome<{ meetId: MeetId }, FinishRefusal>> {
  const meetId = parseMeetId(upload.meetId);
  if (!meetId) return refused("not-found");
  // A template that was deleted since the submit keeps no recording out: the details of the submit hold its snapshot.
  const details = upload.meetingData && (await detailsOf(services, { actor, user }, upload.meetingData, meetId));
  const transcript = upload.meetingData ? transcriptSaid(upload.meetingData) : "as-announced";
  if (transcript === null) return refused("transcript-wrong-type");

  const unfinished = await readUnfinished(services.db, ownershipOf(actor), meetId);
  const joined = unfinished ? await joinParts(services, unfinished) : ok(null);
  if (!joined.ok) return joined;
  const accepted = await takeBytes(services, {
    meetId,
    owner: { ...ownershipOf(actor), plan: user.plan },
    details: details?.ok ? details.value : null,
    transcript,
  });
  return accepted.ok ? ok({ meetId }) : accepted;
}

/**
 * The bytes have arrived: the meeting probes and accepts them, and the upload counts; or it refuses them. Null for `details` and
 * "as-announced" for `transcript` keep the values of the submit.
 */
export async function takeBytes(
  services: Needs,
  upload: {
    meetId: MeetId;
    owner: UploadOwner;
    details: MeetingDetails | null;
    transcript: TranscriptSaid;
  },
): Promise<Outcome<null, AcceptRefusal | "limit-reached">> {
  const { db, meetings, log, now } = services;
  const { meetId, owner, details, transcript } = upload;
  const { workspaceId } = owner;
  // Not `accessTo`: the meeting's row in D1 follows its object and may not be there yet. The reservation is read with its owner, and the
  // object accepts bytes from its creator only (decision 080).
  // A slow upload may outlive its reservation: it takes a place again before its bytes are accepted, if there is one.
  const held = await holdUpload(db, { ownership: owner, meetId, limit: limitOf(owner.plan, "upload"), now: now() });
  if (!held.ok) return held;

  const accepted = await meetings.acceptUpload(meetId, owner.createdBy, details, transcript);
  if (accepted.ok) {
    await settleUpload(db, { workspaceId, meetId, at: now() });
    await endOwn(services, upload);
    return ok(null);
  }
  if (isAboutTranscript(accepted.reason)) {
    await dropReservation(db, { workspaceId, meetId, reason: TRANSCRIPT_REFUSED, at: now() });
    log("upload.transcript.refused", { meetId, reason: accepted.reason });
  } else if (!AWAITED.has(accepted.reason)) {
    // The meeting says so too, in its own time; here it is true before the person reads the answer.
    // A meeting whose sound was transcribed before this file arrived stays, and stays counted.
    const stays = (await meetings.view(meetId, SYSTEM_VIEWER)) !== null;
    if (!stays) await forgetUpload(db, { workspaceId, meetId, reason: "refused", at: now() });
    await endOwn(services, upload);
    log("upload.refused", { meetId, reason: accepted.reason });
  }
  return accepted;
}

/** Ends the upload in parts, also in the store: a file that was begun in parts may still have been sent as a whole. */
async function endOwn({ db, store }: Needs, { meetId, owner }: { meetId: MeetId; owner: Ownership }): Promise<void> {
  const unfinished = await readUnfinished(db, owner, meetId);
  if (unfinished) await endUnfinished({ db, store }, unfinished);
}

/** Refusals that do not end an upload: a part of it has not arrived yet, or there is no such meeting. */
const AWAITED = new Set<AcceptRefusal>(["not-found", "bytes-missing", "transcript-missing"]);

function isAboutTranscript(reason: AcceptRefusal): boolean {
  return TRANSCRIPT_REFUSALS.some((refusal) => refusal === reason);
}

/** Null where the transcript is named, but as something that is none. */
function transcriptSaid({ transcriptExt }: MeetingPayload): TranscriptSaid | null {
  if (transcriptExt === undefined) return "as-announced";
  if (transcriptExt === null) return "none";
  return parseTranscriptExtension(transcriptExt) === null ? null : "given";
}
