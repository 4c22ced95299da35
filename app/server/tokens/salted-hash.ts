import { hmacKey } from "#app/server/tokens/hmac-key.ts";

/**
 * Hashes of what can be guessed (addresses, networks, identities): keyed, so that the database alone does not tell whose they are. Each purpose
 * has hashes of its own, which cannot be compared with another one's.
 */
export interface SaltedHash {
  (
    purpose: "mail-send" | "mail-stop" | "identity-use" | "objection" | "oauth-access" | "oauth-refresh",
    text: string,
  ): Promise<string>;
}

const ENCODER = new TextEncoder();

export function saltedHash(secret: string): SaltedHash {
  const keyOf = hmacKey(secret);
  return async (purpose, text) => {
    const mac = await crypto.subtle.sign("HMAC", await keyOf(), ENCODER.encode(`${purpose}\n${text}`));
    return Array.from(new Uint8Array(mac), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}
