import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { openDatabase } from "#app/server/db/database.ts";
import { unfinishedUploads } from "#app/server/db/schema-usage.ts";
import type { Unfinished } from "#app/server/uploads/unfinished.ts";

/** The row of a meeting's upload in parts. */
export async function unfinishedOf(meetId: string): Promise<Unfinished> {
  const rows = openDatabase(env.DB).select().from(unfinishedUploads);
  const [row] = await rows.where(eq(unfinishedUploads.meetId, meetId));
  if (!row) throw new Error("no unfinished upload");
  return row;
}

/** Whether the store still accepts parts for the upload of such a row: it does until the upload is completed or aborted. */
export function takesParts({ key, uploadId }: Pick<Unfinished, "key" | "uploadId">): Promise<boolean> {
  const put = env.RECORDINGS.resumeMultipartUpload(key, uploadId).uploadPart(1, new Uint8Array(1));
  return put.then(
    () => true,
    () => false,
  );
}
