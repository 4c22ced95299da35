import type { SessionActor } from "#app/domain/account/actor.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { localeOf } from "#app/i18n/server.ts";
import { openStream } from "#app/server/auth/session-streams.ts";
import { chatResponse } from "#app/server/meetings/chat/chat-response.ts";
import { findChat } from "#app/server/meetings/chat/find-chat.ts";
import type { Services } from "#app/server/services.ts";

/** A person's conversation about a meeting, and the answer that is being written to them for as long as it is. */
export async function readChat(
  services: Pick<Services, "db" | "chats" | "meetings" | "log" | "now">,
  actor: SessionActor,
  asked: { meetId: string | undefined; request: Request },
): Promise<Outcome<Response, "not-found" | "signed-out">> {
  const { userId, sessionHash } = actor;
  const found = await findChat(services, actor, asked.meetId);
  if (!found.ok) return found;
  const meetId = found.value;
  const asker = { userId, sessionHash, locale: await localeOf(asked.request) };
  const chat = await openStream(services, { sessionHash, meetId }, () => services.chats.readChat(meetId, asker));
  if (chat === null) return refused("signed-out");
  if (!chat.ok) return chat;
  if (asked.request.method !== "HEAD") return ok(chatResponse(chat.value));
  await chat.value.cancel();
  return ok(chatResponse(null));
}
