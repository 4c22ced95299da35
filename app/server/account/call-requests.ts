import { sql } from "drizzle-orm";
import { CALL_REQUESTS_OF_ASKER_MAX, CALL_REQUESTS_OF_ASKER_MS } from "#app/domain/limits/calls.ts";
import type { Database } from "#app/server/db/database.ts";
import { auditEvents } from "#app/server/db/schema-account.ts";
import type { AuditAction } from "#app/server/audit.ts";

/**
 * Counts a person's request for the notes of another person's call. False, and not counted, when there were too many lately.
 * One statement, so that concurrent requests in several rooms cannot exceed the limit.
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
