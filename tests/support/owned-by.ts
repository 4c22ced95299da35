import type { Ownership } from "#app/domain/account/actor.ts";

/** For rows and births in tests: in a person's own workspace, made by them. */
export const ownedBy = (userId: string): Ownership => ({ workspaceId: userId, createdBy: userId });
