import type { MeetId } from "#app/domain/ids.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import type { CallListenerStub } from "#app/server/ports/call-process.ts";

export function meetingContext(stubOf: (meetId: MeetId) => CallListenerStub) {
  return (meetId: MeetId, published: PublishedCallEvent): Promise<"taken" | "gone" | "not-yet"> =>
    stubOf(meetId).onCallEvent(published);
}
