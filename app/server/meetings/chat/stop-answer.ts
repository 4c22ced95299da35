import type { PersonActor } from "#app/domain/account/actor.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import { findChat } from "#app/server/meetings/chat/find-chat.ts";
import type { Services } from "#app/server/services.ts";

/** Ends the answer that is being written for a person. It is no error when there is none. */
export async function stopAnswer(
  services: Pick<Services, "db" | "chats">,
  actor: PersonActor,
  meetId: string | undefined,
): Promise<Outcome<null, "not-found">> {
  const found = await findChat(services, actor, meetId);
  return found.ok ? services.chats.stopChat(found.value, actor.userId) : found;
}
