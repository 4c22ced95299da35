import { expect, test } from "vitest";
import { changeDraft, type Draft, draftPayload } from "#app/features/meeting/edit/minutes/draft.ts";
import { NO_WORDING } from "#app/domain/summary/fields/field-rules.ts";

const line = (id: string, text: string) => ({
  ...NO_WORDING,
  id,
  text,
  segmentIds: ["w0-1"],
  manual: false,
  readUpTo: null,
});
const FIELDS = [
  {
    key: "keywords",
    title: null,
    type: "keywords" as const,
    columns: [],
    lines: [line("a", "budget"), line("b", "harbour")],
  },
];
const DRAFT: Draft = { madeOn: 1, seen: 1, title: { before: "", after: "" }, base: FIELDS, fields: FIELDS };

test("a keyword that is typed again is the line that it was, with its moments", () => {
  const typed = ["budge", "budget"].reduce(
    (draft, term, index) =>
      changeDraft(draft, { type: "terms", key: "keywords", terms: [term, "harbour"], newId: () => `new-${index}` }),
    DRAFT,
  );
  expect(typed.fields[0]?.lines).toEqual(FIELDS[0]?.lines);
  expect(draftPayload(typed).fields).toEqual([]);
});
