import type { MeetId } from "#app/domain/ids.ts";
import type { CallNews } from "#app/domain/meeting/call.ts";
import type { CallListenerStub } from "#app/server/ports/call-process.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

export function meetingDesk(stubOf: (meetId: MeetId) => CallListenerStub) {
  return async (meetId: MeetId, news: CallNews): Promise<"taken" | "gone"> => {
    const answer = await stubOf(meetId).tellOfCall(news);
    if (answer === "not-yet") throw new UpstreamError({ service: "meeting-object", retryable: true });
    return answer;
  };
}
