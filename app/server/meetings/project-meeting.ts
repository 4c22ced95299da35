import { and, eq, isNull, sql } from "drizzle-orm";
import type { MeetId, RecordingId } from "#app/domain/ids.ts";
import type { Database } from "#app/server/db/database.ts";
import { meetings, recordings } from "#app/server/db/schema.ts";

/** The data of a meeting that lists show. The meeting's object is the source of truth and sends all of it at each change. */
export type MeetingProjection = {
  meetId: MeetId;
  workspaceId: string;
  createdBy: string;
  /** Null until a call is joined: the recording is the call's. */
  recordingId: RecordingId | null;
  title: string;
  startsAt: number;
  timeZone: string;
  language: string;
  templateId: string | null;
  source: string;
  platform: string | null;
  lobbyState: string | null;
  participants: number | null;
  durationMs: number | null;
  status: string;
  reason: string | null;
  recognisedMs: number;
  wantedMs: number;
  taskCount: number | null;
  /** The accepted bytes, once there are any. */
  media: { sizeBytes: number; etag: string } | null;
  sequence: number;
  createdAt: number;
  updatedAt: number;
};

/**
 * Writes the list row of a meeting. One with a lower sequence loses, whatever order they arrive in, and nothing writes
 * over a tombstone. A row that D1 has lost comes back by it.
 */
export async function projectMeeting(db: Database, projection: MeetingProjection): Promise<void> {
  const { media, recordingId } = projection;
  const write = projectionWrite(db, projection);
  if (media === null || recordingId === null) return void (await write);
  await db.batch([
    write,
    db
      .update(recordings)
      .set({ ...media, durationMs: projection.durationMs })
      .where(and(eq(recordings.id, recordingId), isNull(recordings.deletedAt))),
  ]);
}

/** The statement that writes the row. */
export function projectionWrite(db: Database, projection: MeetingProjection) {
  const { meetId, media: _media, ...columns } = projection;
  const row = { id: meetId, ...columns };
  const { createdAt: _createdAt, workspaceId: _workspaceId, createdBy: _createdBy, ...changing } = columns;
  return db
    .insert(meetings)
    .values(row)
    .onConflictDoUpdate({
      target: meetings.id,
      set: changing,
      setWhere: sql`${meetings.deletedAt} is null and ${meetings.sequence} < ${projection.sequence}`,
    });
}
