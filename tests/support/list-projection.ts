import { newMeetId, newRecordingId, type UserId } from "#app/domain/ids.ts";
import type { MeetingProjection } from "#app/server/meetings/project-meeting.ts";
import { ownedBy } from "#tests/support/owned-by.ts";

export const LISTED_TASK = {
  taskId: "1",
  text: "Order the rice",
  description: null,
  assigned: "Nora",
  deadline: null,
  done: false,
  startMs: 5,
  unconfirmed: false,
};

/** The facts that a meeting with one person and one task writes into lists. */
export function projectionOf(userId: UserId, over: Partial<MeetingProjection> = {}): MeetingProjection {
  return {
    meetId: newMeetId(),
    ...ownedBy(userId),
    role: null,
    recordingId: newRecordingId(),
    title: "Weekly",
    startsAt: 1000,
    timeZone: "UTC",
    language: "en",
    templateId: null,
    source: "upload",
    platform: null,
    lobbyState: null,
    participants: null,
    durationMs: 60_000,
    status: "SUMMARIZED",
    reason: null,
    recognisedMs: 0,
    wantedMs: 0,
    taskCount: 1,
    mergedInto: null,
    awaitsModel: false,
    people: ["Nora"],
    tasks: [LISTED_TASK],
    sequence: 1,
    createdAt: 1,
    updatedAt: 1,
    ...over,
  };
}
