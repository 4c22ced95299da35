import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { FilteredList } from "#app/contracts/meeting/lists.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { LISTED_GROUPS, type ListFilters, parseCursor, parseTitleCursor } from "#app/domain/meeting/list.ts";
import type { AnyDatabase, Database, ListDatabase } from "#app/server/db/database.ts";
import { meetingCounts, meetings } from "#app/server/db/schema.ts";
import { listItem, ownedBy } from "#app/server/workspace/own-meetings.ts";
import { type ListedTeam, readAllLists } from "#app/server/workspace/read-lists.ts";
import { isNoSeenPart, selectOthersShow, shownToMember } from "#app/server/workspace/shown-meetings.ts";
import { namedIds, selectNamesThem } from "#app/server/meetings/list-shared.ts";
import {
  narrowed,
  type Order,
  orderOf,
  seesOthers,
  selectFolder,
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
 * read from the lists of their workspace, those of others from the lists of their team, and from D1 where these name them.
 */
export async function filterMeetings(services: Needs, actor: PersonActor, asked: Asked): Promise<FilteredList> {
  return (await listWithNames(services, actor, asked)).page;
}

/** The same with the names of the people in each meeting of the page. */
export async function listWithNames(
  services: Needs,
  actor: PersonActor,
  { filters, limit, timeZone, older, newer }: Asked,
): Promise<{ page: FilteredList; names: Record<string, string[]> }> {
  const { db } = services;
  const order = orderOf(filters);
  const before = order.beyond(newer, "before");
  const backwards = before !== null;
  const beyond = before ?? order.beyond(older, "after");
  const narrowing = narrowed(filters, { timeZone, actor });
  const walk = { filters, limit: limit + 1, narrowing, beyond, order, backwards };
  const cursor = before === null ? older : newer;
  const answers = await readPage(services, actor, { ...walk, cursor });
  const isHidden = filters.folder !== null && answers.folder.length === 0;
  const found = isHidden ? [] : [answers.own, answers.shown?.others ?? [], answers.named].flat();
  // One that is shown in two ways is there once. Each comes in the order of the list.
  const read = [...new Map(found.map(({ row }) => [row.id, row])).values()];
  if (found.length > answers.own.length) read.sort((one, other) => order.compare(one, other, backwards));
  const page = pageOf(read.slice(0, limit + 1), { limit, backwards, isFirst: beyond === null });
  const owners = seesOthers(filters)
    ? await namesOfOwners(
        { db },
        page.rows.map(({ createdBy }) => createdBy),
      )
    : null;
  return {
    page: {
      meetings: page.rows.map((row) => itemOf(actor, row, { owners, folder: filters.folder })),
      // Without their team's answer, the list that says so is not kept from them.
      hasShared:
        answers.isTeamMissing ||
        [answers.namesThem, answers.shown?.othersShow ?? []].some(([row]) => row?.shared === 1),
      ...(answers.isTeamMissing && seesOthers(filters) ? { missing: "team" as const } : {}),
      hasArchived: answers.archived.length > 0,
      newer: page.before && order.cursor(page.before),
      older: page.after && order.cursor(page.after),
      ...countsOf(answers.groups),
    },
    names: Object.fromEntries(
      page.rows.flatMap(({ id, people }) => (people.length === 0 ? [] : [[id, people.map(([, name]) => name)]])),
    ),
  };
}

type Needs = Pick<Services, "db" | "lists">;
type Row = typeof meetings.$inferSelect;

type PageAsked = Walk & { cursor: string | null };

function readPage(services: Needs, actor: PersonActor, asked: PageAsked) {
  const { db } = services;
  const { filters } = asked;
  const own = (list: ListDatabase) => ({
    own: filters.role === "shared" ? selectNone(list) : selectOwn(list, actor, asked),
    groups: selectGroups(list, actor),
    archived: list
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(...ownedBy(actor, { archived: true })))
      .limit(1),
  });
  const besides = {
    named: seesOthers(filters) ? selectNamed(db, actor, asked) : selectNone(db),
    folder: selectFolder(db, actor, filters),
    namesThem: selectNamesThem(db, actor),
  };
  const order = orderOf(filters, { ofTeam: true });
  const beyond = order.beyond(asked.cursor, asked.backwards ? "before" : "after");
  const shown = (list: ListDatabase, team: ListedTeam) => ({
    others: seesOthers(filters) ? selectOthers(list, actor, { ...asked, order, beyond, team }) : selectNone(list),
    othersShow: selectOthersShow(list, team, actor),
  });
  return readAllLists(services, actor, { own, besides, shown });
}

function itemOf(
  actor: PersonActor,
  row: Row,
  { owners, folder }: { owners: ReadonlyMap<string, string> | null; folder: string | null },
): FilteredList["meetings"][number] {
  if (row.workspaceId === actor.workspaceId && row.createdBy === actor.userId) return listItem(row);
  // The order of others is theirs, but for the folder that was asked for.
  const item = listItem({ ...row, archivedAt: null, folderId: folder });
  return { ...item, role: "guest", sharedBy: owners?.get(row.createdBy) ?? "" };
}

const selectNone = (db: AnyDatabase) => db.select({ row: meetings }).from(meetings).where(sql`0`);

type Walk = {
  filters: ListFilters;
  narrowing: readonly (SQL | undefined)[];
  beyond: SQL | null;
  order: Order;
  backwards: boolean;
  limit: number;
};

/** The person's own meetings, of their lists. */
function selectOwn(
  list: ListDatabase,
  actor: PersonActor,
  { filters, narrowing, beyond, order, backwards, limit }: Walk,
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

/** Those that others show to the person, of the lists of their team. */
function selectOthers(
  list: ListDatabase,
  actor: PersonActor,
  { filters, narrowing, beyond, order, backwards, limit, team }: Walk & { team: ListedTeam },
) {
  return list
    .select({ row: meetings })
    .from(meetings)
    .where(
      and(
        shownToMember(team, actor),
        isNoSeenPart(team),
        filters.folder === null ? undefined : isNull(meetings.archivedAt),
        ...narrowing,
        beyond ?? undefined,
      ),
    )
    .orderBy(...order.terms(backwards))
    .limit(limit);
}

/** Those that name the person, of D1. */
function selectNamed(
  db: Database,
  actor: PersonActor,
  { filters: { sort, folder }, narrowing, cursor, order, backwards, limit }: PageAsked,
) {
  const [byTitle, byDate] = [parseTitleCursor(cursor), parseCursor(cursor)];
  const from =
    sort === "title"
      ? byTitle && { key: byTitle.titleKey, id: byTitle.id }
      : byDate && { key: byDate.startsAt, id: byDate.id };
  const where = folder === null ? narrowing : [...narrowing, isNull(meetings.archivedAt)];
  return db
    .select({ row: meetings })
    .from(meetings)
    .where(sql`${meetings.id} in ${namedIds(actor, { limit, sort, backwards, from, where })}`)
    .orderBy(...order.terms(backwards))
    .limit(limit);
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
