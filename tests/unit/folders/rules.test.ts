import { expect, test } from "vitest";
import { folderKeyOf, parseFolderName, parseTag } from "#app/domain/folders/folder.ts";
import { bestFirst, parseRuleValue, ruleFits, rulesToOffer } from "#app/domain/folders/rule.ts";
import { planChange } from "#app/features/folders/plan-change.ts";

test.each([
  ["Clients/Girona", "Clients/Girona"],
  ["  Clients /  Girona ", "Clients/Girona"],
  ["Été", "Été"],
  ["", null],
  ["Clients/", null],
  ["a/b/c", null],
  ["—", null],
  ["x".repeat(81), null],
])("the name %j is stored as %j", (typed, name) => {
  expect(parseFolderName(typed)).toBe(name);
});

test("two spellings of a folder have one key, and a tag has no sign before it", () => {
  expect(folderKeyOf("Clients/Été")).toBe(folderKeyOf("CLIENTS/ete"));
  expect([parseTag("# Budget"), parseTag("#"), parseTag("a, b")]).toEqual(["Budget", null, null]);
});

test.each([
  [{ kind: "domain", value: "@Girona.example" }, "girona.example"],
  [{ kind: "domain", value: "girona" }, null],
  [{ kind: "address", value: "Anna@girona.example" }, "anna@girona.example"],
  [{ kind: "address", value: "anna" }, null],
  [{ kind: "title", value: "Weekly: Girona" }, "weekly girona"],
  [{ kind: "title", value: "…" }, null],
] as const)("the value of %j is stored as %j", (test_, value) => {
  expect(parseRuleValue(test_)).toBe(value);
});

const MEETING = { title: "Girona: weekly call", people: ["Anna@girona.example", "me@acta.example"] };

test("a rule fits by a whole domain, a whole address or whole words of the title", () => {
  const fits = (kind: "domain" | "address" | "title", value: string) => ruleFits({ kind, value }, MEETING);
  expect([fits("domain", "girona.example"), fits("address", "anna@girona.example")]).toEqual([true, true]);
  expect([fits("title", "weekly call"), fits("title", "girona")]).toEqual([true, true]);
  expect([fits("domain", "rona.example"), fits("domain", "example"), fits("title", "week")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("of several rules an address decides before a domain, and a domain before a title", () => {
  const rules = [
    { kind: "title", value: "girona" },
    { kind: "title", value: "girona weekly" },
    { kind: "domain", value: "girona.example" },
    { kind: "address", value: "anna@girona.example" },
  ] as const;
  expect(bestFirst(rules).map(({ value }) => value)).toEqual([
    "anna@girona.example",
    "girona.example",
    "girona weekly",
    "girona",
  ]);
});

test("rules are offered by domains from elsewhere, by an address at a public one, and by the title", () => {
  expect(rulesToOffer(MEETING, "me@acta.example")).toEqual([
    { kind: "domain", value: "girona.example" },
    { kind: "title", value: "girona weekly call" },
  ]);
  const people = ["one@gmail.com", "two@girona.example", "three@girona.example", "me@gmail.com"];
  expect(rulesToOffer({ title: "", people }, "me@gmail.com")).toEqual([
    { kind: "domain", value: "girona.example" },
    { kind: "address", value: "one@gmail.com" },
  ]);
});

const ALL = {
  folders: [{ id: "a", name: "Clients", team: null, editable: true }],
  tags: [],
  rules: [],
  canShare: false,
};
const ONE = { folderId: "a", tags: ["Budget"], archived: false, offers: [] };

test("the dialog sends only what was changed", () => {
  const one = { ...ALL, of: ONE };
  const draft = { folder: "Clients", tags: "Budget", isTakenOut: false };
  expect(planChange(one, draft)).toEqual({});
  expect(planChange(one, { ...draft, folder: "" })).toEqual({ folder: null });
  expect(planChange(one, { ...draft, folder: "New", tags: "Plan" })).toEqual({
    folder: { name: "New" },
    tags: { add: ["Plan"], remove: ["Budget"] },
  });
  const many = { ...ALL, of: null };
  expect(planChange(many, { folder: "", tags: "", isTakenOut: false })).toEqual({});
  expect(planChange(many, { folder: "Clients", tags: "", isTakenOut: false })).toEqual({ folder: { id: "a" } });
  expect(planChange(many, { folder: "", tags: "", isTakenOut: true })).toEqual({ folder: null });
});
