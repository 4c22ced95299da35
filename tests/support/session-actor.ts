import { SCOPES, type SessionActor } from "#app/domain/account/actor.ts";
import { personalWorkspaceOf, type UserId } from "#app/domain/ids.ts";

/** A signed-in person, for tests that call use cases directly. */
export function sessionActor(userId: UserId): SessionActor {
  const workspaceId = personalWorkspaceOf(userId);
  return { via: "session", userId, workspaceId, scopes: SCOPES, sessionHash: "0".repeat(64) };
}
