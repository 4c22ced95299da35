import type { CallId } from "#app/domain/ids.ts";

/**
 * Token that authenticates a call's recorder: `<object>.<mac>`. The object's id finds the room without a lookup table, and the mac
 * binds it to this call, so that neither a guess nor another call's token is accepted.
 */

const ENCODER = new TextEncoder();

export async function signSink(secret: string, callId: CallId, object: string): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret), messageOf(callId, object)));
  return `${object}.${toHex(mac)}`;
}

/** The object's id if the token belongs to this call, else null. The comparison does not reveal where two tokens differ. */
export async function verifySink(secret: string, callId: CallId, token: string): Promise<string | null> {
  const [, object, mac] = /^([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (object === undefined || mac === undefined) return null;
  const bytes = Uint8Array.from(mac.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const isOurs = await crypto.subtle.verify("HMAC", await keyOf(secret), bytes, messageOf(callId, object));
  return isOurs ? object : null;
}

function keyOf(secret: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", ENCODER.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
    "verify",
  ]);
}

function messageOf(callId: CallId, object: string): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(`recorder-sink\n${callId}\n${object}`);
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
