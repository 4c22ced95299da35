import { and, eq, gte, isNull, lt } from "drizzle-orm";
import * as z from "zod";
import { slackTeamRange } from "#app/domain/collaboration/slack-account.ts";
import { LOCALE_FALLBACK, parseLocale } from "#app/domain/languages.ts";
import { SLACK_REQUEST_AGE_MS_MAX, SLACK_UNFURLS_MAX } from "#app/domain/limits/deliveries.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import { formatDate } from "#app/i18n/format.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { openTokens } from "#app/server/connections/connection-tokens.ts";
import { connections } from "#app/server/db/schema-connections.ts";
import { escapeSlack } from "#app/server/exports/collaboration/slack-blocks.ts";
import type { SlackBlock, SlackClient } from "#app/server/ports/slack.ts";
import type { Services } from "#app/server/services.ts";
import { openShared } from "#app/server/sharing/open-shared.ts";

/** Events that Slack sends to the app: links that people post, and the end of an installation. */

const event = z.discriminatedUnion("type", [
  z.object({ type: z.literal("url_verification"), challenge: z.string().max(500) }),
  z.object({
    type: z.literal("event_callback"),
    team_id: z.string().min(1).max(50),
    event: z.looseObject({ type: z.string() }),
  }),
]);
export type SlackEvent = z.output<typeof event>;

const linkShared = z.object({
  unfurl_id: z.string().min(1).max(200),
  source: z.enum(["composer", "conversations_history"]),
  links: z.array(z.object({ url: z.string().max(2000) })).max(100),
});
const tokensRevoked = z.object({ tokens: z.object({ bot: z.array(z.string()).optional() }) });

/**
 * The event of a request, or null for one that Slack did not sign, or that is old: `v0=` and HMAC-SHA-256 over `v0:timestamp:body`
 * (https://docs.slack.dev/authentication/verifying-requests-from-slack).
 */
export async function readSlackEvent(
  { headers, body }: { headers: Headers; body: Uint8Array<ArrayBuffer> },
  { signingSecret, now }: { signingSecret: string; now: number },
): Promise<SlackEvent | null> {
  const timestamp = headers.get("X-Slack-Request-Timestamp") ?? "";
  const signature = /^v0=([0-9a-f]{64})$/.exec(headers.get("X-Slack-Signature") ?? "")?.[1];
  if (signature === undefined || !/^\d{1,12}$/.test(timestamp)) return null;
  if (Math.abs(now - Number(timestamp) * SECOND_MS) > SLACK_REQUEST_AGE_MS_MAX) return null;
  const utf8 = new TextEncoder();
  const key = await crypto.subtle.importKey(
    "raw",
    utf8.encode(signingSecret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const text = new TextDecoder().decode(body);
  // `verify` compares in constant time.
  const isSigned = await crypto.subtle.verify("HMAC", key, bytesOf(signature), utf8.encode(`v0:${timestamp}:${text}`));
  if (!isSigned) return null;
  try {
    return event.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

type Needs = Pick<Services, "config" | "db" | "log" | "meetings" | "now" | "secretBox" | "waitUntil"> & {
  slack: SlackClient;
};

/** Does what an event asks for. Slack waits three seconds for an answer: this goes on after it. */
export async function takeSlackEvent(needs: Needs, { team_id: teamId, event: said }: CallbackEvent): Promise<void> {
  switch (said.type) {
    case "link_shared": {
      const read = linkShared.safeParse(said);
      if (read.success) await unfurl(needs, teamId, read.data);
      return;
    }
    case "app_uninstalled":
      return endInstallation(needs, teamId);
    case "tokens_revoked": {
      const read = tokensRevoked.safeParse(said);
      if ((read.data?.tokens.bot ?? []).length > 0) await endInstallation(needs, teamId);
      return;
    }
    default:
      // Subscriptions are chosen at Slack: one that is not known here is no error.
      return;
  }
}

type CallbackEvent = Extract<SlackEvent, { type: "event_callback" }>;

/**
 * Previews of share links. They say what the shared page says before it is opened: its title only if the link's owner shows it in previews,
 * and never the minutes. Nothing for other links, and for links that open nothing.
 */
async function unfurl(needs: Needs, teamId: string, said: z.output<typeof linkShared>): Promise<void> {
  const links = [...new Set(said.links.map(({ url }) => url))].slice(0, SLACK_UNFURLS_MAX);
  const previews = new Map<string, SlackBlock[]>();
  for (const url of links) {
    const token = shareTokenOf(url, needs.config.origin);
    const blocks = token === null ? null : await previewOf(needs, token);
    if (blocks !== null) previews.set(url, blocks);
  }
  if (previews.size === 0) return;
  const token = await tokenOf(needs, teamId);
  if (token === null) return;
  const answer = await needs.slack.unfurl(token, { unfurlId: said.unfurl_id, source: said.source, previews });
  needs.log("slack.unfurled", { links: previews.size, refused: answer.ok ? undefined : answer.reason });
}

/** The token of a share link; null for any other address. */
function shareTokenOf(url: string, origin: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin: of, pathname, username } = new URL(url);
  if (of !== origin || username !== "") return null;
  return /^\/s\/([0-9a-z]{1,64})$/.exec(pathname)?.[1] ?? null;
}

async function previewOf(needs: Needs, token: string): Promise<SlackBlock[] | null> {
  // Slack's looking at a link is not somebody's opening it.
  const opened = await openShared(needs, { token, opening: null });
  if (opened === null) return null;
  const { shared, view } = opened;
  const locale = parseLocale(view.head.language) ?? LOCALE_FALLBACK;
  const t = translator(await openI18n(locale), locale, "shared");
  const title = shared.titleShown ? view.head.title : t("preview");
  const facts = [
    t("sharedBy", { name: shared.ownerName }),
    ...(shared.titleShown ? [formatDate(view.head.startsAt, locale, view.head.timeZone)] : []),
  ];
  return [
    { type: "section", text: { type: "mrkdwn", text: `*${escapeSlack(title)}*`, verbatim: true } },
    { type: "context", elements: [{ type: "plain_text", text: facts.join(" · "), emoji: false }] },
  ];
}

/** The token of a workspace: that of any connection to it that works. */
async function tokenOf({ db, secretBox }: Needs, teamId: string): Promise<string | null> {
  const rows = await db
    .select({ id: connections.id, tokens: connections.tokens })
    .from(connections)
    .where(and(ofTeam(teamId), isNull(connections.brokenAt)))
    .limit(5);
  for (const row of rows) {
    const tokens = await openTokens(secretBox, row);
    if (tokens !== null) return tokens.access;
  }
  return null;
}

/** Slack tells late, and in any order: a connection that was made again since then is accepted, and stays. */
async function endInstallation({ db, log, now, secretBox, slack }: Needs, teamId: string): Promise<void> {
  const rows = await db
    .select({ id: connections.id, tokens: connections.tokens })
    .from(connections)
    .where(and(ofTeam(teamId), isNull(connections.brokenAt)));
  let ended = 0;
  for (const row of rows) {
    const tokens = await openTokens(secretBox, row);
    if (tokens !== null && (await slack.isAccepted(tokens.access))) continue;
    const [broken] = await db
      .update(connections)
      .set({ brokenAt: now() })
      // Not where the person connects again in this moment.
      .where(and(eq(connections.id, row.id), eq(connections.tokens, row.tokens), isNull(connections.brokenAt)))
      .returning({ id: connections.id });
    if (broken) ended += 1;
  }
  log("slack.uninstalled", { connections: ended });
}

function ofTeam(teamId: string) {
  const { from, to } = slackTeamRange(teamId);
  return and(eq(connections.kind, "slack"), gte(connections.accountId, from), lt(connections.accountId, to));
}
