import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";
import type { ListDatabase } from "#app/server/db/database.ts";
import type { Services } from "#app/server/services.ts";

/** The lists that have the events of a person's calendars. They need no changes of D1, so they are read without asking it (decision 234). */
export function eventsOf({ lists }: Pick<Services, "lists">, userId: string): ListDatabase {
  return lists.of(personalWorkspaceOf(userId as UserId));
}
