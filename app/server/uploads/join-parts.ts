import type { MeetId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { Services } from "#app/server/services.ts";
import { noteUnfinished, partsOf, readLanded, type Unfinished } from "#app/server/uploads/unfinished.ts";

type Needs = Pick<Services, "db" | "store" | "log">;

/**
 * Joins the parts to the file. Idempotent: a file that was already joined is found under its key. "parts-lost": the store no
 * longer has the parts that it acknowledged, and the file has to be sent from its beginning, as the same upload.
 */
export async function joinParts(
  { db, store, log }: Needs,
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
