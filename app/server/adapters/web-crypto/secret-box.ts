import { invariant } from "#app/domain/invariant.ts";
import type { SecretBox, SecretBoxKey } from "#app/server/ports/secret-box.ts";

/** NIST SP 800-38D §8.2.2: 96 random bits, for fewer than 2^32 secrets of one key. */
const IV_BYTES = 12;
const VERSION = "v1";
/** Number of arguments that String.fromCharCode is given at once: the engine limits them. */
const CODES_MAX = 8192;

/**
 * AES-256-GCM by WebCrypto. The first key seals and all keys open, so that a key can be replaced. A ciphertext is
 * `v1.<key name>.<iv>.<encrypted>` in base64; version, key name and context are authenticated with it.
 */
export function aesGcmSecretBox(keys: readonly SecretBoxKey[]): SecretBox {
  const [current] = keys;
  invariant(current !== undefined, "a secret box has a key");
  // Keys, never promises of them: on Workers a promise belongs to the request that made it.
  const imported = new Map<string, CryptoKey>();

  async function keyOf({ name, bytes }: SecretBoxKey): Promise<CryptoKey> {
    const known =
      imported.get(name) ?? (await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]));
    imported.set(name, known);
    return known;
  }

  return {
    async seal(secret, context) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const head = `${VERSION}.${current.name}`;
      const algorithm = { name: "AES-GCM", iv, additionalData: bytesOf(`${head}.${context}`) };
      const sealed = await crypto.subtle.encrypt(algorithm, await keyOf(current), bytesOf(secret));
      return `${head}.${toBase64(iv)}.${toBase64(new Uint8Array(sealed))}`;
    },
    async open(sealed, context) {
      const [version, name, iv, body, ...more] = sealed.split(".");
      const key = keys.find((one) => one.name === name);
      if (version !== VERSION || !key || iv === undefined || body === undefined || more.length > 0) return null;
      try {
        const additionalData = bytesOf(`${version}.${key.name}.${context}`);
        const algorithm = { name: "AES-GCM", iv: fromBase64(iv), additionalData };
        return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await keyOf(key), fromBase64(body)));
      } catch {
        // WebCrypto only says that the tag is wrong; atob only says that the text is no base64.
        return null;
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${current.name}.`),
  };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toBase64(bytes: Uint8Array): string {
  let codes = "";
  for (let at = 0; at < bytes.length; at += CODES_MAX) {
    codes += String.fromCharCode(...bytes.subarray(at, at + CODES_MAX));
  }
  return btoa(codes);
}

function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
