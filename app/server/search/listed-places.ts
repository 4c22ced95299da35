import { and, asc, eq, sql } from "drizzle-orm";
import { SEARCH_REBUILD_IDS } from "#app/domain/limits/search.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { ListedPlace } from "#app/server/ports/search-index.ts";

/**
 * The next meetings of a workspace in the order of their index, for a rebuild. Deleted ones are among them: their objects answer that
 * they are gone.
 */
export async function listPlaces(db: Database, workspaceId: string, after: ListedPlace | null): Promise<ListedPlace[]> {
  const { createdBy, startsAt, id } = meetings;
  return db
    .select({ createdBy, startsAt, id })
    .from(meetings)
    .where(
      and(
        eq(meetings.workspaceId, workspaceId),
        after
          ? sql`(${createdBy}, ${startsAt}, ${id}) > (${after.createdBy}, ${after.startsAt}, ${after.id})`
          : undefined,
      ),
    )
    .orderBy(asc(createdBy), asc(startsAt), asc(id))
    .limit(SEARCH_REBUILD_IDS);
}
