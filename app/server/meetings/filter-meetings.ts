import { and, eq, type SQL, sql } from "drizzle-orm";
import type { FilteredList } from "#app/contracts/meeting/lists.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { LISTED_GROUPS, type ListFilters, parseCursor, parseTitleCursor } from "#app/domain/meeting/list.ts";
import type { AnyDatabase, Database, ListDatabase } from "#app/server/db/database.ts";
import { meetingCounts, meetings } from "#app/server/db/schema.ts";
import { isSeenBy } from "#app/server/workspace/access-to.ts";
import { listed, listItem, ownedBy } from "#app/server/workspace/own-meetings.ts";
import { readListsAndD1 } from "#app/server/workspace/read-lists.ts";
import { guestIds, sharedIds } from "#app/server/meetings/list-shared.ts";
import {
  isFolderSeen,
  narrowed,
  type Order,
  orderOf,
  seesOthers,
  walked,
  walkOf,
} from "#app/server/meetings/narrow-meetings.ts";
import type { Services } from "#app/server/services.ts";
import { namesOfOwners } from "#app/server/meetings/set-visibility.ts";

type Asked = {
  filters: ListFilters;
  limit: number;
  timeZone: string;
  /** Cursors of an earlier page, in the order of `filters.sort`; invalid ones ask for the first page. */
  older: string | null;
  newer: string | null;
};

/**
 * History: a person's meetings, narrowed and sorted, a page at a time, with the counts of all groups. Newest first, or by title from A.
 * Paged by key. Each filter has an index in both orders, so that a page reads the rows that it shows (decision 054). A person's own meetings are
 * read from the lists of their workspace, those of others and those of a folder from D1.
 */
export async function filterMeetings(
  services: Pick<Services, "db" | "lists">,
  actor: PersonActor,
  { filters, limit, timeZone, older, newer }: Asked,
): Promise<FilteredList> {
  const { db } = services;
  const order = orderOf(filters);
  const before = order.beyond(newer, "before");
  const backwards = before !== null;
  const beyond = before ?? order.beyond(older, "after");
  const narrowing = narrowed(filters, { timeZone, actor });
  const cursor = before === null ? older : newer;
  const isInFolder = filters.folder !== null;
  const others = seesOthers(filters)
    ? [sharedPage(actor, { filters, limit, narrowing, cursor, backwards })]
    : isInFolder
      ? [...ofFolder(actor, filters), ...narrowing, beyond ?? undefined]
      : null;
  const answers = await readListsAndD1(
    services,
    actor.workspaceId,
    (list) => ({
      // In a folder they are among the others.
      own: ownIsRead(filters)
        ? selectOwn(list, actor, { filters, narrowing, beyond, order, backwards, limit: limit + 1 })
        : selectNone(list),
      groups: selectGroups(list, actor),
      archived: list
        .select({ id: meetings.id })
        .from(meetings)
        .where(and(...ownedBy(actor, { archived: true })))
        .limit(1),
    }),
    {
      others: others
        ? db
            .select({ row: meetings })
            .from(meetings)
            .where(and(...others))
            .orderBy(...order.terms(backwards))
            .limit(limit + 1)
        : selectNone(db),
      shared: selectShared(db, actor),
    },
  );
  const read = [...answers.own, ...answers.others].map(({ row }) => row);
  // Both come in the order of the list.
  if (answers.own.length > 0 && answers.others.length > 0)
    read.sort((one, other) => order.compare(one, other, backwards));
  const page = pageOf(read.slice(0, limit + 1), { limit, backwards, isFirst: beyond === null });
  const isOwn = ({ workspaceId, createdBy }: typeof meetings.$inferSelect) =>
    workspaceId === actor.workspaceId && createdBy === actor.userId;
  const names = seesOthers(filters)
    ? await namesOfOwners(
        { db },
        page.rows.map(({ createdBy }) => createdBy),
      )
    : null;
  return {
    meetings: page.rows.map((row) =>
      isOwn(row)
        ? listItem(row)
        : // The order of others is theirs, but for the folder that was asked for.
          {
            ...listItem({ ...row, archivedAt: null, folderId: filters.folder }),
            role: "guest",
            sharedBy: names?.get(row.createdBy) ?? "",
          },
    ),
    hasShared: answers.shared[0]?.shared === 1,
    hasArchived: answers.archived.length > 0,
    newer: page.before && order.cursor(page.before),
    older: page.after && order.cursor(page.after),
    ...countsOf(answers.groups),
  };
}

const selectNone = (db: AnyDatabase) => db.select({ row: meetings }).from(meetings).where(sql`0`);

type OwnAsked = {
  filters: ListFilters;
  narrowing: readonly (SQL | undefined)[];
  beyond: SQL | null;
  order: Order;
  backwards: boolean;
  limit: number;
};

/** Whether the person's own meetings are read by themselves: "Shared with me" has none. */
function ownIsRead({ role, folder }: ListFilters): boolean {
  return folder === null && role !== "shared";
}

/** The person's own meetings, of their lists. */
function selectOwn(
  list: ListDatabase,
  actor: PersonActor,
  { filters, narrowing, beyond, order, backwards, limit }: OwnAsked,
) {
  const walk = walkOf(filters);
  const where = [
    ...ownedBy(actor, { archived: filters.archived !== null }),
    filters.role === "guest" ? eq(meetings.role, "guest") : undefined,
    ...narrowing,
    beyond ?? undefined,
  ];
  const columns = { row: meetings };
  const rows =
    walk === meetings
      ? list
          .select(columns)
          .from(meetings)
          .where(and(...where))
      : list
          .select(columns)
          .from(walk)
          // SQLite never changes the order of a CROSS JOIN: the rows of the person or tag in their order, then the meeting of each.
          .crossJoin(meetings)
          .where(and(...walked(actor, filters), ...where));
  return rows.orderBy(...order.terms(backwards)).limit(limit);
}

/**
 * The meetings of a folder, in which a team's members see each other's as far as these are shown to them. Archived meetings are listed for their
 * owner only.
 */
function ofFolder(actor: PersonActor, { folder, archived }: ListFilters) {
  if (archived !== null) return ownedBy(actor, { archived: true });
  const { workspaceId, createdBy } = meetings;
  const isOwn = sql`(${workspaceId} = ${actor.workspaceId} and ${createdBy} = ${actor.userId})`;
  return [
    ...listed({ archived: false }),
    isFolderSeen(actor, folder ?? ""),
    sql`(${isOwn} or ${isSeenBy(actor.userId)})`,
  ];
}

type SharedAsked = {
  filters: ListFilters;
  limit: number;
  narrowing: readonly (SQL | undefined)[];
  cursor: string | null;
  backwards: boolean;
};

/** Of "Shared with me" and of the role `guest`; of a folder with the person's own. */
function sharedPage(actor: PersonActor, { filters, limit, narrowing, cursor, backwards }: SharedAsked): SQL {
  const { sort, role, folder } = filters;
  const [byTitle, byDate] = [parseTitleCursor(cursor), parseCursor(cursor)];
  const from =
    sort === "title"
      ? byTitle && { key: byTitle.titleKey, id: byTitle.id }
      : byDate && { key: byDate.startsAt, id: byDate.id };
  const walk = { limit: limit + 1, sort, backwards, from, where: narrowing };
  const ids = role === "guest" && folder !== null ? guestIds(actor, walk) : sharedIds(actor, walk);
  return sql`${meetings.id} in ${ids}`;
}

/** Whether others show a meeting to the person. */
function selectShared(db: Database, actor: PersonActor) {
  const ids = sharedIds(actor, { limit: 1, sort: "date", backwards: false, from: null, where: [] });
  return db.select({ shared: sql<number>`exists ${ids}`.as("shared") }).from(sql`(select 1)`);
}

/** The rows of a page in the order of the list, and those at which the pages before and after it begin; null where there is none. */
function pageOf<Row>(
  read: Row[],
  { limit, backwards, isFirst }: { limit: number; backwards: boolean; isFirst: boolean },
) {
  const more = read.length > limit;
  const rows = read.slice(0, limit);
  if (backwards) rows.reverse();
  const [first, last] = [rows.at(0) ?? null, rows.at(-1) ?? null];
  return {
    rows,
    before: (backwards ? more : !isFirst) ? first : null,
    after: (backwards ? !isFirst : more) ? last : null,
  };
}

/**
 * The number of a person's meetings in each group that can be chosen, and in all, their length, and the first and last of them. Reads a
 * row for each group, and two.
 */
function selectGroups(list: ListDatabase, actor: PersonActor) {
  const endAt = (order: "asc" | "desc") => sql<number | null>`(
    select starts_at from meetings
    where workspace_id = ${actor.workspaceId} and created_by = ${actor.userId} and merged_into is null and archived_at is null
    order by starts_at ${sql.raw(order)} limit 1)`;
  return list
    .select({
      group: meetingCounts.statusGroup,
      count: meetingCounts.count,
      durationMs: meetingCounts.durationMs,
      earliestAt: endAt("asc").as("earliest_at"),
      latestAt: endAt("desc").as("latest_at"),
    })
    .from(meetingCounts)
    .where(and(eq(meetingCounts.workspaceId, actor.workspaceId), eq(meetingCounts.createdBy, actor.userId)));
}

function countsOf(
  rows: Awaited<ReturnType<typeof selectGroups>>,
): Pick<FilteredList, "counts" | "durationMs" | "earliestAt" | "latestAt"> {
  const of = new Map(rows.map(({ group, count }) => [group, count]));
  const [completed, error, initiating, rejected, skipped, working] = LISTED_GROUPS.map((group) => of.get(group) ?? 0);
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const counts = {
    all,
    completed: completed ?? 0,
    error: error ?? 0,
    initiating: initiating ?? 0,
    rejected: rejected ?? 0,
    skipped: skipped ?? 0,
    working: working ?? 0,
  };
  const { earliestAt = null, latestAt = null } = rows[0] ?? {};
  return { counts, durationMs: rows.reduce((sum, { durationMs }) => sum + durationMs, 0), earliestAt, latestAt };
}
