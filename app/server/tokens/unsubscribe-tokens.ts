import { hmacKey } from "#app/server/tokens/hmac-key.ts";
import { isId } from "#app/domain/ids.ts";
import { parseStoppableKind, type StoppableKind, STOPPABLE_KINDS } from "#app/domain/mail/mail-kinds.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";

/**
 * The token in a mail's link that switches mails of its kind off: `<person>.<mac>`. It needs no session and no row, works as long as the
 * secret stays, and allows nothing else. Of a follow-up, the person is the key of an address (mail/stopped-addresses.ts).
 */
export interface UnsubscribeTokens {
  tokenFor(userId: string, kind: StoppableKind): Promise<string>;
  /** The person and the kind of a link of ours; null for any other. */
  read(link: {
    kind: string | undefined;
    token: string | undefined;
  }): Promise<{ userId: string; kind: StoppableKind } | null>;
}

/** The path of the page behind the link. */
export const unsubscribePath = (kind: StoppableKind, token: string) => `/unsubscribe/${kind}/${token}`;

const ENCODER = new TextEncoder();
const TOKEN = /^([0-9a-z]{24})\.([0-9a-f]{64})$/;

export function unsubscribeTokens(secret: string): UnsubscribeTokens {
  const keyOf = hmacKey(secret);
  return {
    async tokenFor(userId, kind) {
      const mac = await crypto.subtle.sign("HMAC", await keyOf(), messageOf(userId, kind));
      return `${userId}.${toHex(new Uint8Array(mac))}`;
    },
    async read(link) {
      const kind = parseStoppableKind(link.kind);
      const [, userId = "", mac = ""] = TOKEN.exec(link.token ?? "") ?? [];
      if (!isId(userId)) return null;
      const bytes = Uint8Array.from(mac.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
      // An unknown kind takes as long as a known one.
      const message = messageOf(userId, kind ?? STOPPABLE_KINDS[0]);
      const isOurs = await crypto.subtle.verify("HMAC", await keyOf(), bytes, message);
      return isOurs && kind !== null ? { userId, kind } : null;
    },
  };
}

function messageOf(userId: string, kind: StoppableKind): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(`unsubscribe\n${userId}\n${kind}`);
}
