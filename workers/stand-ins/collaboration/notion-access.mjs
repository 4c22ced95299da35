import { createCodes } from "../oauth.mjs";
import { answerConsent, bodyOf } from "./consent.mjs";

const WORKSPACE = { id: "5f1c0a5e-0000-4000-8000-000000000001", name: "Clínica Girona" };

/**
 * The consent of the stand-in for Notion, and the tokens that it gives.
 *
 * @param {{ client: { id: string, secret: string }, isRedirectAllowed: (uri: string) => boolean }} settings
 */
export function createAccess({ client, isRedirectAllowed }) {
  /** @type {ReturnType<typeof createCodes<true>>} */
  const codes = createCodes({ now: Date.now });
  /** @type {Map<string, string>} A token and the bot that it belongs to. */
  const tokens = new Map();

  /** @param {Request} request @returns {Promise<Record<string, unknown>>} */
  async function oauth(request) {
    const given = atob((request.headers.get("Authorization") ?? "").replace(/^Basic /, ""));
    if (given !== `${client.id}:${client.secret}`) return { error: "invalid_client" };
    const body = await bodyOf(request);
    if (new URL(request.url).pathname.endsWith("/revoke")) {
      tokens.delete(String(body.token));
      return {};
    }
    if (body.grant_type !== "authorization_code" || !(await codes.spend(body))) return { error: "invalid_grant" };
    const token = `ntn_local_${crypto.randomUUID()}`;
    const bot = crypto.randomUUID();
    tokens.set(token, bot);
    /** @satisfies {import("@notionhq/client").OauthTokenResponse} */
    const answer = {
      access_token: token,
      token_type: /** @type {const} */ ("bearer"),
      refresh_token: null,
      bot_id: bot,
      workspace_icon: null,
      workspace_name: WORKSPACE.name,
      workspace_id: WORKSPACE.id,
      owner: { type: /** @type {const} */ ("workspace"), workspace: /** @type {const} */ (true) },
      duplicated_template_id: null,
    };
    return answer;
  }

  return {
    oauth,
    /** The bot of a request's token. @param {Request} request */
    botOf: (request) => tokens.get(request.headers.get("Authorization")?.replace(/^Bearer /, "") ?? ""),
    revoke: () => tokens.clear(),

    /** @param {Request} request @param {import("./consent.mjs").Html} html */
    consent(request, html) {
      return answerConsent(request, {
        label: "Notion",
        asks: `Acta asks for access to two databases of ${WORKSPACE.name}`,
        note: "What was written: /notion/pages",
        html,
        codes,
        client,
        isRedirectAllowed,
      });
    },
  };
}
