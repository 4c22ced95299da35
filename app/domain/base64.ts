/** A function accepts a limited number of arguments. */
const CHUNK_BYTES = 0x8000;

/** Base64 of bytes of any length, for JSON. */
export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  return btoa(pieces.join(""));
}
