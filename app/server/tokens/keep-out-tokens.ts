import { hmacKey } from "#app/server/tokens/hmac-key.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";

/**
 * The link in the mail "Acta will join in an hour". Whoever has it keeps Acta out of this one event, and nothing else; it needs no session
 * and no row, and ends with the event. The token is `<person>.<account>.<event>.<end>.<mac>`; its end is that of the mail's moment.
 */
export type KeptOutEvent = { userId: string; accountId: string; eventId: string; endsAt: number };

export interface KeepOutTokens {
  tokenFor(event: KeptOutEvent): Promise<string>;
  /** The event of a link of ours; null for any other. */
  read(token: string): Promise<KeptOutEvent | null>;
}

export const KEEP_OUT_PATH = "/keep-out/";

const ENCODER = new TextEncoder();
const TOKEN = /^([0-9a-z-]{1,64})\.([0-9a-z-]{1,64})\.([0-9a-z-]{1,64})\.([0-9]{1,15})\.([0-9a-f]{64})$/;

export function keepOutTokens(secret: string): KeepOutTokens {
  const keyOf = hmacKey(secret);
  return {
    async tokenFor({ userId, accountId, eventId, endsAt }) {
      const said = `${userId}.${accountId}.${eventId}.${endsAt}`;
      const mac = await crypto.subtle.sign("HMAC", await keyOf(), messageOf(said));
      return `${said}.${toHex(new Uint8Array(mac))}`;
    },
    async read(token) {
      const [, userId = "", accountId = "", eventId = "", endsAt = "", mac = ""] = TOKEN.exec(token) ?? [];
      if (mac === "") return null;
      const bytes = Uint8Array.from(mac.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      const said = `${userId}.${accountId}.${eventId}.${endsAt}`;
      const isOurs = await crypto.subtle.verify("HMAC", await keyOf(), bytes, messageOf(said));
      return isOurs ? { userId, accountId, eventId, endsAt: Number(endsAt) } : null;
    },
  };
}

/** Begins with a word of its own, so that no other token of the same secret is one of these. */
function messageOf(said: string): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(`keep-out\n${said}`);
}
