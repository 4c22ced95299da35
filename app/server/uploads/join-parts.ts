import type { MeetId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { Services } from "#app/server/services.ts";
import { noteUnfinished, partsOf, readLanded, type Unfinished } from "#app/server/uploads/unfinished.ts";

type Needs = Pick<Services, "db" | "store" | "log">;

/**
 * All parts are said to be there: they are joined to the file. Twice changes nothing: what was joined and whose answer was
 * lost is found where it stands. "parts-lost": the store no longer has what it acknowledged, and the file has to be sent
 * from its beginning, as the same upload.
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
  // Begun anew in its place: of this meeting sound may have been heard already, and only its own upload can go on with it.
  const replaced = await noteUnfinished(db, { ...upload, uploadId: await store.beginParts(key) });
  for (const other of replaced) await store.endParts(other.key, other.uploadId);
  return refused("parts-lost");
}
