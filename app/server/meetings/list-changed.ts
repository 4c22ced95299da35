import { and, asc, gt, isNull, lte, sql } from "drizzle-orm";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { formatCursor, type ListFilters, parseCursor } from "#app/domain/meeting/list.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { NOW_SQL } from "#app/server/db/clock.ts";
import type { ListDatabase } from "#app/server/db/database.ts";
import { meetings, personOf } from "#app/server/db/schema.ts";
import { narrowed, selectFolder } from "#app/server/meetings/narrow-meetings.ts";
import { listItem } from "#app/server/workspace/own-meetings.ts";
import { readListsAndD1 } from "#app/server/workspace/read-lists.ts";
import type { Services } from "#app/server/services.ts";

/** Writes of one moment may become visible in any order: a change is listed once it is so old. */
const SETTLED_MS = 10 * SECOND_MS;

type Asked = { after: number; cursor: string | null; filters: ListFilters; limit: number; timeZone: string };
type Changed = {
  meetings: MeetingListItem[];
  cursor: string | null;
  /** All changes until then have been listed on the pages up to this one. */
  until: number;
};

/**
 * A person's own meetings that changed after a moment, earliest change first, so that one that changes between two pages comes again
 * instead of being missed. Filters leave meetings of a page out: a page may be short, or empty, and not be the last one.
 */
export async function listChanged(
  services: Pick<Services, "db" | "lists">,
  actor: PersonActor,
  { after, cursor, filters, limit, timeZone }: Asked,
): Promise<Changed> {
  const { workspaceId, userId } = actor;
  const from = parseCursor(cursor);
  const { changedAt, id } = meetings;
  const own = sql`${personOf(meetings)} = ${`${workspaceId} ${userId}`}`;
  const beyond = from ? sql`(${changedAt}, ${id}) > (${from.startsAt}, ${from.id})` : gt(changedAt, after);
  const { db } = services;
  // By D1's clock, which has written the times.
  const [now] = await db.select({ settled: sql<number>`${NOW_SQL} - ${SETTLED_MS}` }).from(sql`(select 1)`);
  const until = now?.settled ?? 0;
  const page = (list: ListDatabase) =>
    list
      .select({ id, changedAt })
      .from(meetings)
      .where(and(own, beyond, lte(changedAt, until)))
      .orderBy(asc(changedAt), asc(id))
      .limit(limit + 1);
  const { walked, rows, folder } = await readListsAndD1(
    services,
    workspaceId,
    (list) => ({
      walked: page(list),
      rows: list
        .select()
        .from(meetings)
        .where(
          and(
            sql`${id} in (select id from ${page(list)})`,
            isNull(meetings.mergedInto),
            ...narrowed(filters, { timeZone, actor, walk: meetings }),
          ),
        ),
    }),
    { folder: selectFolder(db, actor, filters) },
  );
  const ids = walked.slice(0, limit).map((row) => row.id);
  const last = walked.slice(0, limit).at(-1);
  if (!last) return { meetings: [], cursor: null, until };
  const found = filters.folder !== null && folder.length === 0 ? [] : rows.filter((row) => ids.includes(row.id));
  const order = new Map(ids.map((each, place) => [each, place]));
  return {
    meetings: found.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0)).map(listItem),
    cursor: walked.length > limit ? formatCursor({ startsAt: last.changedAt, id: last.id }) : null,
    until,
  };
}
