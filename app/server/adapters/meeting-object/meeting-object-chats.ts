import type { MeetId } from "#app/domain/ids.ts";
import { answered } from "#app/server/adapters/meeting-object/answered.ts";
import type { MeetingChatStub, MeetingChats } from "#app/server/ports/meeting-chat.ts";

/** The use cases' chats: each in the object of its meeting. */
export function meetingObjectChats(stubOf: (meetId: MeetId) => MeetingChatStub): MeetingChats {
  return {
    read: (meetId, asker) => answered(stubOf(meetId).readChat(asker)),
    ask: (meetId, asker, asked) => answered(stubOf(meetId).askChat(asker, asked)),
    stop: (meetId, userId) => answered(stubOf(meetId).stopChat(userId)),
    clear: (meetId, userId) => answered(stubOf(meetId).clearChat(userId)),
  };
}
