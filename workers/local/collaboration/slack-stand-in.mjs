import { answerConsent, bodyOf, textOf } from "./consent.mjs";
import { blocksOf, blocksProblem, hmacOf } from "./slack-checks.mjs";

/**
 * A stand-in for Slack: the consent of a workspace, channels, messages and previews, at the paths of the real one below `/slack`. Requests
 * and answers are those of the web platform, so that the same code answers in a test and, behind workers/local/identity-provider.mjs, in
 * `npm start`. It refuses what Slack refuses: too many blocks, too long texts, unknown channels, revoked tokens.
 *
 * @typedef {import("./slack-checks.mjs").Block} Block
 * @typedef {{ id: string, name: string, isPrivate: boolean, isArchived: boolean, hasBot: boolean, members: string[] }} Channel
 * @typedef {{ channel: string, ts: string, text: string, blocks: Block[], edits: number }} Message
 * @typedef {{ unfurlId: string, source: string, unfurls: Record<string, { blocks: Block[] }> }} Unfurl
 * @typedef {ReturnType<typeof createSlackStandIn>} SlackStandIn
 */

const TEAM = { id: "T0ACTA0001", name: "Clínica Girona" };
const APP_ID = "A0ACTA0001";
const BOT = "U0ACTABOT1";
export const SLACK_PERSON = "U0PERSON01";
const KEPT_MAX = 200;
const SCOPES = "chat:write,chat:write.public,channels:read,groups:read,links:read,links:write";

/**
 * `send` carries an event to the app.
 *
 * @param {{
 *   client: { id: string, secret: string }, signingSecret: string, eventsUrl: string, now: () => number,
 *   isRedirectAllowed: (uri: string) => boolean, send: (request: Request) => Promise<Response>,
 * }} settings
 */
export function createSlackStandIn({ client, signingSecret, eventsUrl, now, isRedirectAllowed, send }) {
  /** @type {Map<string, string>} A code and its redirect address. */
  const codes = new Map();
  /** @type {Set<string>} */
  const revoked = new Set();
  /** @type {Message[]} */
  const messages = [];
  /** @type {Unfurl[]} */
  const unfurls = [];
  /** @type {Channel[]} */
  const channels = [
    channel("C0GENERAL1", "general", {}),
    channel("C0DESK0001", "desk", {}),
    channel("C0REGION01", "coordinacio-girones-selva-pla-de-l-estany", {}),
    channel("G0BOARD001", "board", { isPrivate: true }),
    channel("G0OTHERS01", "only-others", { isPrivate: true, members: ["U0OTHER001"] }),
  ];
  const orders = {
    scopes: SCOPES,
    /** Members of the answer to a consent that replace the usual ones. @type {Partial<import("@slack/web-api").OauthV2AccessResponse>} */
    grant: {},
    /** Answers of the next calls of a method, before anything else is looked at. @type {{ method: string, answer: () => Response }[]} */
    failures: [],
  };
  // The same for every installation of the app in the workspace, as Slack's.
  let token = "xoxb-local-acta-1";
  let lastTs = 0;

  const nextTs = () => {
    lastTs = Math.max(lastTs + 1, Math.floor(now() / 1000) * 1_000_000);
    return `${Math.floor(lastTs / 1_000_000)}.${String(lastTs % 1_000_000).padStart(6, "0")}`;
  };

  /** @param {Record<string, unknown>} form @returns {import("@slack/web-api").OauthV2AccessResponse} */
  function exchange(form) {
    if (form.client_id !== client.id || form.client_secret !== client.secret) {
      return { ok: false, error: "bad_client_secret" };
    }
    const code = textOf(form.code);
    if (codes.get(code) !== form.redirect_uri) return { ok: false, error: "invalid_code" };
    codes.delete(code);
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

  /** @param {Record<string, unknown>} form @returns {import("@slack/web-api").UsersConversationsResponse} */
  function conversations(form) {
    const shown = channels
      .filter(({ isArchived }) => !isArchived)
      .filter(({ members }) => members.includes(String(form.user)))
      .filter(({ isPrivate, hasBot }) => !isPrivate || hasBot);
    const from = Number(form.cursor ?? 0);
    const to = from + Math.min(Number(form.limit ?? 100), 2);
    return {
      ok: true,
      channels: shown.slice(from, to).map(({ id, name, isPrivate }) => ({
        id,
        name,
        is_channel: !isPrivate,
        is_private: isPrivate,
        is_archived: false,
      })),
      response_metadata: { next_cursor: to < shown.length ? String(to) : "" },
    };
  }

  /** @param {string} id */
  function channelProblem(id) {
    const found = channels.find((each) => each.id === id);
    if (!found || (found.isPrivate && !found.hasBot)) return "channel_not_found";
    if (found.isArchived) return "is_archived";
    return found.hasBot || orders.scopes.includes("chat:write.public") ? null : "not_in_channel";
  }

  /** @param {Record<string, unknown>} body @returns {import("@slack/web-api").ChatPostMessageResponse} */
  function post(body) {
    const blocks = blocksOf(body.blocks);
    const error = channelProblem(String(body.channel)) ?? blocksProblem(blocks);
    if (error !== null) return { ok: false, error };
    const message = { channel: String(body.channel), ts: nextTs(), text: textOf(body.text), blocks, edits: 0 };
    messages.push(message);
    if (messages.length > KEPT_MAX) messages.shift();
    return { ok: true, channel: message.channel, ts: message.ts, message: { text: message.text, bot_id: BOT } };
  }

  /** @param {Record<string, unknown>} body @returns {import("@slack/web-api").ChatUpdateResponse} */
  function update(body) {
    const blocks = blocksOf(body.blocks);
    const message = messages.find(({ channel: of, ts }) => of === body.channel && ts === body.ts);
    const error = channelProblem(String(body.channel)) ?? (message ? blocksProblem(blocks) : "message_not_found");
    if (error !== null || !message) return { ok: false, error: error ?? "message_not_found" };
    Object.assign(message, { text: textOf(body.text), blocks, edits: message.edits + 1 });
    return { ok: true, channel: message.channel, ts: message.ts, text: message.text };
  }

  /** @param {Record<string, unknown>} form @returns {import("@slack/web-api").ChatGetPermalinkResponse} */
  function permalink({ channel: of, message_ts }) {
    const found = messages.some((each) => each.channel === of && each.ts === message_ts);
    if (!found) return { ok: false, error: "message_not_found" };
    const [id, ts] = [textOf(of), textOf(message_ts).replace(".", "")];
    return { ok: true, channel: id, permalink: `https://clinica-girona.slack.com/archives/${id}/p${ts}` };
  }

  /** @param {Record<string, unknown>} body @returns {import("@slack/web-api").ChatUnfurlResponse} */
  function unfurl(body) {
    if (typeof body.unfurls !== "object" || body.unfurls === null) return { ok: false, error: "missing_unfurls" };
    const given = /** @type {Unfurl["unfurls"]} */ (body.unfurls);
    const error = Object.values(given)
      .map(({ blocks }) => blocksProblem(blocksOf(blocks)))
      .find((each) => each !== null);
    if (error) return { ok: false, error };
    unfurls.push({ unfurlId: String(body.unfurl_id), source: String(body.source), unfurls: given });
    return { ok: true };
  }

  /** @param {string} method @param {Request} request */
  async function api(method, request) {
    const failure = orders.failures.findIndex((each) => each.method === method);
    if (failure >= 0) return orders.failures.splice(failure, 1)[0]?.answer() ?? Response.error();
    const body = await bodyOf(request);
    if (method === "oauth.v2.access") return Response.json(exchange(body));
    const given = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
    if (revoked.has(given)) return Response.json({ ok: false, error: "token_revoked" });
    if (given !== token) return Response.json({ ok: false, error: "invalid_auth" });
    switch (method) {
      case "auth.test":
        return Response.json({ ok: true, team: TEAM.name, team_id: TEAM.id, user_id: BOT });
      case "auth.revoke":
        revoked.add(given);
        return Response.json({ ok: true, revoked: true });
      case "users.conversations":
        return Response.json(conversations(body));
      case "chat.postMessage":
        return Response.json(post(body));
      case "chat.update":
        return Response.json(update(body));
      case "chat.getPermalink":
        return Response.json(permalink(body));
      case "chat.unfurl":
        return Response.json(unfurl(body));
      default:
        return Response.json({ ok: false, error: "unknown_method" });
    }
  }

  /** A request as Slack signs it (https://docs.slack.dev/authentication/verifying-requests-from-slack). @param {object} event @param {{ at?: number, secret?: string }} over */
  async function signed(event, { at = now(), secret = signingSecret } = {}) {
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor(at / 1000));
    const signature = `v0=${await hmacOf(secret, `v0:${timestamp}:${body}`)}`;
    return new Request(eventsUrl, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Slack-Request-Timestamp": timestamp,
        "X-Slack-Signature": signature,
      },
      body,
    });
  }

  /** The event of a message with links. @param {string[]} urls */
  const linkShared = (urls) => ({
    type: "event_callback",
    team_id: TEAM.id,
    api_app_id: APP_ID,
    event_id: `Ev${crypto.randomUUID()}`,
    event: {
      type: "link_shared",
      channel: "C0DESK0001",
      user: SLACK_PERSON,
      message_ts: nextTs(),
      unfurl_id: `unfurl-${crypto.randomUUID()}`,
      source: "conversations_history",
      links: urls.map((url) => ({ url, domain: new URL(url).hostname })),
    },
  });

  /** A person removes the app from the workspace. */
  const uninstall = () => {
    revoked.add(token);
    return { type: "event_callback", team_id: TEAM.id, api_app_id: APP_ID, event: { type: "app_uninstalled" } };
  };

  return {
    team: TEAM,
    channels,
    messages,
    unfurls,
    orders,
    signed,
    linkShared,
    uninstall,
    revoke: () => void revoked.add(token),

    /** Null for requests that are not for it. @param {Request} request @param {import("./consent.mjs").Html} html @returns {Promise<Response | null>} */
    async answer(request, html) {
      const url = new URL(request.url);
      const [, path] = /^\/slack(?:\/(.*))?$/.exec(url.pathname) ?? [];
      if (!url.pathname.startsWith("/slack")) return null;
      const [, method] = /^api\/([\w.]+)$/.exec(path ?? "") ?? [];
      if (method !== undefined && request.method === "POST") return api(method, request);
      if (path === "oauth/v2/authorize") {
        const { searchParams } = url;
        return answerConsent(request, {
          label: "Slack",
          asks: `Acta asks for access to ${TEAM.name}`,
          note: "What was posted: /slack/messages",
          isGood:
            searchParams.get("client_id") === client.id && isRedirectAllowed(searchParams.get("redirect_uri") ?? ""),
          html,
          newCode(redirectUri) {
            const code = crypto.randomUUID();
            codes.set(code, redirectUri);
            return code;
          },
        });
      }
      // Messages that were posted, for people and for browser tests.
      if (path === "messages") return Response.json({ messages, unfurls });
      if (path === "say" && request.method === "POST") {
        const { urls } = await bodyOf(request);
        const answered = await send(await signed(linkShared(/** @type {string[]} */ (urls))));
        return new Response(null, { status: answered.ok ? 204 : 502 });
      }
      return new Response(null, { status: 404 });
    },
  };
}

/** @param {string} id @param {string} name @param {Partial<Channel>} over @returns {Channel} */
function channel(id, name, over) {
  return { id, name, isPrivate: false, isArchived: false, hasBot: true, members: [SLACK_PERSON], ...over };
}
