import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { openDatabase } from "#app/server/db/database.ts";
import { recordedNotices } from "#app/server/db/schema.ts";
import { hashToken } from "#app/server/identity/session.ts";

/** The meetings that an objection on the announced page reaches. */
export async function meetingsOfNotice({ announcement }: { announcement: string }): Promise<string[]> {
  const [, code = "none"] = /\/recorded\/([\w-]{22})$/u.exec(announcement) ?? [];
  const rows = await openDatabase(env.DB)
    .select({ meetId: recordedNotices.meetId })
    .from(recordedNotices)
    .where(eq(recordedNotices.codeHash, await hashToken(code)));
  return rows.map(({ meetId }) => meetId).toSorted();
}
