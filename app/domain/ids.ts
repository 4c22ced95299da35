/**
 * Ids are opaque, branded strings made here and nowhere else. 24 characters of Crockford's base 32 (120 random bits):
 * a meeting's id is a first-level path segment, and no route of ours has that length and alphabet.
 */
declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

export type UserId = Id<"user">;
export type WorkspaceId = Id<"workspace">;
export type MeetId = Id<"meet">;
export type RecordingId = Id<"recording">;
/** One call in a room: an occurrence, with one bot and one recording. */
export type CallId = Id<"call">;

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const ID_LENGTH = 24;
const ID_PATTERN = /^[0-9abcdefghjkmnpqrstvwxyz]{24}$/;

/** 24 random characters; `fill` is crypto.getRandomValues but for tests. */
export function randomId(
  fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  const bytes = fill(new Uint8Array(ID_LENGTH));
  let id = "";
  for (const byte of bytes) id += ALPHABET.charAt(byte & 31);
  return id;
}

export const newUserId = () => randomId() as UserId;
export const newMeetId = () => randomId() as MeetId;
export const newRecordingId = () => randomId() as RecordingId;
export const newCallId = () => randomId() as CallId;

/** Everybody has a workspace of their own. It has the id of its person, so that rows from before workspaces need no lookup. */
export function personalWorkspaceOf(userId: UserId): WorkspaceId {
  return userId as string as WorkspaceId;
}

export function isId(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** The meeting's id in a path or payload, or null where the text cannot be one. */
export function parseMeetId(text: string | undefined): MeetId | null {
  return text !== undefined && isId(text) ? (text as MeetId) : null;
}

/** The call's id in a path, or null where the text cannot be one. */
export function parseCallId(text: string | undefined): CallId | null {
  return text !== undefined && isId(text) ? (text as CallId) : null;
}
