import { expect, test } from "vitest";
import type { FieldDraft } from "#app/domain/template/template-rules.ts";
import type { BuilderDraft } from "#app/features/templates/builder/builder-draft.ts";
import { mergeTemplates } from "#app/features/templates/builder/merge-templates.ts";

const field = (key: string, prompt = "Find it."): FieldDraft => ({
  key,
  title: key,
  prompt,
  type: "customText",
  required: false,
});
const draft = (fields: readonly FieldDraft[], name = "Weekly"): BuilderDraft => ({ name, description: "", fields });
const keys = ({ merged }: { merged: BuilderDraft }) => merged.fields.map(({ key }) => key);
const [a, b, c] = [field("a"), field("b"), field("c")];

test("changes of two people in different parts are all kept", () => {
  const mine = draft([a, field("b", "Mine."), c]);
  const theirs = draft([a, b, c, field("d")], "Weekly review");
  const { merged, both } = mergeTemplates(draft([a, b, c]), mine, theirs);
  expect(both).toEqual([]);
  expect(merged.name).toBe("Weekly review");
  expect(merged.fields.map(({ key, prompt }) => [key, prompt])).toEqual([
    ["a", "Find it."],
    ["b", "Mine."],
    ["c", "Find it."],
    ["d", "Find it."],
  ]);
});

test("of a part that both changed, mine is taken and the part is named", () => {
  const mine = draft([field("a", "Mine."), b], "My name");
  const theirs = draft([field("a", "Theirs."), b], "Their name");
  const { merged, both } = mergeTemplates(draft([a, b]), mine, theirs);
  expect(merged.name).toBe("My name");
  expect(merged.fields[0]?.prompt).toBe("Mine.");
  expect(both).toEqual([{ part: "name" }, { part: "field", key: "a" }]);
});

test("a field that one removed and the other changed stays and is named", () => {
  const base = draft([a, b]);
  const removedHere = mergeTemplates(base, draft([a]), draft([a, field("b", "Theirs.")]));
  expect([keys(removedHere), removedHere.both]).toEqual([["a", "b"], [{ part: "field", key: "b" }]]);
  const removedThere = mergeTemplates(base, draft([a, field("b", "Mine.")]), draft([a]));
  expect([keys(removedThere), removedThere.both]).toEqual([["a", "b"], [{ part: "field", key: "b" }]]);
});

test("a field that one removed and the other left alone is gone", () => {
  expect(keys(mergeTemplates(draft([a, b]), draft([a]), draft([a, b])))).toEqual(["a"]);
  expect(keys(mergeTemplates(draft([a, b]), draft([a, b]), draft([a])))).toEqual(["a"]);
});

test("the order of the one who moved fields is taken, and two orders are named", () => {
  const base = draft([a, b, c]);
  expect(keys(mergeTemplates(base, base, draft([c, a, b])))).toEqual(["c", "a", "b"]);
  const both = mergeTemplates(base, draft([b, a, c]), draft([c, a, b]));
  expect([keys(both), both.both]).toEqual([["b", "a", "c"], [{ part: "order" }]]);
});

test("the same change of both is no conflict", () => {
  const changed = draft([field("a", "Same."), b]);
  expect(mergeTemplates(draft([a, b]), changed, changed)).toEqual({ merged: changed, both: [] });
});
