import { hmacKey } from "#app/server/tokens/hmac-key.ts";
import type { MeetId } from "#app/domain/ids.ts";

/**
 * The token of the address of a shared meeting, template or clip: 128 bits, derived from the link's own random id with a secret of the
 * configuration. So the address can be shown to its owner again, while D1 holds only its hash: neither D1 alone nor the secret
 * alone gives an address.
 */
export interface ShareTokens {
  tokenOf(link: { meetId: MeetId; linkId: string }): Promise<string>;
  /** The same for the link of a template. */
  templateTokenOf(link: { templateId: string; linkId: string }): Promise<string>;
  /** The same for a clip. */
  clipTokenOf(clip: { meetId: string; clipId: string }): Promise<string>;
}

const TOKEN_BYTES = 16;
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

export function shareTokens(secret: string): ShareTokens {
  const utf8 = new TextEncoder();
  const keyOf = hmacKey(secret);
  const derive = async (text: string) => {
    const mac = await crypto.subtle.sign("HMAC", await keyOf(), utf8.encode(text));
    return base32(new Uint8Array(mac, 0, TOKEN_BYTES));
  };
  return {
    tokenOf: ({ meetId, linkId }) => derive(`share/${meetId}/${linkId}`),
    templateTokenOf: ({ templateId, linkId }) => derive(`template/${templateId}/${linkId}`),
    clipTokenOf: ({ meetId, clipId }) => derive(`clip/${meetId}/${clipId}`),
  };
}

/** Crockford's letters, as in ids: 26 of them for 128 bits. */
function base32(bytes: Uint8Array): string {
  let text = "";
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((held >> bits) & 31);
      held &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + ALPHABET.charAt((held << (5 - bits)) & 31) : text;
}
