import { and, eq, exists, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { seriesFollowUps } from "#app/server/db/schema-mail.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { teamIndexChanges } from "#app/server/db/schema-teams.ts";
import { webhooks } from "#app/server/db/schema-webhooks.ts";
import type { MayHave } from "#app/server/ports/event-consumer.ts";

/**
 * False where D1 knows the meeting, and no such thing: a person without them costs no more than this question. The row of D1 may be behind, so that
 * a meeting which it does not know counts as one that may.
 */
export async function mayHaveDestinations(db: Database, meetId: string): Promise<MayHave> {
  return mayHaveOf(await selectMayHave(db, meetId));
}

/** The statement of the same, for a batch; `mayHaveOf` reads its rows. */
export function selectMayHave(db: Database, meetId: string) {
  const { createdBy, workspaceId } = meetings;
  const ofCreator = <Table extends typeof webhooks | typeof connections>({ workspaceId: of, userId }: Table) =>
    and(eq(of, workspaceId), eq(userId, createdBy));
  const one = { one: sql`1` };
  return db
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
      series: sql<number>`${exists(
        db.select(one).from(seriesFollowUps).where(eq(seriesFollowUps.userId, createdBy)),
      )}`.as("has_series"),
      teams: sql<number>`exists (select 1 from meeting_visibility as seen where seen.meet_id = ${meetings.id}
          and seen.team_id is not null)
        or exists (select 1 from ${teamIndexChanges} where ${teamIndexChanges.meetId} = ${meetings.id})`.as(
        "has_teams",
      ),
    })
    .from(meetings)
    .where(eq(meetings.id, meetId));
}

export function mayHaveOf([row]: readonly Record<keyof MayHave, number>[]): MayHave {
  return {
    webhooks: row?.webhooks !== 0,
    connections: row?.connections !== 0,
    series: row?.series !== 0,
    teams: row?.teams !== 0,
  };
}
