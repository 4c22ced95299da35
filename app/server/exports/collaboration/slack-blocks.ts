import {
  SLACK_BLOCKS_MAX,
  SLACK_HEADER_CHARS_MAX,
  SLACK_MESSAGE_CHARS_MAX,
  SLACK_TEXT_CHARS_MAX,
} from "#app/domain/limits/deliveries.ts";
import { assertNever } from "#app/domain/invariant.ts";
import type { Minutes } from "#app/server/exports/minutes.ts";
import {
  cutText,
  type OutlineLine,
  type OutlineSection,
  outlineOf,
} from "#app/server/exports/collaboration/outline.ts";
import type { SlackBlock, SlackMessage } from "#app/server/ports/slack.ts";

export type SlackWords = {
  /** "Open the minutes in Acta" */
  open: string;
  /** "The minutes go on in Acta." */
  more: string;
};

/**
 * Minutes as a message of Slack's Block Kit: title, facts, one block or more for each section, and a link to the meeting. Minutes that
 * are longer than a message end with a sentence that says so. `text` is what notifications and screen readers say.
 */
export function writeSlackMinutes(
  minutes: Minutes,
  { page, words }: { page: string; words: SlackWords },
): SlackMessage {
  const head: SlackBlock[] = [
    { type: "header", text: { type: "plain_text", text: cut(minutes.title, SLACK_HEADER_CHARS_MAX), emoji: false } },
    context(minutes.facts.join(" · ")),
    ...(minutes.quotations === null ? [] : [context(minutes.quotations.intro)]),
  ];
  const link = section(`<${escapeSlack(page)}|${escapeSlack(words.open)}>`);
  const foot: SlackBlock[] = [link, ...(minutes.colophon === null ? [] : [context(minutes.colophon)])];
  const body = outlineOf(minutes, page).flatMap(sectionTexts);
  const shown = fitting(body, SLACK_BLOCKS_MAX - head.length - foot.length - 1);
  return {
    text: escapeSlack(cut(minutes.title, SLACK_TEXT_CHARS_MAX / 2)),
    blocks: [...head, ...shown.map(section), ...(shown.length < body.length ? [context(words.more)] : []), ...foot],
  };
}

/** As many texts as fit into a message, from the first one on. */
function fitting(texts: readonly string[], blocksMax: number): string[] {
  let chars = 0;
  const end = texts.findIndex((text, index) => {
    chars += text.length;
    return index >= blocksMax || chars > SLACK_MESSAGE_CHARS_MAX;
  });
  return end < 0 ? [...texts] : texts.slice(0, end);
}

/** The lines of a section below its title, in texts of at most SLACK_TEXT_CHARS_MAX. */
function sectionTexts(one: OutlineSection): string[] {
  const lines = one.kind === "table" ? tableLines(one) : one.lines.flatMap(slackLine);
  const texts: string[] = [];
  let text = `*${escapeSlack(cut(one.title, SLACK_TEXT_CHARS_MAX / 10))}*`;
  for (const line of lines) {
    if (text.length + 1 + line.length > SLACK_TEXT_CHARS_MAX) {
      texts.push(text);
      text = line;
    } else text += `\n${line}`;
  }
  return [...texts, text];
}

/** A line whose escaped form is longer than a text becomes several. Its moments stand behind its last words. */
function slackLine(line: OutlineLine): string[] {
  const said = line.runs.filter(({ isMark }) => !isMark).map(({ text }) => text.replace(/\s+/gu, " ").trim());
  const marks = line.runs
    .filter(({ isMark }) => isMark)
    .map(({ text, url }) => (url === null ? `_${escapeSlack(text)}_` : `<${escapeSlack(url)}|${escapeSlack(text)}>`));
  const under = line.under.map((text) => `      ${escapeSlack(text.replace(/\s+/gu, " "))}`);
  // A character becomes at most five ("&amp;"); the marks of a paragraph are those of all its sentences.
  const pieces = cutText(said.join(" "), SLACK_TEXT_CHARS_MAX / 6).map(escapeSlack);
  const first = `${markOf(line)}${pieces[0] ?? ""}`;
  const words = [first, ...pieces.slice(1)];
  const last = words.pop() ?? "";
  const withMarks = `${last} ${[...new Set(marks)].join(" ")}`.trimEnd();
  const ends = withMarks.length > SLACK_TEXT_CHARS_MAX ? [last] : [withMarks];
  return [...words, ...ends, ...under.flatMap((text) => cutText(text, SLACK_TEXT_CHARS_MAX / 2))];
}

function markOf(line: OutlineLine): string {
  switch (line.kind) {
    case "paragraph":
    case "note":
      return "";
    case "bullet":
      return "• ";
    case "task":
      return line.isDone ? "☑ " : "☐ ";
    default:
      return assertNever(line);
  }
}

/** Slack's messages have no tables that phones can show: each row is a line of "column: cell". */
function tableLines({ columns, rows }: { columns: string[]; rows: string[][] }): string[] {
  return rows.flatMap((cells) => {
    const said = columns.flatMap((column, index) => (cells[index] ? [`${column}: ${cells[index]}`] : []));
    return cutText(said.join(" · ").replace(/\s+/gu, " "), SLACK_TEXT_CHARS_MAX / 6).map(
      (piece, index) => `${index === 0 ? "• " : ""}${escapeSlack(piece)}`,
    );
  });
}

function section(text: string): SlackBlock {
  // Verbatim: a word that looks like a channel, a person or an address stays as it was said.
  return { type: "section", text: { type: "mrkdwn", text, verbatim: true } };
}

function context(text: string): SlackBlock {
  const shown = cut(text, SLACK_TEXT_CHARS_MAX);
  return { type: "context", elements: [{ type: "plain_text", text: shown, emoji: false }] };
}

/** The three characters of Slack's mark-up: without them no word can become a mention, a link or a channel. */
export function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const [first = ""] = cutText(text, max - 1);
  return `${first}…`;
}
