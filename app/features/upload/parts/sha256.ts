/** SHA-256 in base64, as S3 has it. */
export async function sha256Base64(bytes: ArrayBuffer): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))));
}
