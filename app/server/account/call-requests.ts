import { sql } from "drizzle-orm";
import { CALL_REQUESTS_OF_ASKER_MAX, CALL_REQUESTS_OF_ASKER_MS } from "#app/domain/limits/calls.ts";
import type { Database } from "#app/server/db/database.ts";
import { auditEvents } from "#app/server/db/schema.ts";
import type { AuditAction } from "#app/server/sharing/audit.ts";

/**
 * Counts that a person asks for the notes of somebody else's call: false, and nothing is counted, where there were too many of
 * late. In one statement, so that calls in several rooms do not pass the limit together.
 */
export async function countCallRequest(db: Database, userId: string, now: number): Promise<boolean> {
  const action: AuditAction = "call.notes-asked";
  const of = sql`${auditEvents.userId} = ${userId} and ${auditEvents.action} = ${action}`;
  const lately = sql`(select count(*) from ${auditEvents} where ${of} and ${auditEvents.at} > ${now - CALL_REQUESTS_OF_ASKER_MS})`;
  const { meta } = await db.run(
    sql`insert into ${auditEvents} (at, user_id, action) select ${now}, ${userId}, ${action} where ${lately} < ${CALL_REQUESTS_OF_ASKER_MAX}`,
  );
  return meta.changes > 0;
}
