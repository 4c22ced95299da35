import type { EditableField } from "#app/domain/summary/edits/line.ts";
import { withLines } from "#app/domain/summary/fields/field-types.ts";
import type { FieldLine, Summary, SummaryField } from "#app/domain/summary/summary.ts";
import { labelBehind } from "#app/domain/transcript/speaker-label.ts";

/** Returns minutes without the names of who said what, for readers who may not see the transcript. */
export function withoutSpeakers(summary: Summary): Summary {
  return withEachLine(summary, anonymous);
}

/**
 * Returns minutes as they are stored: owners and quoted speakers with their labels in place of the names that people gave them, so that
 * a later name replaces these. `names`: by label.
 */
export function withSpeakerLabels(summary: Summary, names: ReadonlyMap<string, string>): Summary {
  if (names.size === 0) return summary;
  const label = (name: string) => labelBehind(names, name);
  return withEachLine(summary, (line) => {
    const quoted = "quoted" in line ? line.quoted : undefined;
    const speaker = quoted?.speaker ?? null;
    const owner = "assigned" in line && typeof line.assigned === "string" ? line.assigned : null;
    return Object.assign(
      {},
      line,
      owner !== null && { assigned: label(owner) },
      quoted && speaker !== null && { quoted: Object.assign({}, quoted, { speaker: label(speaker) }) },
    );
  });
}

/** The same for a person's edit of `stored` lines: an owner that it leaves as it was stays as it was stored. */
export function withOwnerLabels(
  edited: readonly EditableField[],
  stored: readonly EditableField[],
  names: ReadonlyMap<string, string>,
): EditableField[] {
  const owners = new Map(stored.flatMap(({ lines }) => lines.map(({ id, assigned }) => [id, assigned] as const)));
  const isLeft = ({ id, assigned }: EditableField["lines"][number]) => owners.get(id) === assigned;
  return edited.map((field) => ({
    ...field,
    lines: field.lines.map((line) =>
      line.assigned === null || isLeft(line) ? line : { ...line, assigned: labelBehind(names, line.assigned) },
    ),
  }));
}

function withEachLine(summary: Summary, change: <Line extends FieldLine>(line: Line) => Line): Summary {
  const changed = (fields: readonly SummaryField[]) =>
    fields.map((field) => ({
      ...field,
      content: withLines(field.content.type, field.content, (lines) => lines.map(change)),
    }));
  const { fields, quotations } = summary;
  return {
    ...summary,
    fields: changed(fields),
    ...(quotations ? { quotations: { ...quotations, fields: changed(quotations.fields) } } : {}),
  };
}

function anonymous<Line extends FieldLine>(line: Line): Line {
  const quoted = "quoted" in line ? line.quoted : undefined;
  return quoted === undefined
    ? line
    : Object.assign({}, line, { quoted: Object.assign({}, quoted, { speaker: null }) });
}
