import { and, asc, desc, eq, gte, isNotNull, isNull, is, lt, ne, SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { PersonActor } from "#app/domain/account/actor.ts";
import {
  formatCursor,
  formatTitleCursor,
  type ListFilters,
  type ListSource,
  parseCursor,
  parseTitleCursor,
} from "#app/domain/meeting/list.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { startOfDay } from "#app/domain/search/local-day.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { folders, meetingTags } from "#app/server/db/schema-folders.ts";
import { folderSeenBy } from "#app/server/folders/read-folders.ts";
import { meetingPeople } from "#app/server/workspace/list-tables.ts";

/** The conditions and the order of a list of meetings, in the columns of the index that its query walks (decision 054). */

/**
 * Whether the list has meetings that others show to the person. §6: they are a guest there, and in their own whose call somebody else organises. In a
 * folder of a team, members see each other's as far as these are shown to them. An archived meeting is its owner's business.
 */
export function seesOthers({ role, folder, archived }: ListFilters): boolean {
  return archived === null && (role === "guest" || role === "shared" || (role === null && folder !== null));
}

/** The folder of the filters, where there is one and the person sees it: a statement for D1. Without its row, lists show nothing. */
export function selectFolder(db: Database, actor: PersonActor, { folder }: ListFilters) {
  return db
    .select({ id: folders.id })
    .from(folders)
    .where(folder === null ? sql`0` : and(eq(folders.id, folder), folderSeenBy(actor)));
}

/** Conditions of the filters that are columns of a meeting, in D1 and in lists. `walk`: the table whose index the query walks; its own filter is then not compared again. */
export function narrowed(
  filters: ListFilters,
  { timeZone, actor, walk = walkOf(filters) }: { timeZone: string; actor: PersonActor; walk?: Walk },
) {
  const { group, role, language, from, template, after, before, folder, archived } = filters;
  return [
    folder === null ? undefined : eq(meetings.folderId, folder),
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

/** A list with meetings of others, and that of a folder, is walked by its order alone. */
export function walkOf(filters: ListFilters): Walk {
  if (seesOthers(filters) || filters.folder !== null) return meetings;
  return filters.person !== null ? meetingPeople : filters.tag !== null ? meetingTags : meetings;
}

export function walked({ workspaceId, userId }: PersonActor, { person, tag }: ListFilters) {
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
export type Order = {
  terms(backwards: boolean): SQL[];
  /** As `terms`, for rows of two lists. */
  compare(one: Row, other: Row, backwards: boolean): number;
  /** The condition for rows after a cursor, or before it; null where it is no cursor. */
  beyond(cursor: string | null, side: "before" | "after"): SQL | null;
  cursor(row: Row): string;
};

/** In the columns of the index that is walked. `ofTeam`: in a team's lists, whose indexes for all meetings have expressions. */
export function orderOf(filters: ListFilters, { ofTeam = false }: { ofTeam?: boolean } = {}): Order {
  const { sort } = filters;
  const walk = walkOf(filters);
  const isOfAll = ofTeam && filters.folder === null;
  const startsAt = isOfAll ? sql`${walk.startsAt} + 0` : walk.startsAt;
  const titleKey = isOfAll ? sql`${walk.titleKey} || ''` : walk.titleKey;
  const id = "meetId" in walk ? walk.meetId : walk.id;
  if (sort === "title") {
    return {
      terms: (backwards) => [titleKey, id].map((column) => (backwards ? desc(column) : asc(column))),
      beyond(cursor, side) {
        const at = parseTitleCursor(cursor);
        return at && beyondPlace([titleKey, id], side === "after" ? ">" : "<", [at.titleKey, at.id]);
      },
      compare: (one, other, backwards) => compareBy(one, other, ({ titleKey: key }) => key) * (backwards ? -1 : 1),
      cursor: formatTitleCursor,
    };
  }
  return {
    terms: (backwards) => [startsAt, id].map((column) => (backwards ? asc(column) : desc(column))),
    beyond(cursor, side) {
      const at = parseCursor(cursor);
      return at && beyondPlace([startsAt, id], side === "after" ? "<" : ">", [at.startsAt, at.id]);
    },
    compare: (one, other, backwards) => compareBy(one, other, ({ startsAt: key }) => key) * (backwards ? 1 : -1),
    cursor: formatCursor,
  };
}

/** Of an expression, its first part by itself, too: SQLite finds no place in an index of expressions by two of them. */
function beyondPlace([key, id]: [SQLWrapper, SQLWrapper], beyond: "<" | ">", at: [key: string | number, id: string]) {
  const than = sql.raw(beyond);
  const place = sql`(${key}, ${id}) ${than} (${at[0]}, ${at[1]})`;
  return is(key, SQL) ? sql`(${key} ${than}= ${at[0]} and ${place})` : place;
}

/** SQLite compares texts by their bytes, and so do these keys, which are folded, by their code units. */
function compareBy(one: Row, other: Row, keyOf: (row: Row) => number | string): number {
  const [left, right] = [keyOf(one), keyOf(other)];
  return left < right ? -1 : left > right ? 1 : one.id < other.id ? -1 : 1;
}
