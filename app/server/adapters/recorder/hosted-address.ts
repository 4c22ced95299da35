import * as z from "zod";
import { isId } from "#app/domain/ids.ts";
import type { CallAddress } from "#app/server/ports/recorder.ts";

/** Metadata of a hosted bot, as we wrote it into the order. It identifies the call. */
export const hostedMetadata = z.object({
  acta_call: z.string().refine(isId),
  acta_object: z.string().regex(/^[0-9a-f]{64}$/),
});

export function addressOf(metadata: z.output<typeof hostedMetadata>): CallAddress {
  return { callId: metadata.acta_call, object: metadata.acta_object };
}

/** Whether a signature is the HMAC-SHA256 of the message, compared without telling where it differs. */
export async function isSigned(secret: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>, signature: string) {
  const bytes = fromBase64(signature);
  if (bytes === null || secret.byteLength === 0) return false;
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  return crypto.subtle.verify("HMAC", key, bytes, message);
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Epoch ms of a time as they write it, or `now` where it is none. */
export function timeOf(text: string | null | undefined, now: number): number {
  const at = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? now : Math.round(at);
}
