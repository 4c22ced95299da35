import { countUsage, releaseUsage } from "#app/server/account/usage-ledger.ts";
import type { Database } from "#app/server/db/database.ts";
import { buryMeeting } from "#app/server/meetings/bury-meeting.ts";
import { projectMeeting } from "#app/server/meetings/project-meeting.ts";
import { restoreMeeting } from "#app/server/meetings/restore-meeting.ts";
import type { MeetingLists } from "#workers/meeting/deps.ts";

/** The tables of D1 that follow a meeting object. */
export function meetingLists(db: Database, now: () => number): MeetingLists {
  return {
    project: (projection) => projectMeeting(db, projection),
    restore: (projection, usage) => restoreMeeting(db, { projection, usage, now: now() }),
    countUsage: ({ meetId }) => countUsage(db, { meetId, kind: "upload", at: now() }),
    releaseUsage: ({ meetId }, reason) => releaseUsage(db, { meetId, kind: "upload", reason, at: now() }),
    bury: ({ meetId, ownerUserId, recordingId }, sequence) =>
      buryMeeting(db, { meetId, ownerUserId, recordingId, sequence, now: now() }),
  };
}
