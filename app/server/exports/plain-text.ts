import { formatMoment } from "#app/domain/time.ts";
import { textOfTurn } from "#app/domain/transcript/group-turns.ts";
import type { TextParts } from "#app/server/exports/fields/field-writer.ts";
import { writerOf } from "#app/server/exports/fields/field-writers.ts";
import type { Minutes } from "#app/server/exports/minutes.ts";

/** Text to paste anywhere: each line with its first moment in brackets. Lines are not broken, so that the reader's are. */
export function writePlainText(minutes: Minutes): string {
  const { texts } = minutes;
  const parts: TextParts = {
    minutes,
    at(line) {
      const first = minutes.moments(line.segmentIds)[0];
      const manualMark = minutes.manualMark(line);
      return first ? ` [${formatMoment(first.startMs)}]` : manualMark === null ? "" : ` (${manualMark})`;
    },
  };
  const blocks = [`${minutes.title}\n${minutes.facts.join(" · ")}`];
  if (minutes.quotations) blocks.push(`${heading(minutes.quotations.title)}\n${minutes.quotations.intro}`);
  for (const { title, content } of minutes.sections) {
    blocks.push(
      [heading(title), ...(content ? writerOf(content.type).plainText(content, parts) : [texts.nothingFound])].join(
        "\n",
      ),
    );
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
