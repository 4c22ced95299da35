import type { MeetId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { recordedNotices } from "#app/server/db/schema.ts";

/** The statement that makes a notice stand for these meetings, at least one. Idempotent. */
export function insertNotices(
  db: Database,
  { codeHash, meetIds, now }: { codeHash: string; meetIds: readonly MeetId[]; now: number },
) {
  return db
    .insert(recordedNotices)
    .values(meetIds.map((meetId) => ({ codeHash, meetId, createdAt: now })))
    .onConflictDoNothing();
}
