import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { emptyContent } from "#app/domain/summary/ground.ts";
import type { FieldContent } from "#app/domain/summary/summary.ts";
import type { TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** The draft of one part of a meeting, and the segments that the part is made of. */
export type PartDraft = { segmentIds: readonly SegmentId[]; draft: SummaryDraft };

/** An item of any field: what all of them have. */
type Cited = { segmentIds: SegmentId[] };

/**
 * One draft out of those of the parts, without a model: turn about one item of each part until a field is full, in the
 * order of the meeting. The last part keeps as many as the first.
 */
export function mergeDrafts(parts: readonly PartDraft[], template: TemplateSnapshot): SummaryDraft {
  return {
    fields: template.fields.map((field) => ({
      key: field.key,
      content: mergeContents(
        field,
        parts.map((part) => contentOf(part.draft, field)),
      ),
    })),
  };
}

/**
 * A draft that a model made of the parts' drafts, with what it forgot: where a part had something to say in a field and
 * nothing of the field points into that part any more, its first item that does comes back, in its place.
 */
export function keepEveryPart(
  reduced: SummaryDraft,
  parts: readonly PartDraft[],
  template: TemplateSnapshot,
): SummaryDraft {
  const order = new Map(parts.flatMap((part) => part.segmentIds).map((id, index) => [id, index]));
  return {
    fields: template.fields.map((field) => {
      const contents = parts.map((part) => contentOf(part.draft, field));
      const content = contentOf(reduced, field);
      if (isEmpty(content)) return { key: field.key, content: mergeContents(field, contents) };
      const restore = <Item extends Cited>(items: Item[], ofPart: (part: FieldContent) => Item[]) => {
        const missing = parts.flatMap((part, index) => {
          const ids = new Set(part.segmentIds);
          const isOf = (item: Item) => item.segmentIds.some((id) => ids.has(id));
          const own = contents[index];
          const first = own && ofPart(own).find(isOf);
          return first === undefined || items.some(isOf) ? [] : [first];
        });
        return missing.reduce((kept, item) => insertInOrder(kept, item, order), items);
      };
      return { key: field.key, content: withItems(content, restore) };
    }),
  };
}

type Restore = <Item extends Cited>(items: Item[], ofPart: (part: FieldContent) => Item[]) => Item[];

/** The same change for every type of field; the type of the items is that of the field. */
function withItems(content: FieldContent, change: Restore): FieldContent {
  switch (content.type) {
    case "customTable": {
      const { columns } = content;
      return { ...content, rows: change(content.rows, (part) => rowsFor(columns.length, part)) };
    }
    case "tasks":
      return { ...content, items: change(content.items, (part) => (part.type === "tasks" ? part.items : [])) };
    case "titleSubtitle":
      return { ...content, items: change(content.items, (part) => (part.type === "titleSubtitle" ? part.items : [])) };
    default: {
      const { type } = content;
      return { ...content, items: change(content.items, (part) => (part.type === type ? part.items : [])) };
    }
  }
}

function mergeContents(field: TemplateField, contents: readonly FieldContent[]): FieldContent {
  const first = contents.find((content) => !isEmpty(content));
  if (first === undefined) return emptyContent(field.type);
  return withItems(first, (_items, ofPart) => inTurns(contents.map((content) => ofPart(content))));
}

function inTurns<Item>(lists: readonly Item[][]): Item[] {
  const turns = lists.flatMap((list, index) => list.map((_item, turn) => ({ turn, index })));
  // A stable sort: in each turn the parts follow each other.
  const chosen = turns.toSorted((a, b) => a.turn - b.turn).slice(0, SUMMARY_ITEMS_MAX);
  return lists.flatMap((list, index) => list.slice(0, chosen.filter((choice) => choice.index === index).length));
}

/** Before the first item that begins later in the meeting. */
function insertInOrder<Item extends Cited>(items: Item[], item: Item, order: ReadonlyMap<SegmentId, number>): Item[] {
  const startOf = ({ segmentIds }: Cited) => Math.min(...segmentIds.map((id) => order.get(id) ?? 0));
  const start = startOf(item);
  const at = items.findIndex((other) => startOf(other) > start);
  return at === -1 ? [...items, item] : items.toSpliced(at, 0, item);
}

function contentOf(draft: SummaryDraft, field: TemplateField): FieldContent {
  const content = draft.fields.find(({ key }) => key === field.key)?.content;
  return content?.type === field.type ? content : emptyContent(field.type);
}

function isEmpty(content: FieldContent): boolean {
  return (content.type === "customTable" ? content.rows : content.items).length === 0;
}

/** Tables of other columns cannot be joined. */
function rowsFor(columns: number, content: FieldContent) {
  return content.type === "customTable" && content.columns.length === columns ? content.rows : [];
}
