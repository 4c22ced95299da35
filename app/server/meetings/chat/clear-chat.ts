import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import { findChat } from "#app/server/meetings/chat/find-chat.ts";
import type { Services } from "#app/server/services.ts";

/** Removes a person's conversation about a meeting. Idempotent. */
export async function clearChat(
  services: Pick<Services, "db" | "chats">,
  actor: PersonActor,
  meetId: string | undefined,
): Promise<Outcome<null, "not-found">> {
  const found = await findChat(services, actor, meetId);
  return found.ok ? services.chats.clearChat(found.value, actor.userId) : found;
}
