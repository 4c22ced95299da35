import type { MeetId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { auditEvents } from "#app/server/db/schema.ts";

/** Who did what to whose data: ids only, never deleted with what it is about. */
export type AuditAction =
  | "meeting.shared"
  | "meeting.share-changed"
  | "meeting.share-renewed"
  | "meeting.share-revoked"
  | "meeting.deleted"
  | "call.notes-asked";

/** The statement that notes it; put it into the batch of what was done. */
export function auditEntry(db: Database, entry: { at: number; userId: string; action: AuditAction; meetId: MeetId }) {
  const { at, userId, action, meetId } = entry;
  return db.insert(auditEvents).values({ at, userId, action, subjectId: meetId });
}
