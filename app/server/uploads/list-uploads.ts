import { ownershipOf, type PersonActor } from "#app/domain/account/actor.ts";
import type { UnfinishedUpload } from "#app/contracts/recording/upload-answers.ts";
import { UPLOAD_UNFINISHED_MS_MAX } from "#app/domain/limits/uploads.ts";
import { ok, type Outcome } from "#app/domain/outcome.ts";
import type { Services } from "#app/server/services.ts";
import { soundStage } from "#app/server/uploads/sign-sound.ts";
import { selectUnfinished } from "#app/server/uploads/unfinished.ts";

/** GET /api/acta/uploads: what this person began in parts and did not finish, the last touched first. */
export async function listUploads(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
): Promise<Outcome<{ uploads: UnfinishedUpload[] }, never>> {
  return ok({ uploads: uploadsOf(await selectUnfinished(db, ownershipOf(actor))) });
}

/** `rows`: of `selectUnfinished`. */
export function uploadsOf(rows: Awaited<ReturnType<typeof selectUnfinished>>): UnfinishedUpload[] {
  return rows.map(({ row, landed, ...meeting }) => {
    const sound = soundStage(meeting);
    const { meetId, title, fileName, fileBytes, fileModifiedAt, fileDigest, partBytes, createdAt, touchedAt } = row;
    return {
      meetId,
      title,
      fileName,
      fileBytes,
      fileModifiedAt,
      fileDigest,
      partBytes,
      landedBytes: Math.min(landed * partBytes, fileBytes),
      ...(sound ? { sound } : {}),
      touchedAt,
      removedAt: createdAt + UPLOAD_UNFINISHED_MS_MAX,
    };
  });
}
