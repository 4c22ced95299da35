import { and, eq, isNull } from "drizzle-orm";
import type { MeetId } from "#app/domain/ids.ts";
import type { Viewer } from "#app/domain/meeting/access.ts";
import { meetings } from "#app/server/db/schema.ts";
import type { Services } from "#app/server/services.ts";

/** Who somebody is to a meeting; null is a 404, whether it is not theirs, gone, or was never there. */
export async function findViewer({ db }: Pick<Services, "db">, userId: string, meetId: MeetId): Promise<Viewer | null> {
  const [row] = await db
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.id, meetId), eq(meetings.ownerUserId, userId), isNull(meetings.deletedAt)));
  return row ? { kind: "owner" } : null;
}
