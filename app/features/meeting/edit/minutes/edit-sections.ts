import type { Topic } from "#app/domain/summary/highlights.ts";
import { type EditableField, type Line, readableFields } from "#app/domain/summary/edits/line.ts";
import { isTopical } from "#app/domain/summary/quotable.ts";
import { isQuoting } from "#app/domain/summary/quotation.ts";
import { quotedByTopic } from "#app/domain/summary/sections.ts";
import type { Draft, SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";

/** A line of a topic, with the field to which it belongs. */
export type TopicLine = { field: EditableField; line: Line };

/**
 * A part of the minutes that are edited. A field holds the lines that are read under its heading; `whole` has all of them, also those that
 * are read under a topic.
 */
export type EditSection =
  | { kind: "field"; field: EditableField; whole: EditableField }
  | { kind: "topic"; key: string; topic: Topic; lines: TopicLine[] };

/**
 * Returns the parts in the order in which the minutes are read (domain/summary/sections.ts), so that editing moves nothing: quotations
 * under their topics, then the fields. Fields without lines are there too: a person can fill them in. `startOf`: the first moment of a
 * line, in ms of the recording; null when no moment proves it.
 */
export function editSections(
  { base, fields }: Pick<Draft, "base" | "fields">,
  { template }: Pick<SummaryView, "template">,
  startOf: (segmentIds: readonly string[]) => number | null,
): EditSection[] {
  // As it was opened: minutes of which every quotation was changed keep their order until they are saved.
  const isByTopic = isQuoting({ fields: readableFields(base) });
  if (!isByTopic) return fields.map((field) => ({ kind: "field", field, whole: field }));
  const { topics, rest } = quotedByTopic({ template, fields: readableFields(fields) }, startOf);
  const lines = new Map(fields.flatMap((field) => field.lines.map((line) => [line.id, { field, line }])));
  const linesOf = (items: readonly { id?: string | undefined }[]) =>
    items.flatMap(({ id = "" }) => lines.get(id) ?? []);
  const first = fields.find(isTopical);
  return fields.flatMap((whole) => {
    const left = rest.get(whole.key);
    const field = left ? { ...whole, lines: linesOf(left.items).map(({ line }) => line) } : whole;
    const isReadByTopic = topics.length > 0 && isTopical(whole) && field.lines.length === 0;
    const own: EditSection[] = isReadByTopic ? [] : [{ kind: "field", field, whole }];
    if (whole !== first) return own;
    const under = topics.map(({ key, heading, content }) => {
      return { kind: "topic" as const, key, topic: heading.topic, lines: linesOf(content.items) };
    });
    return [...under, ...own];
  });
}
