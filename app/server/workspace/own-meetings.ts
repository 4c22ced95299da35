import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { invariant } from "#app/domain/invariant.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { CALL_PLATFORMS, LOBBY_STATES } from "#app/domain/meeting/call.ts";
import { SAMPLE_SOURCE } from "#app/domain/meeting/sample.ts";
import { END_REASONS, MEETING_STATUSES, type MeetingStatus, statusGroup } from "#app/domain/meeting/status.ts";
import type { ListDatabase } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import type { Services } from "#app/server/services.ts";

type Asked = {
  limit: number;
  /** Only these statuses; all when absent. */
  statuses?: readonly MeetingStatus[];
  /** Earliest start first, for planned meetings. */
  soonest?: boolean;
};

/** The first of a person's meetings, newest first, as Home shows them. History filters and pages them (filter-meetings.ts). */
export async function listMeetings(
  services: Pick<Services, "db" | "lists">,
  actor: PersonActor,
  asked: Asked,
): Promise<{ meetings: MeetingListItem[] }> {
  const { rows } = await readLists(services, actor.workspaceId, (list) => ({
    rows: selectMeetings(list, actor, asked),
  }));
  return { meetings: rows.map(listItem) };
}

/** The statement of `listMeetings`, for a workspace's lists; `listItem` reads each row. */
export function selectMeetings(list: ListDatabase, actor: PersonActor, { limit, statuses, soonest }: Asked) {
  const direction = soonest ? asc : desc;
  const order = [direction(meetings.startsAt), direction(meetings.id)];
  const firstOf = (walked: SQL) => {
    const first = list
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(...ownedBy(actor, { archived: walked === JOINING ? null : false }), walked));
    return sql`select id from ${first.orderBy(...order).limit(limit)}`;
  };
  const firsts = statuses && sql.join(walksOf(statuses).map(firstOf), sql` union all `);
  return list
    .select()
    .from(meetings)
    .where(firsts ? sql`${meetings.id} in (${firsts})` : and(...ownedBy(actor)))
    .orderBy(...order)
    .limit(limit);
}

const JOINING = sql`${meetings.status} = 'TORECORD'`;

/**
 * Conditions of which each is one walk of an index in the order of the list, so that no list reads the meetings that it does not show: a group,
 * or the few meetings that are being joined, whose group has all planned ones too.
 */
function walksOf(statuses: readonly MeetingStatus[]): SQL[] {
  const groups = [...new Set(statuses.map(statusGroup))];
  return groups.map((group) => {
    const asked = statuses.filter((status) => statusGroup(status) === group);
    if (group === "initiating" && asked.length === 1 && asked[0] === "TORECORD") return JOINING;
    // Also of a whole group: a row with a status that this version does not know belongs to a group, too.
    return sql`${meetings.statusGroup} = ${group} and ${inArray(meetings.status, asked)}`;
  });
}

/** Conditions for a person's own meetings as lists show them, or for those that are archived instead. */
export function ownedBy(
  { workspaceId, userId }: { workspaceId: string; userId: string },
  { archived = false }: { archived?: boolean | null } = {},
) {
  return [eq(meetings.workspaceId, workspaceId), eq(meetings.createdBy, userId), ...listed({ archived })];
}

/** The same of anybody's. In the words of the indexes, which SQLite compares. `null`: of meetings that cannot be archived, by their own index. */
export function listed({ archived }: { archived: boolean | null }) {
  const { deletedAt, mergedInto, archivedAt } = meetings;
  return [
    isNull(deletedAt),
    isNull(mergedInto),
    archived === null ? undefined : archived ? isNotNull(archivedAt) : isNull(archivedAt),
  ];
}

export function listItem(row: typeof meetings.$inferSelect): MeetingListItem {
  const status = MEETING_STATUSES.find((known) => known === row.status);
  const language = MEETING_LANGUAGES.find((known) => known === row.language);
  invariant(status && language, "a row of meetings has a known status and language");
  const reason = END_REASONS.find((known) => known === row.reason) ?? null;
  const platform = CALL_PLATFORMS.find((known) => known === row.platform) ?? null;
  const lobbyState = LOBBY_STATES.find((known) => known === row.lobbyState) ?? null;
  const role = row.role === "guest" ? "guest" : "organizer";
  const { id, title, startsAt, durationMs, participants, recognisedMs, wantedMs, taskCount, folderId } = row;
  const place = { platform, lobbyState };
  const sample = row.source === SAMPLE_SOURCE ? { isSample: true as const } : {};
  return {
    id,
    title,
    startsAt,
    language,
    role,
    participants,
    ...place,
    status,
    reason,
    durationMs,
    recognisedMs,
    wantedMs,
    taskCount,
    ...sample,
    ...(folderId === null ? {} : { folderId }),
    ...(row.archivedAt === null ? {} : { isArchived: true as const }),
  };
}
