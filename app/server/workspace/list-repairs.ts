import { and, eq, sql } from "drizzle-orm";
import { LIST_REPAIRS_MAX } from "#app/domain/limits/lists.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { calendarAccounts } from "#app/server/db/schema-calendars.ts";
import { listRepairs } from "#app/server/db/schema.ts";

/** Parts that lists lack and no change brings (decision 239). The sweep brings them: repair-lists.ts. */
export type Repair = typeof listRepairs.$inferSelect;

export async function noteRepairs(db: Database, repairs: readonly Repair[]): Promise<void> {
  const of = (name: keyof Repair) => sql.raw(`value ->> '${name}'`);
  const row = {
    workspaceId: of("workspaceId"),
    kind: of("kind"),
    id: of("id"),
    position: of("position"),
    fault: of("fault"),
  };
  await insertFrom(db, listRepairs, {
    row,
    from: sql`from json_each(${JSON.stringify(repairs)}) where true`,
  }).onConflictDoUpdate({
    target: [listRepairs.workspaceId, listRepairs.kind, listRepairs.id],
    set: { position: sql`excluded.position`, fault: sql`excluded.fault` },
  });
}

/** Lists that are built have no events, if they are a person's: the accounts are to write theirs. */
export async function noteLostEvents(db: Database, workspaceId: string): Promise<void> {
  const { id, userId } = calendarAccounts;
  await insertFrom(db, listRepairs, {
    row: { workspaceId, kind: "events", id },
    from: sql`from ${calendarAccounts} where ${userId} = ${workspaceId}`,
  }).onConflictDoNothing();
}

/** In no order, so that repairs that fail stand in nobody's way. */
export async function selectRepairs(db: Database): Promise<Repair[]> {
  return db.select().from(listRepairs).orderBy(sql`random()`).limit(LIST_REPAIRS_MAX);
}

/** Unless another change of the meeting was refused meanwhile. */
export async function endRepair(db: Database, repair: Repair): Promise<void> {
  const { workspaceId, kind, id, position } = listRepairs;
  await db
    .delete(listRepairs)
    .where(
      and(eq(workspaceId, repair.workspaceId), eq(kind, repair.kind), eq(id, repair.id), eq(position, repair.position)),
    );
}
