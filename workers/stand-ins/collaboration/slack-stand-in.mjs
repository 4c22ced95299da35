import { bodyOf } from "./consent.mjs";
import { createAccess } from "./slack-access.mjs";
import { hmacOf } from "./slack-checks.mjs";
import { APP_ID, BOT, createWorkspace, SLACK_PERSON, TEAM } from "./slack-workspace.mjs";

/**
 * A stand-in for Slack: the consent of a workspace, channels, messages and previews, at the paths of the real one below `/slack`. Requests
 * and answers are those of the web platform, so that the same code answers in a test and, behind workers/stand-ins/server.mjs, in
 * `npm start`. It refuses what Slack refuses: too many blocks, too long texts, unknown channels, revoked tokens.
 *
 * @typedef {ReturnType<typeof createSlackStandIn>} SlackStandIn
 */

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
  const orders = {
    scopes: SCOPES,
    /** Members of the answer to a consent that replace the usual ones. @type {Partial<import("@slack/web-api").OauthV2AccessResponse>} */
    grant: {},
    /** Answers of the next calls of a method, before anything else is looked at. @type {{ method: string, answer: () => Response }[]} */
    failures: [],
  };
  const access = createAccess({ client, isRedirectAllowed, orders });
  const workspace = createWorkspace({ now, scopes: () => orders.scopes });
  const { channels, messages, unfurls } = workspace;
  const api = createApi({ access, workspace, orders });
  const { signed, linkShared, uninstalled } = createEvents({ signingSecret, eventsUrl, now, nextTs: workspace.nextTs });

  return {
    team: TEAM,
    channels,
    messages,
    unfurls,
    orders,
    signed,
    linkShared,
    /** A person removes the app from the workspace. */
    uninstall() {
      access.revoke();
      return uninstalled();
    },
    revoke: access.revoke,

    /** Null for requests that are not for it. @param {Request} request @param {import("./consent.mjs").Html} html @returns {Promise<Response | null>} */
    async answer(request, html) {
      const url = new URL(request.url);
      const [, path] = /^\/slack(?:\/(.*))?$/.exec(url.pathname) ?? [];
      if (!url.pathname.startsWith("/slack")) return null;
      const [, method] = /^api\/([\w.]+)$/.exec(path ?? "") ?? [];
      if (method !== undefined && request.method === "POST") return api(method, request);
      if (path === "oauth/v2/authorize") return access.consent(request, html);
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

/**
 * @param {{
 *   access: ReturnType<typeof createAccess>, workspace: ReturnType<typeof createWorkspace>,
 *   orders: { failures: { method: string, answer: () => Response }[] },
 * }} parts
 */
function createApi({ access, workspace, orders }) {
  /** @param {string} method @param {Request} request */
  return async function answer(method, request) {
    const failure = orders.failures.findIndex((each) => each.method === method);
    if (failure >= 0) return orders.failures.splice(failure, 1)[0]?.answer() ?? Response.error();
    const body = await bodyOf(request);
    if (method === "oauth.v2.access") return Response.json(await access.exchange(body));
    const given = /^Bearer (\S+)$/.exec(request.headers.get("Authorization") ?? "")?.[1] ?? "";
    const error = access.tokenProblem(given);
    if (error !== null) return Response.json({ ok: false, error });
    switch (method) {
      case "auth.test":
        return Response.json({ ok: true, team: TEAM.name, team_id: TEAM.id, user_id: BOT });
      case "auth.revoke":
        access.revoke();
        return Response.json({ ok: true, revoked: true });
      case "users.conversations":
        return Response.json(workspace.conversations(body));
      case "chat.postMessage":
        return Response.json(workspace.post(body));
      case "chat.update":
        return Response.json(workspace.update(body));
      case "chat.getPermalink":
        return Response.json(workspace.permalink(body));
      case "chat.unfurl":
        return Response.json(workspace.unfurl(body));
      default:
        return Response.json({ ok: false, error: "unknown_method" });
    }
  };
}

/** @param {{ signingSecret: string, eventsUrl: string, now: () => number, nextTs: () => string }} settings */
function createEvents({ signingSecret, eventsUrl, now, nextTs }) {
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

  const uninstalled = () => ({
    type: "event_callback",
    team_id: TEAM.id,
    api_app_id: APP_ID,
    event: { type: "app_uninstalled" },
  });

  return { signed, linkShared, uninstalled };
}
