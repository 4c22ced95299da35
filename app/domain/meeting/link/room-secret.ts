import { sha256Text } from "#app/domain/sha256-text.ts";

/** Hex digits of the hash that stand in a room's key: 128 bits. */
const SECRET_HASH_CHARS = 32;

/**
 * What a link's secret (a passcode, a registrant's token) adds to the key of its room: a hash, so that keys and names never
 * show the secret, and people with the right, a wrong and no secret are in three different rooms. Empty without a secret.
 * @param room platform and room, so that one passcode has another hash in each room.
 */
export function secretOfRoom(room: string, secret: string): string {
  return secret === "" ? "" : `/${sha256Text(`${room}\n${secret}`).slice(0, SECRET_HASH_CHARS)}`;
}
