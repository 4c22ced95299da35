import type { Ownership } from "#app/domain/account/ownership.ts";
import type { MeetingPayload } from "#app/contracts/upload.ts";
import type { UploadStarted } from "#app/contracts/upload-answers.ts";
import type { MeetId } from "#app/domain/ids.ts";
import { UPLOAD_PART_BYTES, UPLOAD_WHOLE_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import { noteUnfinished, readLanded, type Unfinished } from "#app/server/uploads/unfinished.ts";
import type { Services } from "#app/server/services.ts";

type Needs = Pick<Services, "db" | "store" | "log" | "now">;

/** Whether a file is to be sent in parts: it was asked for, and it is large enough. */
export function goesInParts({ parts, fileSize }: MeetingPayload): boolean {
  return parts !== undefined && fileSize !== undefined && fileSize > UPLOAD_WHOLE_BYTES_MAX;
}

/** Goes on with an upload in parts, or begins one: how large its parts are, and which have landed. */
export async function beginParts(
  { db, store, log, now }: Needs,
  upload: { meetId: MeetId; ownership: Ownership; key: string; payload: MeetingPayload; known: Unfinished | null },
): Promise<NonNullable<UploadStarted["parts"]>> {
  const { meetId, ownership, key, payload, known } = upload;
  if (known) {
    const landed = await readLanded(db, known);
    log("upload.resumed", { meetId, landed: landed.length });
    return { partBytes: known.partBytes, landed: landed.map(({ number }) => number) };
  }
  const { parts, fileSize, meetingName } = payload;
  if (!parts || fileSize === undefined) throw new Error("parts of a file that is not described");
  const uploadId = await store.beginParts(key);
  const at = now();
  const row = { meetId, ...ownership, key, uploadId, partBytes: UPLOAD_PART_BYTES, fileBytes: fileSize };
  const replaced = await noteUnfinished(db, { ...row, ...parts, title: meetingName, createdAt: at, touchedAt: at });
  // The same submit with another file, or two concurrent submits: nothing refers to the upload of the first one any more.
  for (const other of replaced) await store.endParts(other.key, other.uploadId);
  return { partBytes: UPLOAD_PART_BYTES, landed: [] };
}
