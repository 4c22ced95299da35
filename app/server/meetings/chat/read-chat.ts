import { ok, type Outcome } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { chatResponse } from "#app/server/meetings/chat/chat-response.ts";
import { findChat } from "#app/server/meetings/chat/find-chat.ts";
import type { Services } from "#app/server/services.ts";

/** A person's conversation about a meeting, and the answer that is being written to them for as long as it is. */
export async function readChat(
  services: Pick<Services, "db" | "chats">,
  userId: string,
  asked: { meetId: string | undefined; request: Request },
): Promise<Outcome<Response, "not-found">> {
  const found = await findChat(services, userId, asked.meetId);
  if (!found.ok) return found;
  const chat = await services.chats.read(found.value, { userId, locale: await localeOf(asked.request) });
  if (!chat.ok) return chat;
  if (asked.request.method !== "HEAD") return ok(chatResponse(chat.value));
  await chat.value.cancel();
  return ok(chatResponse(null));
}
