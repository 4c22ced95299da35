import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { emptyContent, withLines } from "#app/domain/summary/fields/field-types.ts";
import { type FieldContent, type FieldLine, linesOf } from "#app/domain/summary/summary.ts";
import type { TemplateField, TemplateSnapshot } from "#app/domain/template/template.ts";
import type { SegmentId } from "#app/domain/transcript/segment.ts";

/** The draft of one part of a meeting, and the part's segments. */
export type PartDraft = { segmentIds: readonly SegmentId[]; draft: SummaryDraft };

/** The common part of the items of all fields. */
type Cited = { segmentIds: SegmentId[] };

/**
 * Merges the parts' drafts into one without a model: takes one item of each part in turn until a field is full, in the order of
 * the meeting. The last part keeps as many items as the first.
 */
export function mergeDrafts(parts: readonly PartDraft[], template: TemplateSnapshot): SummaryDraft {
  return {
    fields: template.fields.map((field) => ({
      key: field.key,
      content: mergeContents(
        field,
        parts.map((part) => draftOf(part.draft, field)),
      ),
    })),
  };
}

/**
 * Completes a draft that a model made of the parts' drafts: when a part had items in a field and no item of the merged field
 * cites that part any more, the part's first item that cites it is restored in its place.
 */
export function keepEveryPart(
  reduced: SummaryDraft,
  parts: readonly PartDraft[],
  template: TemplateSnapshot,
): SummaryDraft {
  const order = new Map(parts.flatMap((part) => part.segmentIds).map((id, index) => [id, index]));
  return {
    fields: template.fields.map((field) => {
      const contents = parts.map((part) => draftOf(part.draft, field));
      const content = draftOf(reduced, field);
      if (isEmpty(content)) return { key: field.key, content: mergeContents(field, contents) };
      const restore = <Item extends FieldLine>(items: Item[], ofPart: (part: FieldContent) => Item[]) => {
        const missing = parts.flatMap((part, index) => {
          const ids = new Set(part.segmentIds);
          const isOf = (item: Item) => item.segmentIds.some((id) => ids.has(id));
          const own = contents[index];
          const first = own && ofPart(own).find(isOf);
          return first === undefined || items.some(isOf) ? [] : [first];
        });
        return missing.reduce((kept, item) => insertInOrder(kept, item, order), items);
      };
      return { key: field.key, content: withLines(field.type, content, restore) };
    }),
  };
}

function mergeContents(field: TemplateField, contents: readonly FieldContent[]): FieldContent {
  const first = contents.find((content) => !isEmpty(content));
  if (first === undefined) return emptyContent(field.type);
  return withLines(field.type, first, (_lines, of) => inTurns(contents.map((content) => of(content))));
}

function inTurns<Item>(lists: readonly Item[][]): Item[] {
  const turns = lists.flatMap((list, index) => list.map((_item, turn) => ({ turn, index })));
  // A stable sort keeps the order of the parts in each turn.
  const chosen = turns.toSorted((a, b) => a.turn - b.turn).slice(0, SUMMARY_ITEMS_MAX);
  return lists.flatMap((list, index) => list.slice(0, chosen.filter((choice) => choice.index === index).length));
}

/** Inserts an item before the first item that begins later in the meeting. */
function insertInOrder<Item extends Cited>(items: Item[], item: Item, order: ReadonlyMap<SegmentId, number>): Item[] {
  const startOf = ({ segmentIds }: Cited) => Math.min(...segmentIds.map((id) => order.get(id) ?? 0));
  const start = startOf(item);
  const at = items.findIndex((other) => startOf(other) > start);
  return at === -1 ? [...items, item] : items.toSpliced(at, 0, item);
}

function draftOf(draft: SummaryDraft, field: TemplateField): FieldContent {
  const content = draft.fields.find(({ key }) => key === field.key)?.content;
  return content?.type === field.type ? content : emptyContent(field.type);
}

function isEmpty(content: FieldContent): boolean {
  return linesOf(content).length === 0;
}
