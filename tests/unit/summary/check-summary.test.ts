import { expect, test } from "vitest";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import { checkSummary } from "#app/domain/summary/check/check-summary.ts";
import { BASIC_SYSTEM, type TemplateSnapshot } from "#app/domain/template/template.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

const LINES: [speaker: string | null, text: string][] = [
  ["Irene", "Good morning, let's look at the warehouse move."],
  ["Irene", "The rent of the old warehouse goes up to 8,500 euros a month in January."],
  ["Samuel", "The new warehouse in Lleida costs 6,200 euros, so we save a quarter."],
  ["Samuel", "I will ask the landlord for a written offer by Friday."],
  ["Irene", "José, can you check the fire insurance?"],
  [null, "Yes, I'll check the insurance before the fifth of March."],
  [null, "Twenty five pallets do not fit through the new doors."],
  ["Irene", "We decided to move the pallets in two trips."],
];

const SEGMENTS: Segment[] = LINES.map(([speaker, text], index) => ({
  id: `w0-${index}`,
  startMs: index * 5000,
  endMs: index * 5000 + 4500,
  text,
  speaker,
}));

const TEMPLATE: TemplateSnapshot = {
  ...BASIC_SYSTEM,
  fields: [
    ...BASIC_SYSTEM.fields,
    { key: "prices", title: "Prices", prompt: "What costs what", type: "customTable", required: false },
    { key: "head", title: "Head", prompt: "A headline", type: "titleSubtitle", required: false },
    { key: "tags", title: "Tags", prompt: "Tags", type: "customHashtag", required: false },
  ],
};

/** From an engine's raw answer to the result that the screen shows. */
function shown(answer: unknown) {
  const { draft, droppedFields, droppedItems } = parseDraft(answer, TEMPLATE);
  const { fields } = checkSummary({ draft, segments: SEGMENTS, template: TEMPLATE, language: "en" });
  const items = fields.flatMap(
    ({ content }): { segmentIds: string[]; text?: string; unconfirmed?: true | undefined }[] =>
      content.type === "customTable" ? content.rows : content.items,
  );
  return { fields, items, unreadable: droppedFields + droppedItems };
}

const one = (key: string, item: unknown) => ({ fields: [{ key, items: [item] }] });
const line = (text: unknown, segmentIds: unknown = ["w0-1"]) => one("keypoints", { text, segmentIds });
const task = (more: Record<string, unknown>, segmentIds = ["w0-3"]) =>
  one("tasks", { text: "Ask the landlord for a written offer", segmentIds, ...more });

test("a true answer reaches the screen unchanged, in the template's order", () => {
  const items = [{ text: "The rent of the old warehouse goes up to 8,500 euros a month.", segmentIds: ["w0-1"] }];
  const { fields, unreadable } = shown({
    fields: [
      { key: "keypoints", items },
      { key: "summary", items },
    ],
  });
  expect(unreadable).toBe(0);
  expect(fields.map((field) => field.key)).toEqual(TEMPLATE.fields.map((field) => field.key));
  expect(fields[0]?.content).toEqual({ type: "summary", items });
  expect(fields[1]?.content).toEqual({ type: "keypoints", items });
  expect(fields[4]?.content).toEqual({ type: "tasks", items: [] });
  expect(fields[5]?.content).toEqual({ type: "customTable", columns: [], rows: [] });
});

test.each<[name: string, answer: unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a sentence instead of an object", "Here is your summary: the rent goes up."],
  ["JSON that was cut off", '{"fields":[{"key":"summary","items":[{"text":"The rent of the old wareh'],
  ["a list", [1, 2, 3]],
  ["a number", 42],
  ["fields of a wrong type", { fields: "summary" }],
  ["an empty object", {}],
  ["a field that the template does not have", one("horoscope", { text: "The rent goes up", segmentIds: ["w0-1"] })],
  ["a field without a key", { fields: [{ items: [{ text: "The rent goes up", segmentIds: ["w0-1"] }] }] }],
  ["items that are no list", { fields: [{ key: "summary", items: "The rent goes up" }] }],
  ["a text that is a number", line(8500)],
  ["a text that is null", line(null)],
  ["nothing but markup", line("<p><br></p>")],
  ["nothing but white space", line(" \n\t ")],
  [
    "a table without columns",
    { fields: [{ key: "prices", columns: [], rows: [{ cells: ["rent"], segmentIds: ["w0-1"] }] }] },
  ],
])("an answer that never reaches the screen: %s", (_, answer) => {
  expect(shown(answer).items).toEqual([]);
});

test.each<[name: string, answer: unknown]>([
  ["a claim about something else", line("Employees complained about parking and canteen food", ["w0-1"])],
  ["an amount that was not said", line("The rent of the old warehouse goes up to 9,500 euros")],
  ["a percentage that was not said", line("The new warehouse saves 40% of the costs", ["w0-2"])],
  ["an amount in words that was not said", line("The rent of the old warehouse goes up to twelve thousand euros")],
  ["an amount that counts something else", line("The rent of the old warehouse is 25 euros a month")],
  ["a date that was not said", line("The rent of the old warehouse goes up on 15 January")],
  ["a year that was not said", line("The rent of the old warehouse goes up in January 2031")],
  ["a day that was not said", line("Samuel asks the landlord for an offer by Monday", ["w0-3"])],
  ["a name that nobody said", line("Zoltan asks the landlord for a written offer", ["w0-3"])],
  ["what somebody else said", line("Irene asks the landlord for a written offer", ["w0-3"])],
  ["an address that nobody said", line("The landlord gets the offer at desk@evil.example", ["w0-3"])],
  ["stop words only", line("It is what it is, and so on")],
  ["a keyword that nobody said", one("keywords", { text: "industrial robots", segmentIds: ["w0-1"] })],
  ["a tag that nobody said", one("tags", { text: "#IndustrialRobots", segmentIds: ["w0-1"] })],
  ["a task that nobody took", one("tasks", { text: "Buy new office chairs", segmentIds: ["w0-3"] })],
  [
    "a table row with an invented price",
    {
      fields: [
        { key: "prices", columns: ["What", "Price"], rows: [{ cells: ["Rent", "7,000 euros"], segmentIds: ["w0-1"] }] },
      ],
    },
  ],
  ["a headline about something else", one("head", { text: "Record profits announced", segmentIds: ["w0-1"] })],
  [
    "a true headline over something else",
    one("head", { text: "The warehouse move", segmentIds: ["w0-0"], subtitle: "Everybody is thrilled about canteens" }),
  ],
])("stays, with the mark that it is not confirmed: %s", (_, answer) => {
  expect(shown(answer).items).toMatchObject([{ unconfirmed: true }]);
});

test.each<[name: string, text: string, cited: string[], moments: string[]]>([
  ["no segments", "The rent of the old warehouse rises to 8,500 euros.", [], ["w0-1"]],
  ["segments that do not exist", "The rent of the old warehouse rises to 8,500 euros.", ["w7-1", "00:05"], ["w0-1"]],
  ["another place", "Twenty-five pallets are too wide for the doors.", ["w0-3"], ["w0-6"]],
  ["the right place", "They save a quarter with the new warehouse in Lleida.", ["w0-2"], ["w0-2"]],
])("a citation is a hint: with %s the line gets the moment of its words", (_, text, cited, moments) => {
  expect(shown(line(text, cited)).items).toEqual([{ text, segmentIds: moments }]);
});

test.each([
  ["The rent rises from 8500 € a month next January.", ["w0-1"]],
  ["Samuel will obtain an offer in writing from the landlord before the weekend, on Friday.", ["w0-3"]],
  ["The insurance check has to happen before 5 March.", ["w0-5"]],
  ["It was agreed that two trips are needed for the pallets.", ["w0-7"]],
])("a true line in other words is confirmed: %s", (text, cited) => {
  expect(shown(line(text, cited)).items).toEqual([{ text, segmentIds: cited }]);
});

test("an item that is a mere string is a line without citations", () => {
  const answer = { fields: [{ key: "summary", items: ["The rent goes up"] }] };
  expect(shown(answer).items).toEqual([{ text: "The rent goes up", segmentIds: ["w0-1"] }]);
});

test("unreadable items are counted, and the others stay", () => {
  const items = [{ text: "The rent goes up", segmentIds: ["w0-1"] }, 7];
  const answer = {
    fields: [
      { key: "summary", items },
      { key: "horoscope", items: [] },
    ],
  };
  expect(shown(answer)).toMatchObject({ unreadable: 2, items: [{ text: "The rent goes up" }] });
});

test("a broken field does not affect the others", () => {
  const { items } = shown({
    fields: { summary: 12, keypoints: [{ text: "The rent goes up", segmentIds: ["w0-1"] }], tasks: null },
  });
  expect(items).toEqual([{ text: "The rent goes up", segmentIds: ["w0-1"] }]);
});

test("an answer as text, in a code fence, is read as JSON", () => {
  const { items } = shown(`\`\`\`json\n${JSON.stringify(line("The rent goes up"))}\n\`\`\``);
  expect(items).toEqual([{ text: "The rent goes up", segmentIds: ["w0-1"] }]);
});

test("a field that comes twice counts once", () => {
  const item = { text: "The rent goes up", segmentIds: ["w0-1"] };
  expect(
    shown({
      fields: [
        { key: "summary", items: [item] },
        { key: "summary", items: [item] },
      ],
    }).items,
  ).toHaveLength(1);
});

test.each<[name: string, text: string, clean: string]>([
  ["tags", "The <b>rent</b> of the <i class='x'>old</i> warehouse", "The rent of the old warehouse"],
  ["an open tag", "The rent goes up <img src=x onerror=alert(1)", "The rent goes up"],
  ["markdown", "- **The rent** of the `old` [warehouse](http://example.org)", "The rent of the old warehouse"],
  ["control characters", "The rent\u0000 of\u202e the\u200b warehouse", "The rent of the warehouse"],
  ["line breaks", "The rent\n\n of the\twarehouse", "The rent of the warehouse"],
])("a text loses %s", (_, text, clean) => {
  expect(shown(line(text)).items).toEqual([{ text: clean, segmentIds: ["w0-1"] }]);
});

test("a less-than sign is not markup", () => {
  expect(shown(line("rent < warehouse")).items).toEqual([{ text: "rent < warehouse", segmentIds: ["w0-1"] }]);
});

test("a huge text is cut at a word", () => {
  const text = shown(line(`The rent of the old warehouse ${"goes up ".repeat(50_000)}`)).items[0];
  expect(text?.text?.length).toBeLessThanOrEqual(600);
  expect(text?.text).toMatch(/ (goes|up)…$/u);
});

test("a thousand items are cut to the limit of a field", () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({
    text: `The rent goes up ${"again ".repeat(index + 1)}`,
    segmentIds: ["w0-1"],
  }));
  expect(shown({ fields: [{ key: "keypoints", items }] }).items.length).toBeLessThanOrEqual(60);
});

test("an item that repeats another one is shown once", () => {
  const items = ["The rent goes up.", "the RENT goes up", "The rent goes up!"].map((text) => ({
    text,
    segmentIds: ["w0-1"],
  }));
  expect(shown({ fields: [{ key: "keypoints", items }] }).items).toMatchObject([{ text: "The rent goes up." }]);
});

test("segment ids are known ones, once each, in the order of the meeting", () => {
  const { items } = shown(line("The old warehouse and the new warehouse", ["w0-2", "w9-9", "w0-1", "w0-2"]));
  expect(items[0]?.segmentIds).toEqual(["w0-1", "w0-2"]);
});

test("a number in digits equals the same number in words", () => {
  const isMarked = (text: string) => shown(line(text, ["w0-6"])).items.map(({ unconfirmed }) => unconfirmed === true);
  expect([isMarked("25 pallets do not fit"), isMarked("26 pallets do not fit")]).toEqual([[false], [true]]);
});

test("thousands separators do not change a number", () => {
  expect(shown(line("The rent goes up to 8.500 € (8500)")).items[0]?.unconfirmed).toBeUndefined();
});

test.each<[name: string, more: Record<string, unknown>, ids: string[], expected: Record<string, unknown>]>([
  ["an owner who spoke there", { assigned: "Samuel" }, ["w0-3"], { assigned: "Samuel" }],
  ["an owner who was named in the sentence before", { assigned: "Jose" }, ["w0-5"], { assigned: "Jose" }],
  ["an owner whom nobody named", { assigned: "Beatriz" }, ["w0-3"], { assigned: null }],
  ["half an owner whom nobody named", { assigned: "Samuel Ortega" }, ["w0-3"], { assigned: null }],
  ["an owner who spoke of somebody else", { assigned: "Irene" }, ["w0-3"], { assigned: null }],
  ["a pronoun as owner", { assigned: "I" }, ["w0-3"], { assigned: null }],
  ["'unassigned' as owner", { assigned: "Unassigned" }, ["w0-3"], { assigned: null }],
  ["an owner of a wrong type", { assigned: { name: "Samuel" } }, ["w0-3"], { assigned: null }],
  ["markup around an owner", { assigned: "<b>Samuel</b>" }, ["w0-3"], { assigned: "Samuel" }],
  ["a deadline as it was said", { deadline: "by Friday" }, ["w0-3"], { deadline: "by Friday" }],
  ["another day", { deadline: "by Monday" }, ["w0-3"], { deadline: null }],
  ["a date for a weekday", { deadline: "2026-03-06" }, ["w0-3"], { deadline: null }],
  ["the same date in digits", { deadline: "2026-03-05" }, ["w0-5"], { deadline: "2026-03-05" }],
  ["the same day and month otherwise", { deadline: "5 March" }, ["w0-5"], { deadline: "5 March" }],
  ["another date in digits", { deadline: "2026-03-06" }, ["w0-5"], { deadline: null }],
  ["'as soon as possible', which nobody said", { deadline: "asap" }, ["w0-3"], { deadline: null }],
  ["a deadline of a wrong type", { deadline: 1_772_000_000 }, ["w0-3"], { deadline: null }],
  [
    "a description that was said",
    { description: "A written offer for the warehouse" },
    ["w0-3"],
    { description: "A written offer for the warehouse" },
  ],
  [
    "a description with an invented price",
    { description: "A written offer under 6,000 euros" },
    ["w0-3"],
    { description: "A written offer under 6,000 euros", unconfirmed: true },
  ],
])("owner and deadline only where they were said, a description with its mark: %s", (_, more, ids, expected) => {
  const text = ids[0] === "w0-5" ? "Check the insurance" : "Ask the landlord for a written offer";
  expect(shown(task({ text, ...more }, ids)).items).toMatchObject([expected]);
});

test("a table keeps its rows, each with as many cells as columns", () => {
  const rows = [
    { cells: ["Old warehouse", "8,500 euros", "surplus"], segmentIds: ["w0-1"] },
    { cells: ["New warehouse"], segmentIds: ["w0-2"] },
    { cells: ["Third warehouse", "17 euros"], segmentIds: ["w0-2"] },
  ];
  const { fields } = shown({ fields: [{ key: "prices", columns: ["What", "<i>Price</i>"], rows }] });
  expect(fields.find((field) => field.key === "prices")?.content).toEqual({
    type: "customTable",
    columns: ["What", "Price"],
    rows: [
      { cells: ["Old warehouse", "8,500 euros"], segmentIds: ["w0-1"] },
      { cells: ["New warehouse", ""], segmentIds: ["w0-2"] },
      { cells: ["Third warehouse", "17 euros"], segmentIds: ["w0-2"], unconfirmed: true },
    ],
  });
});

test("a tag is kept as one word, without its sign", () => {
  expect(shown(one("tags", { text: "#OldWarehouse", segmentIds: ["w0-1"] })).items).toEqual([
    { text: "OldWarehouse", segmentIds: ["w0-1"] },
  ]);
});
