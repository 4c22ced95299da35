import { type MeetingLink, type ReadLink, readMeetingLink } from "#app/domain/meeting/link.ts";
import { sha256Text } from "#app/domain/sha256-text.ts";

/** Hex digits of the hash in a room's key: 128 bits. */
const SECRET_HASH_CHARS = 32;

/**
 * Returns the link with its room's key. A secret adds a hash to the key, so that keys and names never show the secret, and people with the
 * right secret, a wrong one and none are in three different rooms. Platform and room are hashed too, so that one passcode has another hash
 * in each room.
 */
export function withRoomKey({ platform, room, secret = "", url }: ReadLink): MeetingLink {
  const hash = sha256Text(`${platform}:${room}\n${secret}`).slice(0, SECRET_HASH_CHARS);
  return { platform, roomKey: secret === "" ? room : `${room}/${hash}`, url };
}

/**
 * Returns the room key of a stored place by today's rules: places stored before secrets were part of the key are updated. Places
 * on the operator's Jitsi servers keep their key.
 */
export function currentRoomKey({ platform, roomKey, url }: { platform: string; roomKey: string; url: string }): string {
  const read = readMeetingLink(url);
  return read.ok && read.value.platform === platform ? withRoomKey(read.value).roomKey : roomKey;
}

/** Platforms whose links may have a secret. */
const WITH_SECRET = new Set(["zoom", "teams"]);
const SECRET = new RegExp(`/[0-9a-f]{${SECRET_HASH_CHARS}}$`, "u");

/** Returns the key of a room without the part of its secret: for one person, links with the passcode and without lead to one call. */
export function roomWithoutSecret({ platform, roomKey }: { platform: string; roomKey: string }): string {
  return WITH_SECRET.has(platform) ? roomKey.replace(SECRET, "") : roomKey;
}
