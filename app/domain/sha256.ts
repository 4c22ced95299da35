/** SHA-256 in base64, as S3 has it. */
export async function sha256Base64(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** Joins pieces of bytes; a single piece is returned as it is, without a copy. */
export function joinBytes<Memory extends ArrayBufferLike>(
  pieces: readonly Uint8Array<Memory>[],
): Uint8Array<Memory | ArrayBuffer> {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
