import { formatMoment } from "#app/domain/time.ts";
import { textOfTurn } from "#app/domain/transcript/group-turns.ts";
import type { TextParts } from "#app/server/exports/fields/field-writer.ts";
import { writerOf } from "#app/server/exports/fields/field-writers.ts";
import type { Minutes, MinutesSection } from "#app/server/exports/minutes.ts";

/** Text to paste anywhere: each line with its first moment in brackets. Lines are not broken, so that the reader's are. */
export function writePlainText(minutes: Minutes): string {
  const { texts } = minutes;
  const parts: TextParts = {
    minutes,
    at(line) {
      const first = minutes.moments(line.segmentIds)[0];
      const manualMark = minutes.manualMark(line);
      const unconfirmedMark = minutes.unconfirmedMark(line);
      if (unconfirmedMark !== null) return ` (${unconfirmedMark}${first ? ` · ${formatMoment(first.startMs)}` : ""})`;
      return first ? ` [${formatMoment(first.startMs)}]` : manualMark === null ? "" : ` (${manualMark})`;
    },
  };
  const blocks = [`${minutes.title}\n${minutes.facts.join(" · ")}`];
  if (minutes.quotations) blocks.push(`${heading(minutes.quotations.title)}\n${minutes.quotations.intro}`);
  if (minutes.caution !== null) blocks.push(minutes.caution);
  const sections = (all: readonly MinutesSection[]) => {
    for (const { title, content, nothing } of all) {
      const lines = content ? writerOf(content.type).plainText(content, parts) : [nothing];
      blocks.push([heading(title), ...lines].join("\n"));
    }
  };
  sections(minutes.sections);
  if (minutes.below) {
    blocks.push(`${heading(minutes.below.title)}\n${minutes.below.intro}`);
    sections(minutes.below.sections);
  }
  if (minutes.turns.length > 0) {
    blocks.push(heading(texts.transcript));
    for (const turn of minutes.turns) {
      const { speaker, named, startMs } = turn;
      const who = named && speaker !== null ? `${speaker}: ` : "";
      blocks.push(`[${formatMoment(startMs)}] ${who}${textOfTurn(turn)}`);
    }
  }
  if (minutes.colophon !== null) blocks.push(minutes.colophon);
  return `${blocks.join("\n\n")}\n`;
}

function heading(title: string): string {
  return title.toLocaleUpperCase();
}
