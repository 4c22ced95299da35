/**
 * Limits of Slack's messages, and its signature, as its stand-in knows them.
 *
 * @typedef {{ type: string, text?: { type: string, text: string }, elements?: { type: string, text: string }[] }} Block
 */

const BLOCKS_MAX = 50;
const SECTION_CHARS_MAX = 3000;
const HEADER_CHARS_MAX = 150;
/** Slack documents no sum; it refuses from about here on. */
const MESSAGE_CHARS_MAX = 11_000;

/** Limits of Block Kit. @param {Block[]} blocks */
export function blocksProblem(blocks) {
  if (blocks.length > BLOCKS_MAX) return "invalid_blocks";
  let sum = 0;
  for (const { type, text, elements = [] } of blocks) {
    const texts = [...(text ? [text] : []), ...elements];
    const most = type === "header" ? HEADER_CHARS_MAX : SECTION_CHARS_MAX;
    if (texts.length === 0 || texts.some((each) => each.text.length === 0 || each.text.length > most)) {
      return "invalid_blocks";
    }
    // A mention of everybody would reach people who nobody meant.
    if (texts.some((each) => each.type === "mrkdwn" && /<[!@#]/.test(each.text))) return "restricted_action";
    sum += texts.reduce((chars, each) => chars + each.text.length, 0);
  }
  return sum > MESSAGE_CHARS_MAX ? "msg_blocks_too_long" : null;
}

/** @param {unknown} value @returns {Block[]} */
export function blocksOf(value) {
  return Array.isArray(value) ? value : [];
}

/** @param {string} secret @param {string} text */
export async function hmacOf(secret, text) {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
