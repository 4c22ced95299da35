import { progressOf, reasonOf, saidStatus } from "#app/domain/meeting/states.ts";
import { reserveForWorkspace } from "#app/server/account/recording-reservation.ts";
import { chargeUsage, countUsage, kindOf, releaseUsage } from "#app/server/account/usage-ledger.ts";
import type { Database } from "#app/server/db/database.ts";
import { findAsker } from "#app/server/meetings/access-to.ts";
import { adoptRecording } from "#app/server/meetings/adopt-recording.ts";
import { tombstoneMeeting } from "#app/server/meetings/delete-meeting.ts";
import { type MeetingProjection, projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { restoreMeeting } from "#app/server/meetings/restore-meeting.ts";
import { participantsOf } from "#workers/meeting/call/view-call.ts";
import type { MeetingLists } from "#workers/meeting/deps.ts";
import type { Subscriber } from "#workers/meeting/publish/publisher.ts";
import { appendDomainEvents } from "#workers/meeting/store/domain-events.ts";
import { readMeeting } from "#workers/meeting/store/store.ts";
import { readSummary } from "#workers/meeting/store/transcript.ts";
import { readAlive } from "#workers/meeting/view.ts";

/** The list's row in D1: Home and History read it without asking any object. */
export function listSubscriber(lists: Pick<MeetingLists, "project">): Subscriber {
  /** The row as this instance of the object last wrote it; null before the first write. */
  let told: string | null = null;
  return {
    name: "list",
    async tell(sql) {
      const projection = projectionOf(sql);
      if (!projection) return;
      // Talk times and chat messages raise the sequence but show in no list: D1 is spared a write each time.
      const { sequence: _sequence, ...shown } = projection;
      const says = JSON.stringify(shown);
      if (says === told) return;
      await lists.project(projection);
      told = says;
    },
  };
}

/** Writes a lost row again (D §4), and makes the workspace's consumers read the meeting again. */
export async function restoreToLists(
  sql: SqlStorage,
  { lists, now }: { lists: Pick<MeetingLists, "restore">; now: () => number },
): Promise<"restored" | "gone" | "unknown"> {
  const row = readMeeting(sql);
  const projection = projectionOf(sql);
  // The outbox removes the rest of a deleted meeting by itself.
  if (!row?.alive || !projection) return row ? "gone" : "unknown";
  await lists.restore(projection, row.alive.state.usage);
  // It may have been deleted meanwhile.
  if (readAlive(sql) !== null) appendDomainEvents(sql, ["meeting-restored"], now());
  return "restored";
}

export function projectionOf(sql: SqlStorage): MeetingProjection | null {
  const row = readAlive(sql);
  if (!row) return null;
  const { details, state } = row.alive;
  const landed = state.media.kind === "landed" ? state.media : null;
  const { recognisedMs, wantedMs } = progressOf(state.windows);
  const tasks = readSummary(sql)?.fields.find(({ content }) => content.type === "tasks")?.content;
  return {
    meetId: row.meetId,
    workspaceId: row.workspaceId,
    createdBy: row.createdBy,
    recordingId: row.source === "upload" || state.call?.callId ? row.recordingId : null,
    title: details.title,
    startsAt: details.startsAt,
    timeZone: details.timeZone,
    language: details.language,
    templateId: details.template.id,
    source: row.source,
    platform: state.call?.place.platform ?? null,
    lobbyState: (state.status === "TORECORD" && state.call?.door) || null,
    participants: participantsOf(state.call),
    durationMs: landed?.durationMs ?? state.call?.durationMs ?? state.sound?.durationMs ?? null,
    status: saidStatus(state),
    reason: reasonOf(state),
    recognisedMs,
    wantedMs,
    taskCount: tasks?.type === "tasks" ? tasks.items.length : null,
    media: landed?.version ?? null,
    sequence: row.sequence,
    createdAt: row.createdAt,
    updatedAt: state.since,
  };
}

/** The tables of D1 that follow a meeting object. */
export function meetingLists(db: Database, now: () => number): MeetingLists {
  return {
    project: (projection) => projectMeeting(db, projection),
    restore: (projection, usage) => restoreMeeting(db, { projection, usage, now: now() }),
    reserveRecording: ({ meetId, ...ids }) => reserveForWorkspace(db, { meetId, ownership: ids, now: now() }),
    findAsker: (userId) => findAsker(db, userId),
    adoptRecording: (projection, which) => adoptRecording(db, { projection, ...which, at: now() }),
    chargeUsage: ({ meetId, source, workspaceId, createdBy }) =>
      chargeUsage(db, { meetId, kind: kindOf(source), workspaceId, createdBy, at: now() }),
    countUsage: ({ meetId, source }) => countUsage(db, { meetId, kind: kindOf(source), at: now() }),
    releaseUsage: ({ meetId, source }, reason) => releaseUsage(db, { meetId, kind: kindOf(source), reason, at: now() }),
    tombstone: ({ meetId, recordingId }, sequence) =>
      tombstoneMeeting(db, { meetId, recordingId, sequence, now: now() }),
  };
}
