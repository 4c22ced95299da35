import { isId } from "#app/domain/ids.ts";
import { toHex } from "#app/server/tokens/sink-token.ts";

/**
 * The secret that Google and Microsoft send back with each notification (`X-Goog-Channel-Token`, `clientState`):
 * `<account>.<channel>.<mac>`. The account is found without a lookup, and a notification that nobody ordered wakes no object.
 */
export type ChannelAddress = { accountId: string; channelId: string };

const ENCODER = new TextEncoder();

/** At most 128 characters, which is what Graph takes. */
export async function signChannel(secret: string, address: ChannelAddress): Promise<string> {
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", await keyOf(secret), messageOf(address)));
  return `${address.accountId}.${address.channelId}.${toHex(mac)}`;
}

/** Null where the token is not ours. The comparison does not reveal where two tokens differ. */
export async function verifyChannel(secret: string, token: string): Promise<ChannelAddress | null> {
  const [, accountId, channelId, mac] = /^([^.]{1,32})\.([^.]{1,32})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (accountId === undefined || channelId === undefined || mac === undefined) return null;
  if (!isId(accountId) || !isId(channelId)) return null;
  const bytes = Uint8Array.from(mac.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const address = { accountId, channelId };
  return (await crypto.subtle.verify("HMAC", await keyOf(secret), bytes, messageOf(address))) ? address : null;
}

function keyOf(secret: string): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", ENCODER.encode(secret), algorithm, false, ["sign", "verify"]);
}

function messageOf({ accountId, channelId }: ChannelAddress): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(`calendar-channel\n${accountId}\n${channelId}`);
}
