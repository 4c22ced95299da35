/** The workspace and the creator of something. Both are stored with every row and object of a meeting. */
export type Ownership = { workspaceId: string; createdBy: string };

/** Returns the ownership of an actor's new meetings and files: they belong to the workspace in which the actor acts. */
export function ownershipOf({ workspaceId, userId }: { workspaceId: string; userId: string }): Ownership {
  return { workspaceId, createdBy: userId };
}
