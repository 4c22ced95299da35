import { fieldSections, type Minutes, type Section, sectionOf } from "#app/domain/summary/field-sections.ts";
import type { Topic } from "#app/domain/summary/highlights.ts";
import { isTopical } from "#app/domain/summary/quotable.ts";
import { isQuoting } from "#app/domain/summary/quotation.ts";
import type { FieldContent, SummaryItem } from "#app/domain/summary/summary.ts";

/**
 * Returns the minutes as their readers see them, on the page, on the shared page and in every export: fields in the order of the
 * template. The quotations of summary and key points stand under their topics, where the first of the two fields stands.
 * `startOf`: the first moment of a line, in ms of the recording; null when no moment proves it.
 */
export function sectionsOf(minutes: Minutes, startOf: (segmentIds: readonly string[]) => number | null): Section[] {
  return isQuoting(minutes) ? quotedSections(minutes, startOf) : fieldSections(minutes);
}

function quotedSections(minutes: Minutes, startOf: (ids: readonly string[]) => number | null): Section[] {
  const byKey = new Map(minutes.fields.map((field) => [field.key, field]));
  const { topics, rest } = quotedByTopic(minutes, startOf);
  const first = minutes.template.fields.find(isTopical);
  return minutes.template.fields.flatMap((field) => {
    const content = rest.get(field.key) ?? byKey.get(field.key)?.content ?? null;
    const isShownByTopic = topics.length > 0 && isTopical(field);
    const own = sectionOf(isShownByTopic ? { ...field, required: false } : field, content, minutes);
    return field === first ? [...topics, ...own] : own;
  });
}

type Placed = { item: SummaryItem; atMs: number };

/** A topic with its lines, which come from more than one field. */
type TopicSection = Section & {
  heading: { kind: "topic"; topic: Topic };
  content: Extract<FieldContent, { type: "keypoints" }>;
};

/**
 * Collects the quotations of both fields under their topics, in the order of the talk. A line that a person added follows the line before
 * it. `rest`: by the key of its field, the lines before the first of a topic.
 */
export function quotedByTopic(
  { template, fields }: Pick<Minutes, "template" | "fields">,
  startOf: (ids: readonly string[]) => number | null,
): { topics: TopicSection[]; rest: Map<string, Extract<FieldContent, { items: SummaryItem[] }>> } {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const found = new Map<number, { topic: Topic; lines: Placed[] }>();
  const rest = new Map<string, Extract<FieldContent, { items: SummaryItem[] }>>();
  for (const field of template.fields.filter(isTopical)) {
    const content = byKey.get(field.key)?.content;
    if (content?.type !== "summary" && content?.type !== "keypoints") continue;
    const left: SummaryItem[] = [];
    let before = null as { topic: Topic; atMs: number } | null;
    for (const item of content.items) {
      const part = item.quoted?.part;
      const topic: Topic | null = part?.kind === "topic" ? part : (before?.topic ?? null);
      if (topic === null) {
        left.push(item);
        continue;
      }
      const atMs: number = startOf(item.segmentIds) ?? before?.atMs ?? topic.startMs;
      before = { topic, atMs };
      const entry = found.get(topic.startMs) ?? { topic, lines: [] };
      entry.lines.push({ item, atMs });
      found.set(topic.startMs, entry);
    }
    rest.set(field.key, { type: content.type, items: left });
  }
  const topics = [...found.values()]
    .toSorted((a, b) => a.topic.startMs - b.topic.startMs)
    .map(
      ({ topic, lines }): TopicSection => ({
        key: `topic-${topic.startMs}`,
        heading: { kind: "topic", topic },
        content: { type: "keypoints", items: lines.toSorted((a, b) => a.atMs - b.atMs).map(({ item }) => item) },
        absence: "not-said",
      }),
    );
  return { topics, rest };
}
