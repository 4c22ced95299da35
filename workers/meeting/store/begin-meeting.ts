import { CALL_AT_ONCE_MS, CALL_LEAD_MS } from "#app/domain/limits/calls.ts";
import { type MeetingState, newCall, newUpload } from "#app/domain/meeting/states.ts";
import type { CallBirth, MeetingBirth, MeetingSource, UploadBirth } from "#app/server/ports/meeting-process.ts";
import { appendDomainEvents } from "#workers/meeting/store/domain-events.ts";
import { appendLog, enqueue, readMeeting, saveDetails } from "#workers/meeting/store/store.ts";
import { STORED_DETAILS, STORED_STATE } from "#workers/meeting/store/stored-texts.ts";
import { noteEarlierUpload } from "#workers/meeting/store/uploads.ts";

/**
 * Creates the meeting, or updates one that still waits for its bytes (a new upload key, new details).
 * Does nothing to a meeting that has its bytes or is gone.
 */
export function beginMeeting(storage: DurableObjectStorage, birth: UploadBirth | CallBirth, now: number): void {
  if (birth.source === "upload") beginUpload(storage, birth, now);
  else beginCall(storage, birth, now);
}

/** Creates a call once; later changes go through change-call.ts. */
function beginCall(storage: DurableObjectStorage, birth: CallBirth, now: number): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    if (readMeeting(sql) !== null) return;
    const at = joinAt(birth.details.startsAt, now);
    const state = newCall(birth.place, at === null ? "TORECORD" : "SCHEDULE", now);
    insertMeeting(sql, birth, { uploadKey: "", expectedBytes: null, transcript: null }, { state, now });
    enqueue(sql, { type: "join-call", run: state.run, at }, now, 1);
  });
}

/** The time at which a call that begins at `startsAt` is joined; null for at once. */
export function joinAt(startsAt: number, now: number): number | null {
  return startsAt <= now + CALL_AT_ONCE_MS ? null : startsAt - CALL_LEAD_MS;
}

/** Inside a transaction. */
export function insertMeeting(
  sql: SqlStorage,
  birth: Omit<MeetingBirth, "source"> & { source: MeetingSource },
  upload: Pick<UploadBirth, "uploadKey" | "expectedBytes" | "transcript">,
  { state, now }: { state: MeetingState; now: number },
): void {
  sql.exec(
    `INSERT INTO meeting (id, meet_id, workspace_id, created_by, recording_id, source, upload_key, expected_bytes,
       transcript_key, transcript_bytes, created_at, details, state, sequence)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    birth.meetId,
    birth.workspaceId,
    birth.createdBy,
    birth.recordingId,
    birth.source,
    upload.uploadKey,
    upload.expectedBytes,
    upload.transcript?.key ?? null,
    upload.transcript?.expectedBytes ?? null,
    birth.createdAt,
    STORED_DETAILS.write(birth.details),
    STORED_STATE.write(state),
  );
  appendLog(sql, { sequence: 1, at: now, event: "begun", state, changed: {} });
  appendDomainEvents(sql, ["meeting-created"], now);
}

function beginUpload(storage: DurableObjectStorage, birth: UploadBirth, now: number): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    const row = readMeeting(sql);
    if (row === null) {
      insertMeeting(sql, birth, birth, { state: newUpload(now), now });
      return;
    }
    if (row.source !== "upload") return;
    if (row.alive?.state.media.kind !== "awaited") return;
    const same =
      row.uploadKey === birth.uploadKey &&
      row.expectedBytes === birth.expectedBytes &&
      row.transcript?.key === birth.transcript?.key &&
      row.transcript?.expectedBytes === birth.transcript?.expectedBytes &&
      JSON.stringify(row.alive.details) === JSON.stringify(birth.details);
    if (same) return;
    const { uploadKey, transcript } = row;
    if (uploadKey !== birth.uploadKey) noteEarlierUpload(sql, uploadKey);
    if (transcript && transcript.key !== birth.transcript?.key) noteEarlierUpload(sql, transcript.key);
    sql.exec(
      "UPDATE meeting SET upload_key = ?, expected_bytes = ?, transcript_key = ?, transcript_bytes = ?",
      birth.uploadKey,
      birth.expectedBytes,
      birth.transcript?.key ?? null,
      birth.transcript?.expectedBytes ?? null,
    );
    saveDetails(sql, row, birth.details, now);
  });
}
