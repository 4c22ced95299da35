import type { MeetId, UserId, WorkspaceId } from "#app/domain/ids.ts";
import type { SharePart } from "#app/domain/meeting/access.ts";

/** What a request may do at most, beside what its person may do. A session has all scopes. */
export const SCOPES = ["read", "write"] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * A person. `workspaceId` is the workspace in which they act; everything that they make belongs to it.
 * `session`: a signed-in browser. `sessionHash` is the key of its row in D1; it opens nothing, and no page is told it.
 * `token`: an API key; `tokenId` is the key of its row.
 */
export type SessionActor = {
  via: "session";
  userId: UserId;
  workspaceId: WorkspaceId;
  scopes: readonly Scope[];
  sessionHash: string;
};
type TokenActor = {
  via: "token";
  userId: UserId;
  workspaceId: WorkspaceId;
  scopes: readonly Scope[];
  tokenId: string;
};
export type PersonActor = SessionActor | TokenActor;

/** The holder of a share link: no person, and one meeting with the parts that its link shows. */
export type ShareActor = {
  via: "share";
  userId: null;
  workspaceId: WorkspaceId;
  scopes: readonly Scope[];
  meetId: MeetId;
  parts: readonly SharePart[];
};

/** A machine that proves itself by a signature over its request (webhooks, the recorder). It reaches no meeting by its id. */
type SignatureActor = { via: "signature"; userId: null; workspaceId: null; scopes: readonly Scope[] };

/** Where a request comes from and on whose behalf. Made by `authenticate` and `findShared`, and nowhere else. */
export type Actor = PersonActor | ShareActor | SignatureActor;
