import type { MeetId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { auditEvents } from "#app/server/db/schema-account.ts";

/** Actions in the audit log. Its entries hold ids only and are not deleted with the meeting. */
export type AuditAction =
  | "meeting.shared"
  | "meeting.share-changed"
  | "meeting.share-renewed"
  | "meeting.share-revoked"
  | "meeting.share-restored"
  | "meeting.clip-made"
  | "meeting.clip-changed"
  | "meeting.clip-revoked"
  | "meeting.clip-restored"
  | "meeting.deleted"
  | "meeting.merged"
  | "meeting.unmerged"
  | "meeting.split"
  | "meeting.joined-again"
  | "meeting.visibility-changed"
  | "meeting.follow-up-sent"
  | "meeting.follow-up-series-chosen"
  | "call.notes-asked";

/** The statement that writes an entry; put it into the same batch as the action. */
export function auditEntry(db: Database, entry: { at: number; userId: string; action: AuditAction; meetId: MeetId }) {
  const { at, userId, action, meetId } = entry;
  return db.insert(auditEvents).values({ at, userId, action, subjectId: meetId });
}
