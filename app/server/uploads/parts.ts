import { type Ownership, ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import type { MeetingPayload, UploadPartsPayload } from "#app/contracts/recording/upload.ts";
import type { UploadPartsAnswer, UploadStarted } from "#app/contracts/recording/upload-answers.ts";
import { type MeetId, parseMeetId } from "#app/domain/ids.ts";
import { UPLOAD_PART_BYTES, UPLOAD_WHOLE_BYTES_MAX } from "#app/domain/limits/uploads.ts";
import {
  bytesOfPart,
  noteLanded,
  noteUnfinished,
  partsOf,
  readLanded,
  readUnfinished,
  type Unfinished,
} from "#app/server/uploads/unfinished.ts";
import type { Services } from "#app/server/services.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";

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

type SignNeeds = Pick<Services, "db" | "presigner" | "now">;

/**
 * POST /api/acta/upload_parts: writes down which parts the store has acknowledged, and signs the places of those that are
 * sent next. What is said twice is once; a part that has landed gets no place again.
 */
export async function signParts(
  { db, presigner, now }: SignNeeds,
  actor: PersonActor,
  { meetId: asked, landed, wanted }: UploadPartsPayload,
): Promise<Outcome<UploadPartsAnswer, "not-found" | "invalid-payload">> {
  const meetId = parseMeetId(asked);
  const upload = meetId && (await readUnfinished(db, ownershipOf(actor), meetId));
  if (!upload) return refused("not-found");
  const last = partsOf(upload);
  if ([...landed, ...wanted].some(({ number }) => number > last)) return refused("invalid-payload");
  await noteLanded(
    db,
    upload,
    landed.map(({ number, etag }) => ({ number, etag: etag.replaceAll('"', "") })),
    now(),
  );
  const known = (await readLanded(db, upload)).map(({ number }) => number);
  const there = new Set(known);
  const { key, uploadId } = upload;
  const places = await Promise.all(
    wanted
      .filter(({ number }) => !there.has(number))
      .map(async ({ number, sha256 }) => {
        const part = { key, uploadId, number, sha256, bytes: bytesOfPart(upload, number), now: now() };
        return { number, ...(await presigner.presignPart(part)) };
      }),
  );
  return ok({ landed: known, places });
}

type JoinNeeds = Pick<Services, "db" | "store" | "log">;

/**
 * Joins the parts to the file. Idempotent: a file that was already joined is found under its key. "parts-lost": the store no
 * longer has the parts that it acknowledged, and the file has to be sent from its beginning, as the same upload.
 */
export async function joinParts(
  { db, store, log }: JoinNeeds,
  upload: Unfinished,
): Promise<Outcome<null, "bytes-missing" | "parts-lost">> {
  const { key, uploadId } = upload;
  const meetId = upload.meetId as MeetId;
  if ((await store.head(key))?.size === upload.fileBytes) return ok(null);
  const parts = await readLanded(db, upload);
  if (parts.length < partsOf(upload)) return refused("bytes-missing");
  if (await store.joinParts(key, uploadId, parts)) return ok(null);
  if ((await store.head(key))?.size === upload.fileBytes) return ok(null);
  log("upload.parts.lost", { meetId, parts: parts.length });
  await store.endParts(key, uploadId);
  // Restarted under the same meeting: its sound may already be transcribed, and only its own upload can use that.
  const replaced = await noteUnfinished(db, { ...upload, uploadId: await store.beginParts(key) });
  for (const other of replaced) await store.endParts(other.key, other.uploadId);
  return refused("parts-lost");
}
