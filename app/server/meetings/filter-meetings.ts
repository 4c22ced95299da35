import { and, asc, desc, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { FilteredList } from "#app/contracts/meeting/lists.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import {
  formatCursor,
  formatTitleCursor,
  LISTED_GROUPS,
  type ListFilters,
  type ListSource,
  parseCursor,
  parseTitleCursor,
} from "#app/domain/meeting/list.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { startOfDay } from "#app/domain/search/local-day.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetingCounts, meetings } from "#app/server/db/schema.ts";
import { folders, meetingTags } from "#app/server/db/schema-folders.ts";
import { isSeenBy } from "#app/server/workspace/access-to.ts";
import { meetingPeople } from "#app/server/workspace/list-tables.ts";
import { listed, listItem, ownedBy } from "#app/server/workspace/own-meetings.ts";
import { readListsAndD1 } from "#app/server/workspace/read-lists.ts";
import { folderSeenBy } from "#app/server/folders/read-folders.ts";
import { guestIds, sharedIds } from "#app/server/meetings/list-shared.ts";
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

const selectNone = (db: Database) => db.select({ row: meetings }).from(meetings).where(sql`0`);

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
  list: Database,
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

function isFolderSeen(actor: PersonActor, folder: string): SQL {
  return sql`exists (select 1 from ${folders} where ${folders.id} = ${folder} and ${folderSeenBy(actor)})`;
}

/** §6: a person is a guest in meetings that others show to them, and in their own whose call somebody else organises. */
function seesOthers({ role }: ListFilters): boolean {
  return role === "guest" || role === "shared";
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
function selectGroups(db: Database, actor: PersonActor) {
  const endAt = (order: "asc" | "desc") => sql<number | null>`(
    select starts_at from meetings
    where workspace_id = ${actor.workspaceId} and created_by = ${actor.userId} and merged_into is null and archived_at is null
    order by starts_at ${sql.raw(order)} limit 1)`;
  return db
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

/** Conditions of the filters that are columns of a meeting, in D1 and in lists; a folder is known to D1 only. `walk`: the table whose index the query walks; its own filter is then not compared again. */
export function narrowed(
  filters: ListFilters,
  { timeZone, actor, walk = walkOf(filters) }: { timeZone: string; actor: PersonActor; walk?: Walk },
) {
  const { group, role, language, from, template, after, before, folder, archived } = filters;
  return [
    folder === null ? undefined : and(eq(meetings.folderId, folder), isFolderSeen(actor, folder)),
    archived === null ? undefined : isNotNull(meetings.archivedAt),
    ...ofPersonAndTag(actor, filters, walk),
    group === null ? undefined : eq(meetings.statusGroup, group),
    // The other roles are read with the meetings of others.
    role === "organizer" ? eq(meetings.role, role) : undefined,
    language === null ? undefined : eq(meetings.language, language),
    from === null ? undefined : cameFrom(from),
    template === null
      ? undefined
      : template === "system"
        ? isNull(meetings.templateId)
        : eq(meetings.templateId, template),
    after === null ? undefined : gte(meetings.startsAt, startOfDay(after, timeZone)),
    before === null ? undefined : lt(meetings.startsAt, startOfDay(before, timeZone)),
  ];
}

function cameFrom(from: ListSource) {
  if (from === "upload") return eq(meetings.sourceKind, from);
  // `sourceKind` knows uploads and everything else. The sample, of which everybody has one at most, was no call.
  // A recording in the browser was a room, or a call of which nobody knows the platform.
  if (from === "call")
    return and(eq(meetings.sourceKind, from), ne(meetings.source, SAMPLE_SOURCE), ne(meetings.source, "here"));
  return eq(meetings.platform, from);
}

/** The table whose index a page walks: of several filters, the first here. */
type Walk = typeof meetings | typeof meetingPeople | typeof meetingTags;

function walkOf(filters: ListFilters): Walk {
  if (seesOthers(filters) || filters.folder !== null) return meetings;
  return filters.person !== null ? meetingPeople : filters.tag !== null ? meetingTags : meetings;
}

function walked({ workspaceId, userId }: PersonActor, { person, tag }: ListFilters) {
  const walk = person === null ? meetingTags : meetingPeople;
  return [
    eq(walk.workspaceId, workspaceId),
    eq(walk.createdBy, userId),
    person === null ? eq(meetingTags.tagKey, tag ?? "") : eq(meetingPeople.personKey, person),
    eq(meetings.id, walk.meetId),
  ];
}

/** Compared row by row where another index is walked. A tag is its owner's. */
function ofPersonAndTag({ userId }: PersonActor, { person, tag }: ListFilters, walk: Walk) {
  return [
    person === null || walk === meetingPeople
      ? undefined
      : sql`exists (select 1 from json_each(${meetings.people}) as named where named.value ->> 0 = ${person})`,
    tag === null || walk === meetingTags
      ? undefined
      : sql`exists (select 1 from meeting_tags as tagged
          where tagged.meet_id = ${meetings.id} and tagged.tag_key = ${tag} and tagged.created_by = ${userId})`,
  ];
}

type Row = typeof meetings.$inferSelect;
type Order = {
  terms(backwards: boolean): SQL[];
  /** As `terms`, for rows of two lists. */
  compare(one: Row, other: Row, backwards: boolean): number;
  /** The condition for rows after a cursor, or before it; null where it is no cursor. */
  beyond(cursor: string | null, side: "before" | "after"): SQL | null;
  cursor(row: Row): string;
};

/** In the columns of the index that is walked. */
function orderOf(filters: ListFilters): Order {
  const { sort } = filters;
  const walk = walkOf(filters);
  const { startsAt, titleKey } = walk;
  const id = "meetId" in walk ? walk.meetId : walk.id;
  if (sort === "title") {
    return {
      terms: (backwards) => [titleKey, id].map((column) => (backwards ? desc(column) : asc(column))),
      beyond(cursor, side) {
        const at = parseTitleCursor(cursor);
        return at && sql`(${titleKey}, ${id}) ${side === "after" ? sql`>` : sql`<`} (${at.titleKey}, ${at.id})`;
      },
      compare: (one, other, backwards) => compareBy(one, other, ({ titleKey: key }) => key) * (backwards ? -1 : 1),
      cursor: formatTitleCursor,
    };
  }
  return {
    terms: (backwards) => [startsAt, id].map((column) => (backwards ? asc(column) : desc(column))),
    beyond(cursor, side) {
      const at = parseCursor(cursor);
      return at && sql`(${startsAt}, ${id}) ${side === "after" ? sql`<` : sql`>`} (${at.startsAt}, ${at.id})`;
    },
    compare: (one, other, backwards) => compareBy(one, other, ({ startsAt: key }) => key) * (backwards ? 1 : -1),
    cursor: formatCursor,
  };
}

/** SQLite compares texts by their bytes, and so do these keys, which are folded, by their code units. */
function compareBy(one: Row, other: Row, keyOf: (row: Row) => number | string): number {
  const [left, right] = [keyOf(one), keyOf(other)];
  return left < right ? -1 : left > right ? 1 : one.id < other.id ? -1 : 1;
}
