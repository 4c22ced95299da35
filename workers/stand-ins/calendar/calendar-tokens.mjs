import { base64Url, digestOf } from "../oauth.mjs";

/**
 * Tokens of the calendar stand-ins. A token carries its grant and a digest, so that a grant survives a restart of the process; what was revoked in
 * this run is kept in memory.
 *
 * @typedef {import("./calendar-state.mjs").Provider} Provider
 * @typedef {{ provider: Provider, personId: string, scopes: string[], grant: string }} Grant
 * @typedef {Grant & { kind: "refresh" | "access", round: number, run: string, expiresAt: number | null }} TokenContent
 */

export const TOKEN_LIFE_S = 3600;

/** @param {{ secretOf: (provider: Provider) => string, now: () => number }} settings */
export function createTokens({ secretOf, now }) {
  /** Grants, and people as `provider/person`. @type {Set<string>} */
  const revoked = new Set();
  let run = crypto.randomUUID();

  /** @param {TokenContent} content */
  const sign = async (content) => {
    const text = base64Url(new TextEncoder().encode(JSON.stringify(content)));
    return `${text}.${await digestOf(`${secretOf(content.provider)} ${text}`)}`;
  };

  return {
    revoked,

    /** The content of a token that was given here and is not revoked, or null. @param {string} token @returns {Promise<TokenContent | null>} */
    async read(token) {
      const [text = "", digest] = token.split(".");
      const content = parse(text);
      if (content === null || digest !== (await digestOf(`${secretOf(content.provider)} ${text}`))) return null;
      if (revoked.has(content.grant) || revoked.has(`${content.provider}/${content.personId}`)) return null;
      return content;
    },

    /** @param {Grant} grant */
    access: (grant) => sign({ ...grant, kind: "access", round: 0, run, expiresAt: now() + TOKEN_LIFE_S * 1000 }),

    /** @param {Grant} grant @param {number} round */
    refresh: (grant, round) => sign({ ...grant, kind: "refresh", round, run, expiresAt: null }),

    /** Whether it is an access token of this run that has not expired. @param {TokenContent} content */
    isOpen: (content) => content.kind === "access" && content.run === run && (content.expiresAt ?? 0) > now(),

    /** All access tokens are expired; refresh tokens are good. */
    expireAccess() {
      run = crypto.randomUUID();
    },
  };
}

/** @param {string} text @returns {TokenContent | null} */
function parse(text) {
  try {
    return JSON.parse(
      new TextDecoder().decode(
        Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (each) => each.charCodeAt(0)),
      ),
    );
  } catch {
    return null;
  }
}
