import { countSchemes, decodeFully } from "#app/domain/meeting/link/address.ts";

const ENCODED_WORD = /[A-Za-z0-9+/_-]{12,}={0,2}/g;

/** Whether a text holds an address: as it stands, percent-encoded up to three times, or in base64. */
export function holdsLink(text: string): boolean {
  const decoded = decodeFully(text) ?? text;
  if (countSchemes(text) > 0 || countSchemes(decoded) > 0) return true;
  return [...decoded.matchAll(ENCODED_WORD)].some(([word]) => countSchemes(readBase64(word) ?? "") > 0);
}

/** Base64 of either alphabet, as text of one byte a letter; null where it is none. */
export function readBase64(word: string): string | null {
  try {
    return atob(word.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, ""));
  } catch {
    return null;
  }
}
