import { and, eq, getTableColumns, inArray, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import { NOW_SQL } from "#app/server/db/clock.ts";
import type { Database } from "#app/server/db/database.ts";
import { insertFrom } from "#app/server/db/insert-where.ts";
import { meetings, recordedNotices } from "#app/server/db/schema.ts";
import { sentTasks } from "#app/server/db/schema-connections.ts";
import { meetingTags } from "#app/server/db/schema-folders.ts";

/** A meeting that is split from another, as its row is written before it is there. */
export type SecondRow = {
  meetId: MeetId;
  title: string;
  startsAt: number;
  durationMs: number | null;
  /** The lines of the minutes that go with it. */
  lines: readonly string[];
};

/**
 * The rows in D1 of the second part of a meeting: its own, in the same folder and with the same tags, its use of the recording, its place
 * behind the address by which recorded people find it, and the tasks that were sent. Written before its object is made, so that deleting
 * the first part leaves the recording, and deleting an account finds it. Idempotent.
 */
export async function addSecond(
  db: Database,
  { first, second, now }: { first: { meetId: MeetId; recordingId: RecordingId }; second: SecondRow; now: number },
): Promise<void> {
  const { meetId, title, startsAt, durationMs } = second;
  const sent = alias(sentTasks, "sent");
  await db.batch([
    insertFrom(db, meetings, {
      row: {
        ...getTableColumns(meetings),
        id: meetId,
        title,
        titleKey: "",
        startsAt,
        durationMs,
        taskCount: null,
        openTasks: 0,
        people: [],
        seriesKey: null,
        mergedInto: null,
        archivedAt: null,
        // The second meeting writes the row itself as soon as it is there.
        sequence: 0,
        updatedAt: now,
        changedAt: NOW_SQL,
      },
      from: sql`from ${meetings} where ${meetings.id} = ${first.meetId} and ${meetings.deletedAt} is null`,
    }).onConflictDoNothing(),
    insertFrom(db, meetingTags, {
      row: { ...getTableColumns(meetingTags), meetId, startsAt, titleKey: "" },
      from: sql`from ${meetingTags} where ${meetingTags.meetId} = ${first.meetId}`,
    }).onConflictDoNothing(),
    insertFrom(db, recordedNotices, {
      row: { ...getTableColumns(recordedNotices), meetId },
      from: sql`from ${recordedNotices} where ${recordedNotices.meetId} = ${first.meetId}`,
    }).onConflictDoNothing(),
    db
      .update(sentTasks)
      .set({ meetId })
      .where(
        and(
          eq(sentTasks.meetId, first.meetId),
          inArray(sentTasks.taskId, sql`(select value from json_each(${JSON.stringify(second.lines)}))`),
          notExists(
            db
              .select({ meetId: sent.meetId })
              .from(sent)
              .where(
                and(
                  eq(sent.meetId, meetId),
                  eq(sent.connectionId, sentTasks.connectionId),
                  eq(sent.taskId, sentTasks.taskId),
                ),
              ),
          ),
        ),
      ),
  ]);
}

/** The two are one meeting again: its tasks that were sent keep their marks, so that none is sent twice. Idempotent. */
export async function returnSecond(db: Database, { first, second }: { first: MeetId; second: MeetId }): Promise<void> {
  const sent = alias(sentTasks, "sent");
  await db
    .update(sentTasks)
    .set({ meetId: first })
    .where(
      and(
        eq(sentTasks.meetId, second),
        notExists(
          db
            .select({ meetId: sent.meetId })
            .from(sent)
            .where(
              and(
                eq(sent.meetId, first),
                eq(sent.connectionId, sentTasks.connectionId),
                eq(sent.taskId, sentTasks.taskId),
              ),
            ),
        ),
      ),
    );
}
