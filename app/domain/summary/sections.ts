import {
  type FieldsByKey,
  fieldSections,
  type Minutes,
  type Section,
  sectionOf,
} from "#app/domain/summary/field-sections.ts";
import type { Topic } from "#app/domain/summary/highlights.ts";
import { isQuoting } from "#app/domain/summary/quotation.ts";
import type { FieldContent, SummaryItem } from "#app/domain/summary/summary.ts";
import type { TemplateField } from "#app/domain/template/template.ts";

/**
 * Returns the minutes as their readers see them, on the page, on the shared page and in every export: fields in the order of the
 * template, and quotations by topic, then what was decided, what is to do and what stays open. An optional field without lines is left out.
 * `startOf`: the first moment of a line, in ms of the recording; null when no moment proves it.
 */
export function sectionsOf(minutes: Minutes, startOf: (segmentIds: readonly string[]) => number | null): Section[] {
  return isQuoting(minutes) ? quotedSections(minutes, startOf) : fieldSections(minutes);
}

/** A field that a person named keeps its title, and its quotations stand in it one after the other. */
function quotedSections(minutes: Minutes, startOf: (ids: readonly string[]) => number | null): Section[] {
  const byKey = new Map(minutes.fields.map((field) => [field.key, field]));
  const { topics, rest } = byTopic(minutes, byKey, startOf);
  const words: Section[] = [];
  const questions: Section[] = [];
  const others: Section[] = [];
  for (const field of minutes.template.fields) {
    const content = rest.get(field.key) ?? byKey.get(field.key)?.content ?? null;
    if (field.title !== null) others.push(...sectionOf(field, content));
    else if (content?.type === "bullets") {
      const { decided, open } = byPart(content.items);
      others.push(...sectionOf(field, { type: "bullets", items: decided }, { kind: "decided" }));
      questions.push(
        ...sectionOf(
          { ...field, key: `${field.key}-open`, required: false },
          { type: "bullets", items: open },
          { kind: "openQuestions" },
        ),
      );
    } else if (field.type === "tasks") others.push(...sectionOf(field, content, { kind: "toDo" }));
    else if (field.type === "keywords" || field.type === "customHashtag") {
      words.push(...sectionOf(field, content));
    } else {
      const isShownByTopic = topics.length > 0 && isTopical(field);
      others.push(...sectionOf(isShownByTopic ? { ...field, required: false } : field, content));
    }
  }
  return [...topics, ...others, ...questions, ...words];
}

/** Fields of Basic system whose quotations stand under topics. */
function isTopical({ type, title }: TemplateField): boolean {
  return title === null && (type === "summary" || type === "keypoints");
}

type Placed = { item: SummaryItem; atMs: number };

/** Collects the quotations of both fields under their topics. A line that a person added follows the line before it. */
function byTopic(
  { template }: Minutes,
  byKey: FieldsByKey,
  startOf: (ids: readonly string[]) => number | null,
): { topics: Section[]; rest: Map<string, FieldContent> } {
  const found = new Map<number, { topic: Topic; lines: Placed[] }>();
  const rest = new Map<string, FieldContent>();
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
      ({ topic, lines }): Section => ({
        key: `topic-${topic.startMs}`,
        heading: { kind: "topic", topic },
        content: { type: "keypoints", items: lines.toSorted((a, b) => a.atMs - b.atMs).map(({ item }) => item) },
      }),
    );
  return { topics, rest };
}

/** Divides decisions from open questions. A line that a person added follows the line before it. */
function byPart(items: readonly SummaryItem[]): { decided: SummaryItem[]; open: SummaryItem[] } {
  const decided: SummaryItem[] = [];
  const open: SummaryItem[] = [];
  let isOpen = false;
  for (const item of items) {
    const kind = item.quoted?.part?.kind;
    if (kind !== undefined) isOpen = kind === "question";
    (isOpen ? open : decided).push(item);
  }
  return { decided, open };
}
