import { decodeFully } from "#app/domain/meeting/link/address.ts";

const ENCODED_WORD = /[A-Za-z0-9+/_-]{12,}={0,2}/g;
const SCHEME = /[a-z][a-z0-9+.-]*:\/\//i;

/** Whether a text holds an address: as it stands, percent-encoded up to three times, or in base64. */
export function holdsLink(text: string): boolean {
  const decoded = decodeFully(text) ?? text;
  if (SCHEME.test(text) || SCHEME.test(decoded)) return true;
  return [...decoded.matchAll(ENCODED_WORD)].some(([word]) => SCHEME.test(readBase64(word) ?? ""));
}

/** Base64 of either alphabet, as text of one byte a letter; null where it is none. */
export function readBase64(word: string): string | null {
  try {
    return atob(word.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, ""));
  } catch {
    return null;
  }
}
