import { and, eq, sql } from "drizzle-orm";
import { LIST_REPAIRS_AT_ONCE } from "#app/domain/limits/lists.ts";
import type { Database } from "#app/server/db/database.ts";
import { listRepairs } from "#app/server/db/schema.ts";

/** What lists lack and no change brings (decision 239). */
type Repair = typeof listRepairs.$inferSelect;

/** As a meeting's id: tasks and people that lists of members did not give to a team's. */
export const OF_MEMBERS = "";

export async function noteRepairs(db: Database, repairs: readonly Repair[]): Promise<void> {
  const rows = JSON.stringify(repairs);
  const of = (name: keyof Repair) => sql.raw(`value ->> '${name}'`);
  await db
    .insert(listRepairs)
    .select(
      sql`select ${of("workspaceId")}, ${of("meetId")}, ${of("position")}, ${of("fault")} from json_each(${rows}) where true`,
    )
    .onConflictDoUpdate({
      target: [listRepairs.workspaceId, listRepairs.meetId],
      set: { position: sql`excluded.position`, fault: sql`excluded.fault` },
    });
}

/** In no order, so that repairs that fail stand in nobody's way. */
export async function selectRepairs(db: Database): Promise<Repair[]> {
  return db.select().from(listRepairs).orderBy(sql`random()`).limit(LIST_REPAIRS_AT_ONCE);
}

/** Unless another change of the meeting was refused meanwhile. */
export async function endRepair(db: Database, { workspaceId, meetId, position }: Repair): Promise<void> {
  const isThis = and(eq(listRepairs.workspaceId, workspaceId), eq(listRepairs.meetId, meetId));
  await db.delete(listRepairs).where(and(isThis, eq(listRepairs.position, position)));
}
