import { sha256Text } from "#app/domain/sha256.ts";

/** Hex digits of the hash in a room's key: 128 bits. */
const SECRET_HASH_CHARS = 32;

/**
 * Returns the part that a link's secret (a passcode, a registrant's token) adds to its room's key: a hash, so that keys and names
 * never show the secret, and people with the right secret, a wrong one and none are in three different rooms. Empty without a
 * secret.
 * @param room platform and room, so that one passcode has another hash in each room.
 */
export function secretOfRoom(room: string, secret: string): string {
  return secret === "" ? "" : `/${sha256Text(`${room}\n${secret}`).slice(0, SECRET_HASH_CHARS)}`;
}

/** Platforms whose links may have a secret. */
const WITH_SECRET = new Set(["zoom", "teams"]);
const SECRET = new RegExp(`/[0-9a-f]{${SECRET_HASH_CHARS}}$`, "u");

/** Returns the key of a room without the part of its secret: for one person, links with the passcode and without lead to one call. */
export function roomWithoutSecret({ platform, roomKey }: { platform: string; roomKey: string }): string {
  return WITH_SECRET.has(platform) ? roomKey.replace(SECRET, "") : roomKey;
}
