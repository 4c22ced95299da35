import { assertNever } from "#app/domain/invariant.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { FieldContent, Marked, Minutes } from "#app/server/exports/minutes.ts";

/** Text to paste anywhere: each line with its first moment in brackets. Lines are not broken, so that the reader's are. */
export function writePlainText(minutes: Minutes): string {
  const { texts } = minutes;
  const blocks = [`${minutes.title}\n${minutes.facts.join(" · ")}`];
  for (const { title, content } of minutes.fields) {
    blocks.push([heading(title), ...(content ? linesOf(content, minutes) : [texts.nothingFound])].join("\n"));
  }
  if (minutes.turns.length > 0) {
    blocks.push(heading(texts.transcript));
    for (const { speaker, named, startMs, segments } of minutes.turns) {
      const who = named && speaker !== null ? `${speaker}: ` : "";
      blocks.push(`[${formatMoment(startMs)}] ${who}${segments.map(({ text }) => text).join(" ")}`);
    }
  }
  if (minutes.colophon !== null) blocks.push(minutes.colophon);
  return `${blocks.join("\n\n")}\n`;
}

function heading(title: string): string {
  return title.toLocaleUpperCase();
}

function linesOf(content: FieldContent, minutes: Minutes): string[] {
  const { task, notSaid } = minutes.texts;
  const at = (line: Marked) => {
    const first = minutes.moments(line.segmentIds)[0];
    const manualMark = minutes.manualMark(line);
    return first ? ` [${formatMoment(first.startMs)}]` : manualMark === null ? "" : ` (${manualMark})`;
  };
  switch (content.type) {
    case "summary":
    case "customText":
      return [content.items.map((item) => `${item.text}${at(item)}`).join(" ")];
    case "keypoints":
    case "bullets":
    case "customBullets":
      return content.items.map((item) => `- ${item.text}${at(item)}`);
    case "titleSubtitle":
      return content.items.map(
        (item) => `- ${item.text}${at(item)}${item.subtitle === null ? "" : `\n  ${item.subtitle}`}`,
      );
    case "keywords":
    case "customHashtag":
      return [content.items.map(({ text }) => text).join(", ")];
    case "tasks":
      return content.items.map(
        (item) =>
          `- ${item.text}${at(item)}${item.description === null ? "" : `\n  ${item.description}`}` +
          `\n  ${task.assigned}: ${item.assigned ?? notSaid} · ${task.deadline}: ${item.deadline === null ? notSaid : minutes.deadline(item.deadline)}` +
          (item.done ? ` · ✓ ${task.done}` : ""),
      );
    case "customTable":
      return [content.columns.join("\t"), ...content.rows.map(({ cells }) => cells.join("\t"))];
    default:
      return assertNever(content);
  }
}
