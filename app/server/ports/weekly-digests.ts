/** The digest of a person's last week. `week`: the Monday on which it is sent, "2026-11-23". */
export type WeeklyDigest = { userId: string; week: string };

/** The digests of a workspace (workers/workspace/mail). */
export interface WeeklyDigestsStub {
  /** Stores the digest, to be sent soon. The same person's same week again changes nothing. */
  takeDigest(digest: WeeklyDigest): Promise<void>;
}

/** The digests of all workspaces as use cases see them. */
export interface WeeklyDigests {
  of(workspaceId: string): WeeklyDigestsStub;
}
