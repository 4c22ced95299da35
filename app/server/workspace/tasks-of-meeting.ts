import { asc, eq } from "drizzle-orm";
import { meetingTasks } from "#app/server/db/schema.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { Services } from "#app/server/services.ts";
import { findOwnership } from "#app/server/workspace/access-to.ts";
import { readLists } from "#app/server/workspace/read-lists.ts";

/** The tasks of a meeting in the order of its minutes, for a caller who has checked access. The lists of its workspace have them. */
export async function tasksOfMeeting(
  services: Pick<Services, "db" | "lists">,
  meetId: MeetId,
): Promise<(typeof meetingTasks.$inferSelect)[]> {
  const owner = await findOwnership(services.db, meetId);
  if (owner === null) return [];
  const { tasks } = await readLists(services, owner.workspaceId, (list) => ({
    tasks: list.select().from(meetingTasks).where(eq(meetingTasks.meetId, meetId)).orderBy(asc(meetingTasks.position)),
  }));
  return tasks;
}
