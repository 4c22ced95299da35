import { and, eq, isNull, notExists } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { accountDeletions, type sessions, users } from "#app/server/db/schema-account.ts";
import type { templateShares } from "#app/server/db/schema-templates.ts";

/** The mark that an account is being deleted (delete-account.ts). It is read where somebody signs in, and with every session. */

/** Whether an account is being deleted, so that nobody may sign in to it. */
export async function isBeingDeleted(db: Database, userId: UserId): Promise<boolean> {
  return (await openDeletion(db, userId)).length > 0;
}

/**
 * Whether an account is gone or being deleted. A request that waited for an outside service asks before it stores what came of it: the
 * deletion may have begun meanwhile.
 */
export async function isEnding(db: Database, userId: string): Promise<boolean> {
  const standing = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), notExists(openDeletion(db, users.id))));
  return standing.length === 0;
}

/** The statement that finds the mark; `userId` may be a column of the statement around it. */
export function openDeletion(
  db: Database,
  userId: UserId | typeof users.id | typeof sessions.userId | typeof templateShares.createdBy,
) {
  return db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.finishedAt)));
}
