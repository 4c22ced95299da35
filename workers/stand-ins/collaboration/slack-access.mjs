import { createCodes } from "../oauth.mjs";
import { answerConsent } from "./consent.mjs";
import { APP_ID, BOT, SLACK_PERSON, TEAM } from "./slack-workspace.mjs";

/**
 * The consent of the stand-in for Slack, and the token that it gives.
 *
 * @param {{
 *   client: { id: string, secret: string }, isRedirectAllowed: (uri: string) => boolean,
 *   orders: { scopes: string, grant: Partial<import("@slack/web-api").OauthV2AccessResponse> },
 * }} settings
 */
export function createAccess({ client, isRedirectAllowed, orders }) {
  /** @type {ReturnType<typeof createCodes<true>>} */
  const codes = createCodes({ now: Date.now });
  /** @type {Set<string>} */
  const revoked = new Set();
  // The same for every installation of the app in the workspace, as Slack's.
  let token = "xoxb-local-acta-1";

  /** @param {Record<string, unknown>} form @returns {Promise<import("@slack/web-api").OauthV2AccessResponse>} */
  async function exchange(form) {
    if (form.client_id !== client.id || form.client_secret !== client.secret) {
      return { ok: false, error: "bad_client_secret" };
    }
    if (!(await codes.spend(form))) return { ok: false, error: "invalid_code" };
    if (revoked.has(token)) token = `${token.slice(0, -1)}${Number(token.slice(-1)) + 1}`;
    return {
      ok: true,
      access_token: token,
      token_type: "bot",
      scope: orders.scopes,
      bot_user_id: BOT,
      app_id: APP_ID,
      team: TEAM,
      authed_user: { id: SLACK_PERSON },
      is_enterprise_install: false,
      ...orders.grant,
    };
  }

  return {
    exchange,
    /** Null where the token is good. @param {string} given */
    tokenProblem(given) {
      if (revoked.has(given)) return "token_revoked";
      return given === token ? null : "invalid_auth";
    },
    revoke: () => void revoked.add(token),

    /** @param {Request} request @param {import("./consent.mjs").Html} html */
    consent(request, html) {
      return answerConsent(request, {
        label: "Slack",
        asks: `Acta asks for access to ${TEAM.name}`,
        note: "What was posted: /slack/messages",
        html,
        codes,
        client,
        isRedirectAllowed,
      });
    },
  };
}
