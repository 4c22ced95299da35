import { reserveForWorkspace } from "#app/server/account/recording-reservation.ts";
import { chargeUsage, countUsage, kindOf, releaseUsage } from "#app/server/account/usage-ledger.ts";
import type { Database } from "#app/server/db/database.ts";
import { adoptRecording } from "#app/server/meetings/adopt-recording.ts";
import { findAsker } from "#app/server/meetings/find-owner.ts";
import { tombstoneMeeting } from "#app/server/meetings/tombstone-meeting.ts";
import { projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { restoreMeeting } from "#app/server/meetings/restore-meeting.ts";
import type { MeetingLists } from "#workers/meeting/deps.ts";

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
