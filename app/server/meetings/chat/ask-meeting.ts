import type { ChatQuestionBody } from "#app/contracts/chat-question.ts";
import { ok, type Outcome } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import type { ChatRefusal } from "#app/server/ports/meeting-chat.ts";
import { chatResponse } from "#app/server/meetings/chat/chat-response.ts";
import { findChat } from "#app/server/meetings/chat/find-chat.ts";
import type { Services } from "#app/server/services.ts";

/** Asks about a meeting, or asks a question again; answers with the events of the answer as they happen. */
export async function askMeeting(
  services: Pick<Services, "db" | "chats">,
  userId: string,
  asked: { meetId: string | undefined; body: ChatQuestionBody; request: Request },
): Promise<Outcome<Response, ChatRefusal>> {
  const found = await findChat(services, userId, asked.meetId);
  if (!found.ok) return found;
  const asker = { userId, locale: await localeOf(asked.request) };
  const chat = await services.chats.ask(found.value, asker, asked.body);
  return chat.ok ? ok(chatResponse(chat.value)) : chat;
}
