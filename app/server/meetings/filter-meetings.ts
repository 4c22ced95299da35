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
import { namedBatch } from "#app/server/db/named-batch.ts";
import { meetingCounts, meetingPeople, meetings } from "#app/server/db/schema.ts";
import { folders, meetingTags } from "#app/server/db/schema-folders.ts";
import { isSeenBy } from "#app/server/workspace/access-to.ts";
import { listed, listItem, ownedBy } from "#app/server/workspace/own-meetings.ts";
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
 * Paged by key. Each filter has an index in both orders, so that a page reads the rows that it shows (decision 054).
 */
export async function filterMeetings(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  { filters, limit, timeZone, older, newer }: Asked,
): Promise<FilteredList> {
  const order = orderOf(filters);
  const before = order.beyond(newer, "before");
  const beyond = before ?? order.beyond(older, "after");
  const isShared = seesOthers(filters);
  const narrowing = narrowed(filters, { timeZone, actor });
  const cursor = before === null ? older : newer;
  const where = isShared
    ? [sharedPage(actor, { filters, limit, narrowing, cursor, backwards: before !== null })]
    : [...ofList(actor, filters), ...narrowing, beyond ?? undefined];
  const terms = order.terms(before !== null);
  const columns = { row: meetings };
  const walk = walkOf(filters);
  const rows = (
    walk === meetings
      ? db
          .select(columns)
          .from(meetings)
          .where(and(...where))
      : db
          .select(columns)
          .from(walk)
          // SQLite never changes the order of a CROSS JOIN: the rows of the person or tag in their order, then the meeting of each.
          .crossJoin(meetings)
          .where(and(...walked(actor, filters), ...where))
  )
    .orderBy(...terms)
    .limit(limit + 1);
  const answers = await namedBatch(db, { rows, others: selectOthers(db, actor), groups: selectGroups(db, actor) });
  const page = pageOf(
    answers.rows.map(({ row }) => row),
    { limit, backwards: before !== null, isFirst: beyond === null },
  );
  const names = isShared
    ? await namesOfOwners(
        { db },
        page.rows.map(({ createdBy }) => createdBy),
      )
    : null;
  const isOwn = ({ workspaceId, createdBy }: typeof meetings.$inferSelect) =>
    workspaceId === actor.workspaceId && createdBy === actor.userId;
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
    ...othersOf(answers.others),
    newer: page.before && order.cursor(page.before),
    older: page.after && order.cursor(page.after),
    ...countsOf(answers.groups),
  };
}

type SharedAsked = {
  filters: ListFilters;
  limit: number;
  narrowing: readonly (SQL | undefined)[];
  cursor: string | null;
  backwards: boolean;
};

/**
 * The meetings that a list is about, before it is narrowed: the person's own, or those of a folder, in which a team's members see each other's
 * as far as these are shown to them. Archived meetings are listed for their owner only.
 */
function ofList(actor: PersonActor, { folder, archived }: ListFilters) {
  if (folder === null || archived !== null) return ownedBy(actor, { archived: archived !== null });
  const { workspaceId, createdBy } = meetings;
  const isOwn = sql`(${workspaceId} = ${actor.workspaceId} and ${createdBy} = ${actor.userId})`;
  return [...listed({ archived: false }), isFolderSeen(actor, folder), sql`(${isOwn} or ${isSeenBy(actor.userId)})`];
}

function isFolderSeen(actor: PersonActor, folder: string): SQL {
  return sql`exists (select 1 from ${folders} where ${folders.id} = ${folder} and ${folderSeenBy(actor)})`;
}

/** §6: a person is a guest in meetings that others show to them, and in their own whose call somebody else organises. */
function seesOthers({ role }: ListFilters): boolean {
  return role === "guest" || role === "shared";
}

/** Of "Shared with me" and of the role `guest`. */
function sharedPage(actor: PersonActor, { filters, limit, narrowing, cursor, backwards }: SharedAsked): SQL {
  const { sort, role } = filters;
  const [byTitle, byDate] = [parseTitleCursor(cursor), parseCursor(cursor)];
  const from =
    sort === "title"
      ? byTitle && { key: byTitle.titleKey, id: byTitle.id }
      : byDate && { key: byDate.startsAt, id: byDate.id };
  const walk = { limit: limit + 1, sort, backwards, from, where: narrowing };
  const ids = role === "guest" ? guestIds(actor, walk) : sharedIds(actor, walk);
  return sql`${meetings.id} in ${ids}`;
}

/** Whether there is something behind the tabs of the list that are not of a group. */
function selectOthers(db: Services["db"], actor: PersonActor) {
  const ids = sharedIds(actor, { limit: 1, sort: "date", backwards: false, from: null, where: [] });
  const archived = sql`select 1 from ${meetings} where ${and(...ownedBy(actor, { archived: true }))}`;
  return db
    .select({
      shared: sql<number>`exists ${ids}`.as("shared"),
      archived: sql<number>`exists (${archived})`.as("archived"),
    })
    .from(sql`(select 1)`);
}

function othersOf([row]: Awaited<ReturnType<typeof selectOthers>>): Pick<FilteredList, "hasShared" | "hasArchived"> {
  return { hasShared: row?.shared === 1, hasArchived: row?.archived === 1 };
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
function selectGroups(db: Services["db"], actor: PersonActor) {
  const endAt = (order: "asc" | "desc") => sql<number | null>`(
    select starts_at from meetings
    where workspace_id = ${actor.workspaceId} and created_by = ${actor.userId} and deleted_at is null and merged_into is null and archived_at is null
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

/** Conditions of the filters that are columns of a meeting. */
/** `walk`: the table whose index the query walks; its own filter is then not compared again. */
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
      : sql`exists (select 1 from meeting_people as named where named.meet_id = ${meetings.id} and named.person_key = ${person})`,
    tag === null || walk === meetingTags
      ? undefined
      : sql`exists (select 1 from meeting_tags as tagged
          where tagged.meet_id = ${meetings.id} and tagged.tag_key = ${tag} and tagged.created_by = ${userId})`,
  ];
}

type Order = {
  terms(backwards: boolean): SQL[];
  /** The condition for rows after a cursor, or before it; null where it is no cursor. */
  beyond(cursor: string | null, side: "before" | "after"): SQL | null;
  cursor(row: typeof meetings.$inferSelect): string;
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
      cursor: formatTitleCursor,
    };
  }
  return {
    terms: (backwards) => [startsAt, id].map((column) => (backwards ? asc(column) : desc(column))),
    beyond(cursor, side) {
      const at = parseCursor(cursor);
      return at && sql`(${startsAt}, ${id}) ${side === "after" ? sql`<` : sql`>`} (${at.startsAt}, ${at.id})`;
    },
    cursor: formatCursor,
  };
}
