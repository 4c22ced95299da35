import type { UserId } from "#app/domain/ids.ts";

/** The session of a page, on its way from the Worker to the object: an upgrade is a fetch and carries it only in a header. */
export const SESSION_HASH_HEADER = "X-Acta-Session-Hash";

/** The part of a workspace's object that keeps the sockets of its person's open pages. */
export interface OpenPagesStub {
  /** The socket of a page of a session. Only the Worker sends this request, after it has read the session. */
  fetch(request: Request): Promise<Response>;
  /** Something that the person's pages show has changed; each page reads again by itself what it shows. */
  tellPages(): Promise<void>;
  /** Closes the sockets of a session that has ended. */
  closePages(sessionHash: string): Promise<void>;
}

/** The open pages of people as use cases see them. */
export interface OpenPages {
  connect(userId: UserId, sessionHash: string, request: Request): Promise<Response>;
  /** Never throws: a page that is not told reads by its clock. */
  tell(userId: string): Promise<void>;
  close(userId: UserId, sessionHash: string): Promise<void>;
}
