import type { Outcome } from "#app/domain/outcome.ts";

/** Slack, as far as Acta uses it: messages in a channel, and previews of share links. */

/** The blocks of Block Kit that Acta writes. */
export type SlackBlock =
  | { type: "header"; text: SlackPlainText }
  | { type: "section"; text: { type: "mrkdwn"; text: string; verbatim: true } }
  | { type: "context"; elements: SlackPlainText[] };
type SlackPlainText = { type: "plain_text"; text: string; emoji: false };

export type SlackMessage = { text: string; blocks: SlackBlock[] };

/**
 * - `reconnect`: the token is not accepted any more, or it lacks a permission.
 * - `no-channel`: the channel is gone, archived, or not visible to Acta. `not-in-channel`: Acta must be invited first.
 * - `no-message`: the message that was to be changed is gone.
 * - `too-long`: the message is longer than Slack takes.
 * - `refused`: anything else that would be refused again.
 */
export type SlackRefusal = "reconnect" | "no-channel" | "not-in-channel" | "no-message" | "too-long" | "refused";
export type SlackAnswer<Value> = Promise<Outcome<Value, SlackRefusal>>;

/** A message in Slack: its channel and its time, which is its id there. */
export type PostedMessage = { channelId: string; ts: string };

export type SlackChannel = { id: string; name: string; isPrivate: boolean };

/** Throws UpstreamError where Slack does not answer, or asks to wait. */
export interface SlackClient {
  isAccepted(token: string): Promise<boolean>;
  /** Channels in which the person is, public ones and those private ones in which Acta is too. */
  listChannels(token: string, slackUserId: string): SlackAnswer<SlackChannel[]>;
  post(
    token: string,
    asked: { channelId: string; message: SlackMessage; signal: AbortSignal },
  ): SlackAnswer<PostedMessage>;
  update(
    token: string,
    asked: { posted: PostedMessage; message: SlackMessage; signal: AbortSignal },
  ): SlackAnswer<null>;
  /** The address that opens a message; null where Slack does not say. */
  linkTo(token: string, posted: PostedMessage): Promise<string | null>;
  unfurl(token: string, asked: SlackUnfurl): SlackAnswer<null>;
}

/** Previews of links in a message, by the link as it stands there. */
export type SlackUnfurl = { unfurlId: string; source: string; previews: ReadonlyMap<string, SlackBlock[]> };
