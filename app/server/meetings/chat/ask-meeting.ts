import type { SessionActor } from "#app/domain/account/actor.ts";
import type { ChatQuestionBody } from "#app/contracts/chat-question.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { openStream } from "#app/server/auth/session-streams.ts";
import type { ChatRefusal } from "#app/server/ports/meeting-chat.ts";
import { chatResponse } from "#app/server/meetings/chat/chat-response.ts";
import { findChat } from "#app/server/meetings/chat/find-chat.ts";
import type { Services } from "#app/server/services.ts";

/** Asks about a meeting, or asks a question again; answers with the events of the answer as they happen. */
export async function askMeeting(
  services: Pick<Services, "db" | "chats" | "meetings" | "log" | "now">,
  actor: SessionActor,
  asked: { meetId: string | undefined; body: ChatQuestionBody; request: Request },
): Promise<Outcome<Response, ChatRefusal | "signed-out">> {
  const { userId, sessionHash } = actor;
  const found = await findChat(services, actor, asked.meetId);
  if (!found.ok) return found;
  const meetId = found.value;
  const asker = { userId, sessionHash, locale: await localeOf(asked.request) };
  const chat = await openStream(services, { sessionHash, meetId }, () =>
    services.chats.askChat(meetId, asker, asked.body),
  );
  if (chat === null) return refused("signed-out");
  return chat.ok ? ok(chatResponse(chat.value)) : chat;
}
