/** SHA-256 in base64, as S3 has it. */
export async function sha256Base64(bytes: ArrayBuffer | Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
