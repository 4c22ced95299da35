import { expect, test } from "vitest";
import { EMPTY_DRAFT, emptyNewField } from "#app/features/templates/builder/builder-draft.ts";
import {
  changedParts,
  forgetAllDrafts,
  forgetDraft,
  keepDraft,
  type KeptDraft,
  readDraft,
} from "#app/features/templates/builder/keep-template-draft.ts";

/** One storage in place of those of the tab and the browser. */
function storage(items = new Map<string, string>()) {
  return [
    () => ({
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    }),
  ];
}

const draft = (at: number): KeptDraft => ({
  at,
  draft: { ...EMPTY_DRAFT, name: `At ${at}` },
  base: null,
  version: null,
});

test("a draft is read by the person who wrote it, and by nobody else", () => {
  const store = storage();
  keepDraft("nora", "new", draft(1), store);
  expect(readDraft("nora", "new", store)?.draft.name).toBe("At 1");
  expect(readDraft("claire", "new", store)).toBeNull();
});

test("a draft of another person replaces what was kept", () => {
  const store = storage();
  keepDraft("nora", "new", draft(1), store);
  keepDraft("claire", "new", draft(2), store);
  expect(readDraft("nora", "new", store)).toBeNull();
});

test("a new field that is typed and not added is kept too, also beside a template without changes", () => {
  const store = storage();
  const typed = { ...emptyNewField(), field: { ...emptyNewField().field, title: "Risks" } };
  const base = { ...EMPTY_DRAFT, name: "Stand-up" };
  keepDraft("nora", "a", { at: 1, draft: base, base, version: 1, typed }, store);
  const kept = readDraft("nora", "a", store);
  // Somebody else has saved the template meanwhile.
  expect(kept && changedParts(kept, { ...base, name: "Renamed" })).toEqual({ draft: null, typed });
  expect(changedParts({ ...draft(2), typed: emptyNewField() }, EMPTY_DRAFT)).toEqual({
    draft: draft(2).draft,
    typed: null,
  });
});

test("ten drafts are kept, the oldest one goes first", () => {
  const store = storage();
  for (let at = 1; at <= 11; at++) keepDraft("nora", `template-${at}`, draft(at), store);
  expect(readDraft("nora", "template-1", store)).toBeNull();
  expect(readDraft("nora", "template-2", store)).not.toBeNull();
});

test("a tab finds its own draft, also after another tab has kept or saved one of the same template", () => {
  const [browser, first, second] = [storage(), [...storage()], [...storage()]];
  first.push(...browser);
  second.push(...browser);
  keepDraft("nora", "a", draft(1), first);
  keepDraft("nora", "a", draft(2), second);
  expect([readDraft("nora", "a", first)?.at, readDraft("nora", "a", second)?.at]).toEqual([1, 2]);
  // The second tab saves.
  forgetDraft("nora", "a", second);
  expect([readDraft("nora", "a", first)?.at, readDraft("nora", "a", second)]).toEqual([1, null]);
  // A tab that was closed has left its draft to the others.
  keepDraft("nora", "a", draft(3), second);
  expect(readDraft("nora", "a", [...storage(), ...browser])?.at).toBe(3);
});

test("signing out removes all drafts, saving one of them", () => {
  const items = new Map<string, string>();
  const store = storage(items);
  keepDraft("nora", "new", draft(1), store);
  keepDraft("nora", "other", draft(2), store);
  forgetDraft("nora", "new", store);
  expect([readDraft("nora", "new", store), readDraft("nora", "other", store)?.at]).toEqual([null, 2]);
  forgetAllDrafts(store);
  expect(items.size).toBe(0);
});

test.each(["", "{", "[]", '{"format":0,"userId":"nora","drafts":{}}', '{"format":1,"userId":"nora"}'])(
  "anything else in the storage is no draft: %s",
  (text) => {
    expect(readDraft("nora", "new", storage(new Map([["acta.template-drafts", text]])))).toBeNull();
  },
);

test("without access to the storage nothing is kept and nothing fails", () => {
  const refused = [
    () => {
      throw new Error("not allowed");
    },
  ];
  keepDraft("nora", "new", draft(1), refused);
  forgetAllDrafts(refused);
  expect(readDraft("nora", "new", refused)).toBeNull();
});
