import { createHash } from "node:crypto";

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex, at once: crypto.subtle only answers later. For the server; a browser has no node:crypto. */
export function sha256Text(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
