import { assertNever } from "#app/domain/invariant.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { FieldContent, Minutes } from "#app/server/exports/minutes.ts";

/** CommonMark with GitHub's tables. `page` is the meeting's address: every line links to the moments that prove it. */
export function writeMarkdown(minutes: Minutes, page: string): string {
  const { texts } = minutes;
  const marks = (segmentIds: readonly string[]) =>
    minutes.moments(segmentIds).map(({ startMs }) => ` ${momentLink(page, startMs)}`);
  const blocks = [`# ${escape(minutes.title)}`, minutes.facts.map(escape).join(" · ")];
  for (const { title, content } of minutes.fields) {
    blocks.push(
      `## ${escape(title)}`,
      content ? fieldBlock(content, minutes, marks) : `*${escape(texts.nothingFound)}*`,
    );
  }
  if (minutes.turns.length > 0) {
    blocks.push(`## ${escape(texts.transcript)}`);
    for (const { speaker, named, startMs, segments } of minutes.turns) {
      const who = named && speaker !== null ? `**${escape(speaker)}** ` : "";
      blocks.push(`${who}${momentLink(page, startMs)} ${escape(segments.map(({ text }) => text).join(" "))}`);
    }
  }
  if (minutes.colophon !== null) blocks.push("---", `*${escape(minutes.colophon)}*`);
  return `${blocks.join("\n\n")}\n`;
}

type Marks = (segmentIds: readonly string[]) => string[];

function fieldBlock(content: FieldContent, { texts }: Minutes, marks: Marks): string {
  switch (content.type) {
    case "summary":
    case "customText":
      return content.items.map(({ text, segmentIds }) => `${escape(text)}${marks(segmentIds).join("")}`).join(" ");
    case "keypoints":
    case "bullets":
    case "customBullets":
      return content.items.map(({ text, segmentIds }) => `- ${escape(text)}${marks(segmentIds).join("")}`).join("\n");
    case "titleSubtitle":
      return content.items
        .map(({ text, subtitle, segmentIds }) => {
          const under = subtitle === null ? "" : `\n  ${escape(subtitle)}`;
          return `- **${escape(text)}**${marks(segmentIds).join("")}${under}`;
        })
        .join("\n");
    case "keywords":
      return content.items.map(({ text }) => escape(text)).join(", ");
    case "customHashtag":
      return content.items.map(({ text }) => `\\#${escape(text.replace(/^#/u, ""))}`).join(" ");
    case "tasks":
      return table(
        [texts.task.title, texts.task.assigned, texts.task.deadline, ""],
        content.items.map(({ text, description, assigned, deadline, segmentIds }) => ({
          cells: [
            description === null ? text : `${text} (${description})`,
            assigned ?? texts.notSaid,
            deadline ?? texts.notSaid,
          ],
          segmentIds,
        })),
        marks,
      );
    case "customTable":
      return table([...content.columns, ""], content.rows, marks);
    default:
      return assertNever(content);
  }
}

type Row = { cells: string[]; segmentIds: string[] };

function table(columns: string[], rows: Row[], marks: Marks): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(escape)),
    line(columns.map(() => "---")),
    ...rows.map(({ cells, segmentIds }) => line([...cells.map(escape), marks(segmentIds).join("").trim()])),
  ].join("\n");
}

function momentLink(page: string, startMs: number): string {
  return `[${formatMoment(startMs)}](${page}?t=${Math.floor(startMs / 1000)})`;
}

/** What was said is words, never markup: no emphasis, link, image, heading, list, table or HTML can come of it. */
function escape(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[\\`*_[\]<>|~&!]/gu, "\\$&")
    .replace(/^(\d{1,9})([.)])/u, "$1\\$2")
    .replace(/^(?:[-+=#])/u, "\\$&");
}
