import { expect, test } from "vitest";
import { SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { keepEveryPart, mergeDrafts, type PartDraft } from "#app/domain/summary/prompt/merge-drafts.ts";
import type { TemplateSnapshot } from "#app/domain/template/template.ts";

const TEMPLATE: TemplateSnapshot = {
  id: null,
  name: "Two",
  fields: [
    { key: "keypoints", title: null, prompt: "", type: "keypoints", required: false },
    { key: "prices", title: null, prompt: "", type: "customTable", required: false },
  ],
};

const drafted = (ids: string[], rows: string[] = [], columns = ["What"]): SummaryDraft => ({
  fields: [
    {
      key: "keypoints",
      content: { type: "keypoints", items: ids.map((id) => ({ text: `about ${id}`, segmentIds: [id] })) },
    },
    {
      key: "prices",
      content: { type: "customTable", columns, rows: rows.map((id) => ({ cells: [id], segmentIds: [id] })) },
    },
  ],
});
/** Part `name` of so many segments: a0, a1, … */
const part = (name: string, items: number, segments = 100): PartDraft => {
  const segmentIds = Array.from({ length: segments }, (_, index) => `${name}${index}`);
  return { segmentIds, draft: drafted(segmentIds.slice(0, items)) };
};
const idsOf = (draft: SummaryDraft, key = "keypoints") => {
  const content = draft.fields.find((field) => field.key === key)?.content;
  return (content?.type === "customTable" ? content.rows : (content?.items ?? [])).map(
    ({ segmentIds }) => segmentIds[0],
  );
};

test("joined by rule, the last part keeps as many items as the first, in the order of the meeting", () => {
  const ids = idsOf(
    mergeDrafts(
      ["a", "b", "c", "d"].map((name) => part(name, 50)),
      TEMPLATE,
    ),
  );
  expect(ids).toHaveLength(SUMMARY_ITEMS_MAX);
  const share = SUMMARY_ITEMS_MAX / 4;
  expect(ids.map((id) => id?.[0]).join("")).toBe(["a", "b", "c", "d"].map((name) => name.repeat(share)).join(""));
});

test("a part that says little leaves its room to the others", () => {
  const ids = idsOf(mergeDrafts([part("a", 2), part("b", 100)], TEMPLATE));
  expect(ids.filter((id) => id?.startsWith("a"))).toHaveLength(2);
  expect(ids).toHaveLength(SUMMARY_ITEMS_MAX);
});

test("tables of the same columns are joined; another table is not mixed in", () => {
  const draft = mergeDrafts(
    [
      { segmentIds: ["a0"], draft: drafted([], ["a0"]) },
      { segmentIds: ["b0"], draft: drafted([], ["b0"], ["What", "Price"]) },
      { segmentIds: ["c0"], draft: drafted([], ["c0"]) },
    ],
    TEMPLATE,
  );
  expect(idsOf(draft, "prices")).toEqual(["a0", "c0"]);
});

test("a part that the model forgot comes back with its first item, in its place", () => {
  const parts = [part("a", 3), part("b", 3), part("c", 3)];
  expect(idsOf(keepEveryPart(drafted(["a1", "c2"]), parts, TEMPLATE))).toEqual(["a1", "b0", "c2"]);
  expect(idsOf(keepEveryPart(drafted(["a1", "a2"]), parts, TEMPLATE))).toEqual(["a1", "a2", "b0", "c0"]);
});

test("nothing is added where every part is spoken for, or had nothing to say", () => {
  const parts = [part("a", 3), part("b", 0), part("c", 3)];
  expect(idsOf(keepEveryPart(drafted(["a1", "c2"]), parts, TEMPLATE))).toEqual(["a1", "c2"]);
});

test("a field that the model left empty is joined by rule", () => {
  const parts = [part("a", 2), part("b", 2)];
  expect(idsOf(keepEveryPart({ fields: [] }, parts, TEMPLATE))).toEqual(["a0", "a1", "b0", "b1"]);
});

test("an item that does not point into its own part is no reason to keep it", () => {
  const parts = [part("a", 1), { segmentIds: ["b0"], draft: drafted(["z9"]) }];
  expect(idsOf(keepEveryPart(drafted(["a0"]), parts, TEMPLATE))).toEqual(["a0"]);
});
