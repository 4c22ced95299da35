import { ownershipOf } from "#app/domain/account/ownership.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import type { UploadPartsPayload } from "#app/contracts/upload.ts";
import type { UploadPartsAnswer } from "#app/contracts/upload-answers.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import type { Services } from "#app/server/services.ts";
import { bytesOfPart, noteLanded, partsOf, readLanded, readUnfinished } from "#app/server/uploads/unfinished.ts";

type Needs = Pick<Services, "db" | "presigner" | "now">;

/**
 * POST /api/acta/upload_parts: writes down which parts the store has acknowledged, and signs the places of those that are
 * sent next. What is said twice is once; a part that has landed gets no place again.
 */
export async function signParts(
  { db, presigner, now }: Needs,
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
