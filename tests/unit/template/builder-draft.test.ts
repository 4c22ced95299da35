import { expect, test } from "vitest";
import { ACTA_FIELDS, changeDraft, EMPTY_DRAFT } from "#app/features/templates/builder/builder-draft.ts";

const [first, second] = ACTA_FIELDS;
if (!first || !second) throw new Error("there are five Acta fields");
const keys = (draft: typeof EMPTY_DRAFT) => draft.fields.map(({ key }) => key);

test("a removal that is undone after the field was added again leaves it once", () => {
  const full = { ...EMPTY_DRAFT, fields: [first, second] };
  const removed = changeDraft(full, { type: "remove", key: first.key });
  expect(keys(changeDraft(removed, { type: "add", field: first, at: 0 }))).toEqual([first.key, second.key]);
  const addedAgain = changeDraft(removed, { type: "add", field: first });
  expect(keys(changeDraft(addedAgain, { type: "add", field: first, at: 0 }))).toEqual([second.key, first.key]);
});
