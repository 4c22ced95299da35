import { eq } from "drizzle-orm";
import { LIST_CHANGES_SEEN } from "#app/domain/limits/lists.ts";
import { meetingTasks } from "#app/server/db/schema.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";
import type { Services } from "#app/server/services.ts";
import { meetingPeople } from "#app/server/workspace/list-tables.ts";

/** Rows that each reading of lists costs beside those of its answers: that the lists are there, and the changes that they took last. */
export const LIST_STATE_ROWS = 1 + LIST_CHANGES_SEEN;

/** The people and the tasks of a meeting in the lists of its workspace, as they are kept there. */
export function listedOf(services: Pick<Services, "db" | "lists">, workspaceId: string, meetId: string) {
  return readLists(services, workspaceId, (list) => ({
    people: list.select().from(meetingPeople).where(eq(meetingPeople.meetId, meetId)).orderBy(meetingPeople.personKey),
    tasks: list.select().from(meetingTasks).where(eq(meetingTasks.meetId, meetId)).orderBy(meetingTasks.taskId),
  }));
}
