/** To which workspace something belongs, and the person who made it. Both stay with every row and object of a meeting. */
export type Ownership = { workspaceId: string; createdBy: string };

/** The ownership of what an actor makes: it belongs to the workspace in which they act. */
export function ownershipOf({ workspaceId, userId }: { workspaceId: string; userId: string }): Ownership {
  return { workspaceId, createdBy: userId };
}
