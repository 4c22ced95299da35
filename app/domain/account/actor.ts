import type { MeetId, UserId, WorkspaceId } from "#app/domain/ids.ts";
import type { SharePart } from "#app/domain/meeting/access.ts";

/** The upper limit of what a request may do; the rights of its person apply as well. A session has all scopes. */
export const SCOPES = ["read", "write"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * A person. `workspaceId` is the workspace in which they act; everything that they create belongs to it.
 * `session`: a signed-in browser. `sessionHash` is the key of its row in D1. The hash grants no access and is never sent to a
 * page.
 * `token`: an API key; `tokenId` is the key of its row.
 */
export type SessionActor = {
  via: "session";
  userId: UserId;
  workspaceId: WorkspaceId;
  scopes: readonly Scope[];
  sessionHash: string;
};
export type TokenActor = {
  via: "token";
  userId: UserId;
  workspaceId: WorkspaceId;
  scopes: readonly Scope[];
  tokenId: string;
};
export type PersonActor = SessionActor | TokenActor;

/** The holder of a share link: not a person. Reaches one meeting, and only the parts that the link shows. */
export type ShareActor = {
  via: "share";
  userId: null;
  workspaceId: WorkspaceId;
  scopes: readonly Scope[];
  meetId: MeetId;
  parts: readonly SharePart[];
};

/**
 * The source of a request and the person on whose behalf it is made. Created by `authenticate` from a session, by `tokenActor` from an API
 * key or an app's token, by `findShared` from a share link, and by `closeLostStreams` for the sessions whose access may have ended. Signed
 * calls of machines are judged before Remix and make no actor (decision 047).
 */
export type Actor = PersonActor | ShareActor;

/** The workspace and the creator of something. Both are stored with every row and object of a meeting. */
export type Ownership = { workspaceId: string; createdBy: string };

/** Returns the ownership of an actor's new meetings and files: they belong to the workspace in which the actor acts. */
export function ownershipOf({ workspaceId, userId }: { workspaceId: string; userId: string }): Ownership {
  return { workspaceId, createdBy: userId };
}
