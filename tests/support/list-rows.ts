import { asc, gt } from "drizzle-orm";
import type { ListDatabase } from "#app/server/db/database.ts";
import { meetingCounts, meetings, meetingTasks } from "#app/server/db/schema.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";
import {
  listState,
  listTaken,
  meetingPeople,
  shownMeetings,
  templateCounts,
} from "#app/server/workspace/list-tables.ts";

/** All that the lists of a workspace have of its meetings: rows in the order of lists, people, tasks, tags and counters. */
export async function listRows(list: ListDatabase) {
  const [rows, people, tasks, tags, shown, counts, templates] = await list.batch([
    list.select().from(meetings).orderBy(asc(meetings.startsAt), asc(meetings.id)),
    list.select().from(meetingPeople).orderBy(asc(meetingPeople.meetId), asc(meetingPeople.personKey)),
    list.select().from(meetingTasks).orderBy(asc(meetingTasks.meetId), asc(meetingTasks.position)),
    list.select().from(meetingTags).orderBy(asc(meetingTags.meetId), asc(meetingTags.tagKey)),
    list.select().from(shownMeetings).orderBy(asc(shownMeetings.meetId)),
    list.select().from(meetingCounts).where(gt(meetingCounts.count, 0)).orderBy(asc(meetingCounts.statusGroup)),
    list.select().from(templateCounts).where(gt(templateCounts.count, 0)).orderBy(asc(templateCounts.templateId)),
  ]);
  return { meetings: rows, people, tasks, tags, shown, counts, templates };
}

export type ListRows = Awaited<ReturnType<typeof listRows>>;

/** Leaves lists as those of an object that was lost. */
export async function wipeLists(list: ListDatabase): Promise<void> {
  await list.batch([
    list.delete(meetings),
    list.delete(meetingPeople),
    list.delete(meetingTasks),
    list.delete(meetingTags),
    list.delete(shownMeetings),
    list.delete(meetingCounts),
    list.delete(templateCounts),
    list.delete(listTaken),
    list.delete(listState),
  ]);
}
