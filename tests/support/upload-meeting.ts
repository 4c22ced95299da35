import { env } from "cloudflare:workers";
import { newMeetId, newRecordingId, type MeetId, type RecordingId } from "#app/domain/ids.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { openDatabase } from "#app/server/db/database.ts";
import { meetingClaims, meetings } from "#app/server/db/schema.ts";
import { usageLedger } from "#app/server/db/schema-usage.ts";
import type { MeetingDetails, UploadBirth } from "#app/server/ports/meeting-process.ts";
import { newOriginalKey } from "#app/server/storage/keys.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

/** For worker tests of the pipeline: a meeting with its owner, its rows in D1 and its object. */
export const DETAILS: MeetingDetails = {
  title: "Seminar rooms",
  startsAt: Date.UTC(2026, 10, 20, 9, 30),
  timeZone: "Europe/Madrid",
  language: "en",
  template: BASIC_SYSTEM,
};

export type UploadInput = {
  /** Owner of the personal workspace that it is in; absent: a new person. */
  userId?: string;
  details?: Partial<MeetingDetails>;
  expectedBytes?: number | null;
  recordingId?: RecordingId;
  transcript?: UploadBirth["transcript"];
};

/** Writes the rows of an upload's first call to D1; returns the data that the call then sends to the object. */
export async function birthOf(input: UploadInput = {}): Promise<UploadBirth> {
  const meetId = newMeetId();
  const recordingId = input.recordingId ?? newRecordingId();
  const ownership = ownedBy(input.userId ?? `owner-${meetId}`);
  const uploadKey = newOriginalKey(recordingId);
  const details = { ...DETAILS, ...input.details };
  const createdAt = Date.now();
  const db = openDatabase(env.DB);
  await db.batch([
    db.insert(meetings).values({
      id: meetId,
      ...ownership,
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
    db.insert(meetingClaims).values({ ...ownership, key: `claim-${meetId}`, meetId, recordingId, createdAt }),
    db
      .insert(usageLedger)
      .values({ meetId, kind: "upload", ...ownership, state: "reserved", reservedAt: createdAt, updatedAt: createdAt }),
  ]);
  return {
    meetId,
    ...ownership,
    recordingId,
    source: "upload",
    details,
    uploadKey,
    expectedBytes: input.expectedBytes ?? null,
    transcript: input.transcript ?? null,
    createdAt,
  };
}

/** A meeting that waits for its bytes. */
export async function beginUpload(input: UploadInput = {}): Promise<UploadBirth> {
  const birth = await birthOf(input);
  await objectOf(birth.meetId).begin(birth);
  return birth;
}

export function objectOf(meetId: MeetId) {
  return env.MEETINGS.getByName(meetId);
}

export async function putBytes({ uploadKey }: Pick<UploadBirth, "uploadKey">, bytes: Uint8Array): Promise<void> {
  await env.RECORDINGS.put(uploadKey, bytes);
}

/** Begins a meeting, puts the bytes under the expected key, and reports the upload. */
export async function uploadRecording(bytes: Uint8Array, input: UploadInput = {}) {
  const meeting = await beginUpload(input);
  await putBytes(meeting, bytes);
  const outcome = await objectOf(meeting.meetId).acceptUpload(meeting.createdBy, meeting.details);
  return { ...meeting, outcome };
}
