import { textOf } from "./consent.mjs";
import { blocksOf, blocksProblem } from "./slack-checks.mjs";

/**
 * The workspace of the stand-in for Slack: its channels, the messages in them, and previews of links.
 *
 * @typedef {import("./slack-checks.mjs").Block} Block
 * @typedef {{ id: string, name: string, isPrivate: boolean, isArchived: boolean, hasBot: boolean, members: string[] }} Channel
 * @typedef {{ channel: string, ts: string, text: string, blocks: Block[], edits: number }} Message
 * @typedef {{ unfurlId: string, source: string, unfurls: Record<string, { blocks: Block[] }> }} Unfurl
 */

export const TEAM = { id: "T0ACTA0001", name: "Clínica Girona" };
export const APP_ID = "A0ACTA0001";
export const BOT = "U0ACTABOT1";
export const SLACK_PERSON = "U0PERSON01";
const KEPT_MAX = 200;

/** `scopes`: those of the app at this moment. @param {{ now: () => number, scopes: () => string }} settings */
export function createWorkspace({ now, scopes }) {
  const { channels, conversations, channelProblem } = createChannels(scopes);
  const nextTs = timestamps(now);
  return { channels, nextTs, conversations, ...createMessages(channelProblem, nextTs), ...createUnfurls() };
}

/** @param {() => number} now */
function timestamps(now) {
  let lastTs = 0;
  return () => {
    lastTs = Math.max(lastTs + 1, Math.floor(now() / 1000) * 1_000_000);
    return `${Math.floor(lastTs / 1_000_000)}.${String(lastTs % 1_000_000).padStart(6, "0")}`;
  };
}

/** @param {() => string} scopes */
function createChannels(scopes) {
  /** @type {Channel[]} */
  const channels = [
    channel("C0GENERAL1", "general", {}),
    channel("C0DESK0001", "desk", {}),
    channel("C0REGION01", "coordinacio-girones-selva-pla-de-l-estany", {}),
    channel("G0BOARD001", "board", { isPrivate: true }),
    channel("G0OTHERS01", "only-others", { isPrivate: true, members: ["U0OTHER001"] }),
  ];

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
    return found.hasBot || scopes().includes("chat:write.public") ? null : "not_in_channel";
  }

  return { channels, conversations, channelProblem };
}

/** @param {(channel: string) => string | null} channelProblem @param {() => string} nextTs */
function createMessages(channelProblem, nextTs) {
  /** @type {Message[]} */
  const messages = [];

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

  return { messages, post, update, permalink };
}

function createUnfurls() {
  /** @type {Unfurl[]} */
  const unfurls = [];

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

  return { unfurls, unfurl };
}

/** @param {string} id @param {string} name @param {Partial<Channel>} over @returns {Channel} */
function channel(id, name, over) {
  return { id, name, isPrivate: false, isArchived: false, hasBot: true, members: [SLACK_PERSON], ...over };
}
