import { formatMoment } from "#app/domain/time.ts";
import { textOfTurn } from "#app/domain/transcript/group-turns.ts";
import type { MarkdownParts } from "#app/server/exports/fields/field-writer.ts";
import { writerOf } from "#app/server/exports/fields/field-writers.ts";
import type { Marked, Minutes, MinutesSection } from "#app/server/exports/minutes.ts";

/** CommonMark with GitHub's tables. `page` is the meeting's address: every line links to the moments that prove it. */
export function writeMarkdown(minutes: Minutes, page: string): string {
  const marks = (line: Marked) => {
    const manualMark = minutes.manualMark(line);
    const unconfirmedMark = minutes.unconfirmedMark(line);
    const links = minutes.moments(line.segmentIds).map(({ startMs }) => ` ${momentLink(minutes, page, startMs)}`);
    if (unconfirmedMark !== null)
      return ` *${escape(unconfirmedMark)}*${links[0] === undefined ? "" : ` ·${links[0]}`}`;
    return manualMark === null ? links.join("") : ` *${escape(manualMark)}*`;
  };
  const parts: MarkdownParts = {
    minutes,
    escape,
    marks,
    table: (columns, rows) => table(columns, rows, marks),
  };
  const blocks = [`# ${escape(minutes.title)}`, minutes.facts.map(escape).join(" · ")];
  if (minutes.quotations) blocks.push(`## ${escape(minutes.quotations.title)}`, escape(minutes.quotations.intro));
  if (minutes.caution !== null) blocks.push(`*${escape(minutes.caution)}*`);
  const sections = (all: readonly MinutesSection[], level: string) => {
    for (const { title, content, nothing } of all) {
      const body = content ? writerOf(content.type).markdown(content, parts) : `*${escape(nothing)}*`;
      blocks.push(`${level} ${escape(title)}`, body);
    }
  };
  sections(minutes.sections, minutes.quotations ? "###" : "##");
  if (minutes.below) {
    blocks.push(`## ${escape(minutes.below.title)}`, escape(minutes.below.intro));
    sections(minutes.below.sections, "###");
  }
  if (minutes.turns.length > 0) {
    blocks.push(`## ${escape(minutes.texts.transcript)}`);
    for (const turn of minutes.turns) {
      const { speaker, named, startMs } = turn;
      const who = named && speaker !== null ? `**${escape(speaker)}** ` : "";
      blocks.push(`${who}${momentLink(minutes, page, startMs)} ${escape(textOfTurn(turn))}`);
    }
  }
  if (minutes.colophon !== null) blocks.push("---", `*${escape(minutes.colophon)}*`);
  return `${blocks.join("\n\n")}\n`;
}

type Row = Marked & { cells: string[] };

function table(columns: string[], rows: Row[], marks: MarkdownParts["marks"]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(escape)),
    line(columns.map(() => "---")),
    ...rows.map((row) => line([...row.cells.map(escape), marks(row).trim()])),
  ].join("\n");
}

function momentLink(minutes: Minutes, page: string, startMs: number): string {
  if (!minutes.reaches(startMs)) return formatMoment(startMs);
  return `[${formatMoment(startMs)}](${page}?t=${Math.floor(startMs / 1000)})`;
}

/** Escapes text so that it never becomes markup: no emphasis, link, image, heading, list, table or HTML. */
function escape(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[\\`*_[\]<>|~&!]/gu, "\\$&")
    .replace(/^(\d{1,9})([.)])/u, "$1\\$2")
    .replace(/^(?:[-+=#])/u, "\\$&");
}
