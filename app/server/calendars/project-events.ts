import { eq, getTableColumns, sql } from "drizzle-orm";
import type { ListDatabase } from "#app/server/db/database.ts";
import type { Services } from "#app/server/services.ts";
import { eventsOf } from "#app/server/workspace/events-of.ts";
import { calendarEvents } from "#app/server/workspace/list-tables.ts";

/**
 * The events of a person's calendars in the lists of their own workspace, as their account objects write them: a projection, of which every
 * statement may be repeated. They are no meetings: D1 has no changes of them, and they are read without asking it (decision 234).
 */

export type EventProjection = typeof calendarEvents.$inferInsert;

/** The columns of an upsert, each from the row that was to be inserted. */
export const fresh = (...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.raw(`excluded.${snake(column)}`)]));
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of an event in the order of the schema, each with its field in the JSON of an EventProjection. */
const EVENT_FIELDS = Object.keys(getTableColumns(calendarEvents));
const EVENT_VALUES = sql.raw(EVENT_FIELDS.map((field) => `json_extract(value, '$.${field}')`).join(", "));

/** Two statements, however many events there are: one for each event costs the memory of its SQL and its parameters. */
export async function projectEvents(
  list: ListDatabase,
  written: readonly EventProjection[],
  removedIds: readonly string[],
): Promise<void> {
  const removed = sql`(select value from json_each(${JSON.stringify(removedIds)}))`;
  await list.batch([
    list.delete(calendarEvents).where(sql`${calendarEvents.id} in ${removed}`),
    list
      .insert(calendarEvents)
      // Without "where", SQLite reads "on conflict" as a condition of a join.
      .select(sql`select ${EVENT_VALUES} from json_each(${jsonOf(written)}) where true`)
      .onConflictDoUpdate({
        target: calendarEvents.id,
        set: fresh(...EVENT_FIELDS.filter((field) => field !== "id")),
      }),
  ]);
}

/** A title that was cut inside a surrogate pair would be no UTF-8 in the lists. */
function jsonOf(rows: readonly EventProjection[]): string {
  return JSON.stringify(rows, (_field, value: unknown) =>
    typeof value === "string" ? value.replaceAll(/\p{Surrogate}/gu, "\uFFFD") : value,
  );
}

/** The events of an account that ends. */
export async function removeEvents(
  needs: Pick<Services, "lists">,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  await eventsOf(needs, userId).delete(calendarEvents).where(eq(calendarEvents.accountId, accountId));
}
