import { newImport } from "#app/domain/meeting/states.ts";
import type { ImportBirth } from "#app/server/ports/meeting-process.ts";
import { insertMeeting } from "#workers/meeting/store/begin-meeting.ts";
import { enqueue, readMeeting } from "#workers/meeting/store/store.ts";
import { saveGivenTranscript } from "#workers/meeting/store/text-sources.ts";

/** Creates a meeting of a transcript alone and asks for it to be read. It is an upload from then on, without a file. Idempotent. */
export function beginImport(storage: DurableObjectStorage, birth: ImportBirth, now: number): void {
  storage.transactionSync(() => {
    const { sql } = storage;
    if (readMeeting(sql) !== null) return;
    const state = newImport(birth.endMs, now);
    const noFile = { uploadKey: "", expectedBytes: null, transcript: null };
    insertMeeting(sql, { ...birth, source: "upload" }, noFile, { state, now });
    saveGivenTranscript(sql, birth.transcript);
    enqueue(sql, { type: "read-transcript", run: state.run }, now, 1);
  });
}
