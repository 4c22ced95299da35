const ENCODER = new TextEncoder();

/**
 * Returns the key of a secret for HMAC-SHA-256, which is imported once. Only the imported key is kept, never a promise of it: on Workers a
 * promise belongs to the request that made it, and other requests that wait for it hang when that one ends first.
 */
export function hmacKey(secret: string): () => Promise<CryptoKey> {
  let key: CryptoKey | null = null;
  return async () => {
    key ??= await crypto.subtle.importKey("raw", ENCODER.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify",
    ]);
    return key;
  };
}
