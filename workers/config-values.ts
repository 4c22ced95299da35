import * as z from "zod";
import type { SecretBoxKey } from "#app/server/ports/secret-box.ts";

/** Values of single variables: their schemas, and the keys of the secret box. */

export const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
export const named = z.string().trim().min(1);
export const optional = z.string().trim().min(1).optional();

/** Names of Jitsi servers, with commas between. A port or a path is no host. */
export const hostList = z
  .string()
  .transform((text) => text.split(",").map((host) => host.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/)).max(20));

/** An address, or a name and an address: "Acta <acta@acta.example>". A name with signs that would need quotes is refused. */
export const sender = z
  .string()
  .trim()
  .max(320)
  .regex(/^(?:[^\p{Cc}"<>@,;:\\()[\]]+ )?<[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>$|^[^\s<>@,;]+@[^\s<>@,;]+\.[^\s<>@,;]+$/u);

export const secretBoxKeys = z.string().transform((text, context): SecretBoxKey[] => {
  const keys = parseSecretBoxKeys(text);
  if (keys !== null) return keys;
  context.addIssue({ code: "custom" });
  return z.NEVER;
});

/** Address of the stand-ins of one machine (workers/stand-ins/server.mjs). */
const STAND_INS = "http://127.0.0.1:8788";
export const LOCAL_STAND_INS = { IDENTITY_ORIGIN: STAND_INS, CALENDAR_ORIGIN: STAND_INS, WEBHOOK_ORIGIN: STAND_INS };

/** The key of `npm start`, 32 letters in base64. It is published with the code, so production refuses it under any name. */
const PUBLISHED_KEY = "YWN0YS1sb2NhbC1zZWNyZXQtYm94LWtleS0zMmJ5dGU=";
export const LOCAL_SECRET_BOX_KEYS = `acta-local:${PUBLISHED_KEY}`;

/** One key seals; a second one only opens while secrets are sealed again. */
const KEYS_MAX = 2;

/** "name:key" or "name:key,name:key": keys of 32 bytes in base64, the sealing one first. Null if the text is anything else. */
export function parseSecretBoxKeys(text: string): SecretBoxKey[] | null {
  const parts = text.split(",").map((part) => /^\s*([a-z0-9][a-z0-9-]{0,31}):([A-Za-z0-9+/]{43}=)\s*$/.exec(part));
  const keys = parts.flatMap((part) => (part?.[1] && part[2] ? [{ name: part[1], bytes: bytesOf(part[2]) }] : []));
  if (keys.length !== parts.length || keys.length > KEYS_MAX) return null;
  return new Set(keys.map(({ name }) => name)).size === keys.length ? keys : null;
}

/** Problems that only production has with its keys; a problem never quotes a key. */
export function secretBoxProblems(keys: readonly SecretBoxKey[]): string[] {
  const texts = keys.map(({ bytes }) => textOf(bytes));
  if (texts.includes(PUBLISHED_KEY)) return ["SECRET_BOX_KEYS: the published local default is for one machine"];
  return new Set(texts).size === texts.length ? [] : ["SECRET_BOX_KEYS has the same key twice"];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function textOf(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
