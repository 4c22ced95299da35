import { withLines } from "#app/domain/summary/fields/field-types.ts";
import type { FieldLine, Summary } from "#app/domain/summary/summary.ts";

/** Returns minutes without the names of who said what, for readers who may not see the transcript. */
export function withoutSpeakers(summary: Summary): Summary {
  return {
    ...summary,
    fields: summary.fields.map((field) => ({
      ...field,
      content: withLines(field.content.type, field.content, (lines) => lines.map(anonymous)),
    })),
  };
}

function anonymous<Line extends FieldLine>(line: Line): Line {
  const quoted = "quoted" in line ? line.quoted : undefined;
  return quoted === undefined
    ? line
    : Object.assign({}, line, { quoted: Object.assign({}, quoted, { speaker: null }) });
}
