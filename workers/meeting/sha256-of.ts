/** SHA-256 in base64, as S3 has it. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)));
  return btoa(String.fromCharCode(...digest));
}
