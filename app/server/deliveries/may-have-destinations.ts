import { and, eq, exists, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";

/** Whether a meeting's creator may have webhooks that are not paused, and connected accounts. */
export type MayHave = { webhooks: boolean; connections: boolean };

/**
 * False where D1 knows the meeting, and no destination of its creator: a person without one costs no more than this question. The row of D1
 * may be behind, so that a meeting which it does not know counts as one that may.
 */
export async function mayHaveDestinations(db: Database, meetId: string): Promise<MayHave> {
  const { createdBy, workspaceId } = meetings;
  const ofCreator = <Table extends typeof webhooks | typeof connections>({ workspaceId: of, userId }: Table) =>
    and(eq(of, workspaceId), eq(userId, createdBy));
  const one = { one: sql`1` };
  const [row] = await db
    .select({
      webhooks: sql<number>`${exists(
        db
          .select(one)
          .from(webhooks)
          .where(and(ofCreator(webhooks), isNull(webhooks.pausedAt))),
      )}`.as("has_webhooks"),
      connections: sql<number>`${exists(db.select(one).from(connections).where(ofCreator(connections)))}`.as(
        "has_connections",
      ),
    })
    .from(meetings)
    .where(eq(meetings.id, meetId));
  return { webhooks: row?.webhooks !== 0, connections: row?.connections !== 0 };
}
