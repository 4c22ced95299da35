import { and, asc, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { MeetingListItem, MeetingListPage } from "#app/contracts/meeting-list.ts";
import type { PersonActor } from "#app/domain/account/actor.ts";
import { invariant } from "#app/domain/invariant.ts";
import { MEETING_LANGUAGES } from "#app/domain/languages.ts";
import { CALL_PLATFORMS, LOBBY_STATES } from "#app/domain/meeting/call.ts";
import { formatCursor, type ListCursor, type ListSource } from "#app/domain/meeting/list.ts";
import { END_REASONS, MEETING_STATUSES, type MeetingStatus } from "#app/domain/meeting/status.ts";
import { BASIC_SYSTEM, type TemplateSnapshot } from "#app/domain/template/template.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

type Asked = {
  limit: number;
  /** Only these statuses; all when absent. */
  statuses?: readonly MeetingStatus[];
  /** Only meetings from this source. */
  from?: ListSource | null;
  /** Earliest start first, for planned meetings. */
  soonest?: boolean;
  /** Those that come after (older) or before (newer) a place; at most one of the two. */
  older?: ListCursor | null;
  newer?: ListCursor | null;
};

/**
 * A person's meetings, newest first, a page at a time. Paged by key, (startsAt, id): a meeting that is added or deleted
 * meanwhile moves nothing, and page 500 costs what page 1 does.
 */
export async function listMeetings(
  { db }: Pick<Services, "db">,
  actor: PersonActor,
  asked: Asked,
): Promise<MeetingListPage> {
  const backwards = Boolean(asked.newer);
  const at = asked.newer ?? asked.older;
  const beyond =
    at && sql`(${meetings.startsAt}, ${meetings.id}) ${backwards ? sql`>` : sql`<`} (${at.startsAt}, ${at.id})`;
  const direction = backwards || asked.soonest ? asc : desc;
  const rows = await db
    .select()
    .from(meetings)
    .where(
      and(
        eq(meetings.workspaceId, actor.workspaceId),
        eq(meetings.createdBy, actor.userId),
        isNull(meetings.deletedAt),
        asked.statuses && inArray(meetings.status, [...asked.statuses]),
        asked.from ? cameFrom(asked.from) : undefined,
        beyond ?? undefined,
      ),
    )
    .orderBy(direction(meetings.startsAt), direction(meetings.id))
    // One more than is shown says whether there is a next page.
    .limit(asked.limit + 1);
  const more = rows.length > asked.limit;
  const shown = rows.slice(0, asked.limit).map(listItem);
  if (backwards) shown.reverse();
  const first = shown.at(0);
  const last = shown.at(-1);
  return {
    meetings: shown,
    newer: first && (backwards ? more : at) ? formatCursor(first) : null,
    older: last && (backwards ? at : more) ? formatCursor(last) : null,
  };
}

function cameFrom(from: ListSource) {
  if (from === "upload") return eq(meetings.source, "upload");
  return from === "call" ? ne(meetings.source, "upload") : eq(meetings.platform, from);
}

function listItem(row: typeof meetings.$inferSelect): MeetingListItem {
  const status = MEETING_STATUSES.find((known) => known === row.status);
  const language = MEETING_LANGUAGES.find((known) => known === row.language);
  invariant(status && language, "a row of meetings has a known status and language");
  const reason = END_REASONS.find((known) => known === row.reason) ?? null;
  const platform = CALL_PLATFORMS.find((known) => known === row.platform) ?? null;
  const door = LOBBY_STATES.find((known) => known === row.lobbyState) ?? null;
  const { id, title, startsAt, durationMs, recognisedMs, wantedMs, taskCount } = row;
  const place = { platform, door };
  return { id, title, startsAt, language, ...place, status, reason, durationMs, recognisedMs, wantedMs, taskCount };
}

/** The templates that a person can choose for minutes; today only the system's own, whose id is null (§3). */
export function listTemplates(): TemplateSnapshot[] {
  return [BASIC_SYSTEM];
}

/** Null where there is no such template for this person. */
export function findTemplate(id: string | null): TemplateSnapshot | null {
  return listTemplates().find((template) => template.id === id) ?? null;
}
