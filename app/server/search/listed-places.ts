import { and, asc, eq, gt, sql } from "drizzle-orm";
import { SEARCH_REBUILD_IDS } from "#app/domain/limits/search.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import { meetingVisibility } from "#app/server/db/schema-teams.ts";
import type { ListedPlace } from "#app/server/ports/search-index.ts";

/**
 * The next meetings of a workspace in the order of their index, for a rebuild; behind them those that are shown to it where it is a team's, by
 * their ids. Deleted ones are among the first: their objects answer that they are gone.
 */
export async function listPlaces(db: Database, workspaceId: string, after: ListedPlace | null): Promise<ListedPlace[]> {
  const own = after?.isShown ? [] : await listOwn(db, workspaceId, after);
  return own.length > 0 ? own : listShown(db, workspaceId, after?.isShown ? after : null);
}

async function listShown(db: Database, teamId: string, after: ListedPlace | null): Promise<ListedPlace[]> {
  const { teamId: shownTo, meetId } = meetingVisibility;
  const rows = await db
    .select({ id: meetId })
    .from(meetingVisibility)
    .where(and(eq(shownTo, teamId), gt(meetId, after?.id ?? "")))
    .orderBy(asc(meetId))
    .limit(SEARCH_REBUILD_IDS);
  return rows.map((row) => ({ startsAt: 0, ...row, isShown: true }));
}

async function listOwn(db: Database, workspaceId: string, after: ListedPlace | null): Promise<ListedPlace[]> {
  const { startsAt, id } = meetings;
  return db
    .select({ startsAt, id })
    .from(meetings)
    .where(
      and(
        eq(meetings.workspaceId, workspaceId),
        after ? sql`(${startsAt}, ${id}) > (${after.startsAt}, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(startsAt), asc(id))
    .limit(SEARCH_REBUILD_IDS);
}
