import { answered } from "#app/server/adapters/meeting-object/answered.ts";
import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingEdits, MeetingEditsStub } from "#app/server/ports/meeting-edits.ts";

/** Corrections go to the meeting's own object. */
export function meetingObjectEdits(stubOf: (meetId: MeetId) => MeetingEditsStub): MeetingEdits {
  return {
    correct: (meetId, correction, by) => answered(stubOf(meetId).correct(correction, by)),
    readEdits: (meetId, question) => answered(stubOf(meetId).readEdits(question)),
  };
}
