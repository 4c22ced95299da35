import { and, eq } from "drizzle-orm";
import type { MeetId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings, users } from "#app/server/db/schema.ts";
import type { CallAsker } from "#app/server/ports/call-process.ts";

/** The person who made a meeting; null where no such meeting is listed. A deleted meeting keeps its creator. */
export async function findOwner(db: Database, meetId: MeetId): Promise<string | null> {
  const [row] = await db.select({ owner: meetings.createdBy }).from(meetings).where(eq(meetings.id, meetId));
  return row?.owner ?? null;
}

/** A person as another one may read of them: null where no provider vouches for an address. */
export async function findAsker(db: Database, userId: string): Promise<CallAsker | null> {
  const [row] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)));
  return row && row.email !== null ? { name: row.name, email: row.email } : null;
}
