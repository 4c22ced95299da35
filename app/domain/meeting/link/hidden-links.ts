import { countSchemes, decodeFully } from "#app/domain/meeting/link/address.ts";

const ENCODED_WORD = /[A-Za-z0-9+/_-]{12,}={0,2}/g;

/** Tells whether a text contains an address: plain, percent-encoded up to three times, or in base64. */
export function holdsLink(text: string): boolean {
  const decoded = decodeFully(text) ?? text;
  if (countSchemes(text) > 0 || countSchemes(decoded) > 0) return true;
  return [...decoded.matchAll(ENCODED_WORD)].some(([word]) => countSchemes(readBase64(word) ?? "") > 0);
}

/** Decodes base64 of either alphabet to text of one byte per letter; null for other text. */
export function readBase64(word: string): string | null {
  try {
    return atob(word.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, ""));
  } catch {
    return null;
  }
}
