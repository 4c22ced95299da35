import { and, eq, isNull } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { accountDeletions, type users } from "#app/server/db/schema-account.ts";

/** The mark that an account is being deleted (delete-account.ts). It is read where somebody signs in, and with every session. */

/** Whether an account is being deleted, so that nobody may sign in to it. */
export async function isBeingDeleted(db: Database, userId: UserId): Promise<boolean> {
  return (await openDeletion(db, userId)).length > 0;
}

/** The statement that finds the mark; `userId` may be a column of the statement around it. */
export function openDeletion(db: Database, userId: UserId | typeof users.id) {
  return db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.finishedAt)));
}
