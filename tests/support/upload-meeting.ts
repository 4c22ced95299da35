import { env } from "cloudflare:workers";
import { newMeetId, newRecordingId, type MeetId, type RecordingId } from "#app/domain/ids.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingClaims, meetings, recordings, usageLedger } from "#app/server/db/schema.ts";
import type { MeetingBirth, MeetingDetails } from "#app/server/ports/meeting-process.ts";
import { newOriginalKey } from "#app/server/storage/keys.ts";

/** For worker tests of the pipeline: a meeting of somebody whose bytes are awaited, with its rows in D1. */
export type UploadMeeting = {
  meetId: MeetId;
  ownerUserId: string;
  recordingId: RecordingId;
  uploadKey: string;
  details: MeetingDetails;
};

export const DETAILS: MeetingDetails = {
  title: "Seminar rooms",
  startsAt: Date.UTC(2026, 10, 20, 9, 30),
  timeZone: "Europe/Madrid",
  language: "en",
  template: BASIC_SYSTEM,
};

export async function beginUpload(
  input: { ownerUserId?: string; details?: Partial<MeetingDetails>; expectedBytes?: number | null } = {},
): Promise<UploadMeeting> {
  const meetId = newMeetId();
  const recordingId = newRecordingId();
  const ownerUserId = input.ownerUserId ?? `owner-${meetId}`;
  const uploadKey = newOriginalKey(recordingId);
  const details = { ...DETAILS, ...input.details };
  const createdAt = Date.now();
  const db = openDatabase(env.DB);
  await db.batch([
    db.insert(meetings).values({
      id: meetId,
      ownerUserId,
      title: details.title,
      startsAt: details.startsAt,
      timeZone: details.timeZone,
      language: details.language,
      source: "upload",
      status: "TORECORD",
      recordingId,
      sequence: 0,
      createdAt,
      updatedAt: createdAt,
    }),
    db.insert(recordings).values({ id: recordingId, ownerUserId, source: "upload", createdAt }),
    db.insert(meetingClaims).values({ ownerUserId, key: `claim-${meetId}`, meetId, recordingId, createdAt }),
    db
      .insert(usageLedger)
      .values({ meetId, kind: "upload", ownerUserId, state: "reserved", reservedAt: createdAt, updatedAt: createdAt }),
  ]);
  const birth: MeetingBirth = {
    meetId,
    ownerUserId,
    recordingId,
    source: "upload",
    details,
    uploadKey,
    expectedBytes: input.expectedBytes ?? null,
    createdAt,
  };
  await objectOf(meetId).begin(birth);
  return { meetId, ownerUserId, recordingId, uploadKey, details };
}

export function objectOf(meetId: MeetId) {
  return env.MEETINGS.getByName(meetId);
}

/** Begins a meeting, puts the bytes where they are awaited, and says so. */
export async function uploadRecording(bytes: Uint8Array, input: Parameters<typeof beginUpload>[0] = {}) {
  const meeting = await beginUpload(input);
  await env.RECORDINGS.put(meeting.uploadKey, bytes);
  const outcome = await objectOf(meeting.meetId).acceptUpload(meeting.ownerUserId, meeting.details);
  return { ...meeting, outcome };
}
