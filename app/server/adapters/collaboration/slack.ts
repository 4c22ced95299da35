import * as z from "zod";
import { SLACK_CHANNEL_PAGES_MAX, SLACK_CHANNELS_PAGE } from "#app/domain/limits/deliveries.ts";
import { ok, type Outcome, refused } from "#app/domain/outcome.ts";
import { ask, parsed } from "#app/server/adapters/collaboration/ask.ts";
import { slackAccountId } from "#app/domain/collaboration/slack-account.ts";
import type { ConnectionClient } from "#app/server/ports/connection-client.ts";
import type { SlackChannel, SlackClient, SlackMessage, SlackRefusal } from "#app/server/ports/slack.ts";
import { UpstreamError } from "#app/server/ports/upstream-error.ts";

export type SlackSettings = {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** The stand-in of one machine, which answers below `/slack`; null: the real Slack. */
  localOrigin: string | null;
};

/**
 * - `chat:write`, `chat:write.public`: messages, also in public channels that nobody invited Acta to.
 * - `channels:read`, `groups:read`: the names of channels. `links:read`, `links:write`: previews of share links.
 */
const SCOPES = ["chat:write", "chat:write.public", "channels:read", "groups:read", "links:read", "links:write"];
/** Without these nothing can be sent. */
const NEEDED_SCOPES = ["chat:write", "channels:read"];

/** Errors in words of ours (https://docs.slack.dev/reference/methods/chat.postMessage). Every other one would be refused again. */
const REFUSALS: Readonly<Record<string, SlackRefusal>> = {
  invalid_auth: "reconnect",
  not_authed: "reconnect",
  account_inactive: "reconnect",
  token_revoked: "reconnect",
  token_expired: "reconnect",
  missing_scope: "reconnect",
  no_permission: "reconnect",
  org_login_required: "reconnect",
  team_access_not_granted: "reconnect",
  channel_not_found: "no-channel",
  is_archived: "no-channel",
  channel_is_archived: "no-channel",
  restricted_action: "no-channel",
  restricted_action_read_only_channel: "no-channel",
  not_in_channel: "not-in-channel",
  message_not_found: "no-message",
  cant_update_message: "no-message",
  edit_window_closed: "no-message",
  msg_too_long: "too-long",
  msg_blocks_too_long: "too-long",
};
/** Slack's own trouble, which it says with a 200. */
const PASSING = new Set([
  "ratelimited",
  "rate_limited",
  "fatal_error",
  "internal_error",
  "service_unavailable",
  "request_timeout",
]);

const envelope = z.object({ ok: z.boolean(), error: z.string().optional() });
const access = z.object({
  access_token: z.string().min(1),
  scope: z.string(),
  team: z.object({ id: z.string().min(1), name: z.string().optional() }).nullish(),
  is_enterprise_install: z.boolean().optional(),
  /** Of an app with token rotation. */
  refresh_token: z.string().optional(),
  expires_in: z.number().optional(),
  authed_user: z.object({ id: z.string().min(1) }),
});
const conversations = z.object({
  channels: z.array(z.object({ id: z.string(), name: z.string().optional(), is_private: z.boolean().optional() })),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
const posted = z.object({ channel: z.string().min(1), ts: z.string().min(1) });
const permalink = z.object({ permalink: z.url() });

type Call = { body: URLSearchParams | object; token?: string; signal?: AbortSignal };

/** Address of Slack. */
function baseOf({ localOrigin }: Pick<SlackSettings, "localOrigin">): string {
  return localOrigin === null ? "https://slack.com" : `${localOrigin}/slack`;
}

/** One method (https://docs.slack.dev/apis/web-api). Errors come with a 200 and a name. */
async function call<Schema extends z.ZodType>(
  base: string,
  method: string,
  schema: Schema,
  { body, token, signal }: Call,
): Promise<Outcome<z.output<Schema>, SlackRefusal>> {
  const isForm = body instanceof URLSearchParams;
  const answer = await ask({
    service: "slack",
    url: `${base}/api/${method}`,
    signal,
    init: {
      method: "POST",
      headers: {
        Accept: "application/json",
        "Content-Type": `${isForm ? "application/x-www-form-urlencoded" : "application/json"}; charset=utf-8`,
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: isForm ? body.toString() : JSON.stringify(body),
    },
  });
  const said = { service: "slack", ...answer };
  const { ok: isOk, error = "" } = parsed(said, envelope);
  if (isOk) return ok(parsed(said, schema));
  if (PASSING.has(error)) throw new UpstreamError({ service: "slack", status: 503, retryable: true });
  return refused(REFUSALS[error] ?? "refused");
}

/** The consent of a workspace. Tokens of an app without token rotation do not end; an app with it is refused. */
export function slackConsent(settings: SlackSettings): ConnectionClient {
  const { clientId, clientSecret, redirectUri } = settings;
  const base = baseOf(settings);
  return {
    consentUrl({ state }) {
      const scope = SCOPES.join(",");
      return `${base}/oauth/v2/authorize?${new URLSearchParams({ client_id: clientId, scope, redirect_uri: redirectUri, state })}`;
    },

    async exchange({ code }) {
      const body = new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
      });
      const answer = await call(base, "oauth.v2.access", access, { body });
      if (!answer.ok) return refused("code-refused");
      const { access_token, scope, team, authed_user, is_enterprise_install, refresh_token, expires_in } = answer.value;
      if (!team || is_enterprise_install === true) return refused("whole-organisation");
      if (refresh_token !== undefined || expires_in !== undefined) return refused("token-rotation");
      const granted = new Set(scope.split(","));
      if (!NEEDED_SCOPES.every((needed) => granted.has(needed))) return refused("scopes-missing");
      return ok({
        tokens: { access: access_token, refresh: null, expiresAt: null },
        account: {
          accountId: slackAccountId({ teamId: team.id, slackUserId: authed_user.id }),
          name: team.name ?? team.id,
        },
      });
    },

    refresh: async () => refused("invalid-grant"),

    async revoke({ access: token }) {
      await call(base, "auth.revoke", z.object({}), { token, body: new URLSearchParams() });
    },
  };
}

/** Slack's HTTP methods, called directly: @slack/web-api does not start in a Worker. Its types check the stand-in. */
export function slackClient(settings: Pick<SlackSettings, "localOrigin">): SlackClient {
  const base = baseOf(settings);

  /** Messages of Acta never open further previews. */
  const shown = ({ text, blocks }: SlackMessage) => ({ text, blocks, unfurl_links: false, unfurl_media: false });

  return {
    async isAccepted(token) {
      const answer = await call(base, "auth.test", z.object({}), { token, body: new URLSearchParams() });
      return answer.ok || answer.reason !== "reconnect";
    },

    async listChannels(token, slackUserId) {
      const channels: SlackChannel[] = [];
      let cursor = "";
      for (let page = 0; page < SLACK_CHANNEL_PAGES_MAX; page += 1) {
        // Of the person, so that nobody is offered a private channel that they cannot see themselves.
        const body = new URLSearchParams({
          user: slackUserId,
          types: "public_channel,private_channel",
          exclude_archived: "true",
          limit: String(SLACK_CHANNELS_PAGE),
          ...(cursor === "" ? {} : { cursor }),
        });
        const answer = await call(base, "users.conversations", conversations, { token, body });
        if (!answer.ok) return answer;
        for (const { id, name, is_private } of answer.value.channels) {
          channels.push({ id, name: name ?? id, isPrivate: is_private ?? false });
        }
        cursor = answer.value.response_metadata?.next_cursor ?? "";
        if (cursor === "") break;
      }
      return ok(channels.toSorted((a, b) => a.name.localeCompare(b.name)));
    },

    async post(token, { channelId, message, signal }) {
      const answer = await call(base, "chat.postMessage", posted, {
        token,
        signal,
        body: { channel: channelId, ...shown(message) },
      });
      return answer.ok ? ok({ channelId: answer.value.channel, ts: answer.value.ts }) : answer;
    },

    async update(token, { posted: { channelId, ts }, message: { text, blocks }, signal }) {
      const body = { channel: channelId, ts, text, blocks };
      const answer = await call(base, "chat.update", posted, { token, signal, body });
      return answer.ok ? ok(null) : answer;
    },

    async linkTo(token, { channelId, ts }) {
      const body = new URLSearchParams({ channel: channelId, message_ts: ts });
      try {
        const answer = await call(base, "chat.getPermalink", permalink, { token, body });
        return answer.ok ? answer.value.permalink : null;
      } catch (error) {
        // The message is there; only the way to it is not known.
        if (!(error instanceof UpstreamError)) throw error;
        return null;
      }
    },

    async unfurl(token, { unfurlId, source, previews }) {
      const unfurls = Object.fromEntries([...previews].map(([url, blocks]) => [url, { blocks }]));
      const answer = await call(base, "chat.unfurl", z.object({}), {
        token,
        body: { unfurl_id: unfurlId, source, unfurls },
      });
      return answer.ok ? ok(null) : answer;
    },
  };
}
