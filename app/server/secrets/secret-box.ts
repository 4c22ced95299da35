import { invariant } from "#app/domain/invariant.ts";

/**
 * Keeps secrets of people (tokens of their calendars, of their CRM) in the database. AES-256-GCM by WebCrypto. Two keys are valid at
 * once, so that a key can be changed: the first one seals, both open, and each sealed value names its key.
 */
export interface SecretBox {
  /** `about` names the owner of the secret, as "calendar/<user id>": a value sealed for one row does not open in another. */
  seal(secret: string, about: string): Promise<string>;
  /** Null when it was sealed with another key, for another `about`, or was changed. */
  open(sealed: string, about: string): Promise<string | null>;
  /** False when only an older key opens it: it has to be sealed again before that key is removed. */
  isCurrent(sealed: string): boolean;
}

/** `bytes` are 32. */
export type SecretBoxKey = { name: string; bytes: Uint8Array<ArrayBuffer> };

const KEYS_MAX = 2;
/** NIST SP 800-38D: 96 random bits, for fewer than 2^32 secrets of one key. */
const IV_BYTES = 12;
const VERSION = "v1";

export function secretBox(keys: readonly SecretBoxKey[]): SecretBox {
  const [current] = keys;
  invariant(current !== undefined, "a secret box has a key");
  const imported = new Map<string, Promise<CryptoKey>>();

  function keyOf({ name, bytes }: SecretBoxKey): Promise<CryptoKey> {
    const known = imported.get(name) ?? crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
    imported.set(name, known);
    return known;
  }

  return {
    async seal(secret, about) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const head = `${VERSION}.${current.name}`;
      const sealed = await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData: bytesOf(`${head}.${about}`) },
        await keyOf(current),
        bytesOf(secret),
      );
      return `${head}.${toText(iv)}.${toText(new Uint8Array(sealed))}`;
    },
    async open(sealed, about) {
      const [version, name, iv, body, ...more] = sealed.split(".");
      const key = keys.find((one) => one.name === name);
      if (version !== VERSION || !key || iv === undefined || body === undefined || more.length > 0) return null;
      try {
        const additionalData = bytesOf(`${version}.${key.name}.${about}`);
        const algorithm = { name: "AES-GCM", iv: toBytes(iv), additionalData };
        return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, await keyOf(key), toBytes(body)));
      } catch {
        // WebCrypto says no more than that the tag is wrong, or that the text is no base64.
        return null;
      }
    },
    isCurrent: (sealed) => sealed.startsWith(`${VERSION}.${current.name}.`),
  };
}

/** "name:key,name:key": one or two keys of 32 bytes in base64, the one that seals first. Null where the text is none. */
export function parseSecretBoxKeys(text: string): SecretBoxKey[] | null {
  const parts = text.split(",").map((part) => /^\s*([a-z0-9][a-z0-9-]{0,31}):([A-Za-z0-9+/]{43}=)\s*$/.exec(part));
  const keys = parts.flatMap((part) => (part?.[1] && part[2] ? [{ name: part[1], bytes: toBytes(part[2]) }] : []));
  if (keys.length !== parts.length || keys.length > KEYS_MAX) return null;
  return new Set(keys.map(({ name }) => name)).size === keys.length ? keys : null;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toText(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
