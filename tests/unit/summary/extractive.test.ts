import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { extractSummary, highlightsBelow, quotedFields } from "#app/domain/summary/extractive/extract-summary.ts";
import { fieldSections } from "#app/domain/summary/field-sections.ts";
import { type FieldContent, linesOf, linesOfAll } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM, FIELD_TYPES, type FieldType, type TemplateSnapshot } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { extractiveModel } from "#app/server/adapters/extractive/extractive-model.ts";
import { CATALAN, ENGLISH, FRENCH, SPANISH } from "#tests/unit/summary/meetings.ts";

/** As a person's own template, in which every field has a title. */
const TITLED: TemplateSnapshot = {
  id: "t",
  name: "Every type",
  fields: FIELD_TYPES.map((type) => ({
    key: type,
    title: "Agreements",
    prompt: "What was agreed",
    type,
    required: true,
  })),
};

function content(
  segments: readonly Segment[],
  language: MeetingLanguage,
  type: FieldType,
  template = BASIC_SYSTEM,
): FieldContent {
  const found = extractSummary({ template, language, segments }).fields.find((field) => field.key === type);
  if (!found) throw new Error(type);
  return found.content;
}

const EXTRACTIVE = { port: "extractive", model: "extractive-1" } as const;

/** As the adapter hands it over. */
const onTheWire = (draft: SummaryDraft): unknown =>
  JSON.parse(JSON.stringify({ fields: draft.fields.map(({ key, content }) => ({ key, ...content })) }));

function texts(segments: readonly Segment[], language: MeetingLanguage, type: FieldType): string[] {
  const field = content(segments, language, type);
  return field.type === "customTable"
    ? field.rows.map((row) => row.cells.join(" | "))
    : field.items.map((item) => item.text);
}

/** A meeting of one line for each text. */
const meeting = (...lines: (string | [speaker: string, text: string])[]): Segment[] =>
  lines.map((line, index) => ({
    id: `w0-${index}`,
    startMs: index * 10_000,
    endMs: index * 10_000 + 5000,
    text: typeof line === "string" ? line : line[1],
    speaker: typeof line === "string" ? null : line[0],
  }));

test.each([
  ["en" as const, ENGLISH],
  ["es" as const, SPANISH],
  ["fr" as const, FRENCH],
  ["ca" as const, CATALAN],
])("highlights and keywords are all that is filled without a model (%s)", (language, segments) => {
  const draft = extractSummary({ template: BASIC_SYSTEM, language, segments });
  expect(draft.fields.map(({ key }) => key)).toEqual(["summary", "keypoints", "keywords"]);
  const fields = quotedFields(draft, BASIC_SYSTEM);
  expect(fields.map(({ key, content }) => [key, linesOf(content).length > 0])).toEqual([
    ["summary", true],
    ["keypoints", true],
    ["keywords", true],
    ["bullets", false],
    ["tasks", false],
  ]);
});

test("a field with a title of its own needs a model, and the highlights stand below", () => {
  const draft = extractSummary({ template: TITLED, language: "en", segments: ENGLISH });
  expect(linesOfAll(quotedFields(draft, TITLED))).toEqual([]);
  const below = runAtOnce(highlightsBelow({ language: "en", segments: ENGLISH }));
  expect(linesOfAll(below?.fields ?? []).length).toBeGreaterThan(5);
  expect(runAtOnce(highlightsBelow({ language: "en", segments: [] }))).toBeNull();
  expect(fieldSections({ fields: quotedFields(draft, TITLED), template: TITLED, engine: EXTRACTIVE })).toMatchObject(
    FIELD_TYPES.map((key) => ({ key, content: null, absence: "needs-model" })),
  );
});

test.each([
  ["en" as const, ENGLISH, /decided to put group rides/u],
  ["es" as const, SPANISH, /Hemos decidido mantener el abono/u],
  ["fr" as const, FRENCH, /décidé d'ouvrir la bibliothèque/u],
  ["ca" as const, CATALAN, /Hem decidit mantenir la travessa/u],
])(
  "sentences that speak of a decision come first among the quotations of a topic (%s)",
  (language, segments, words) => {
    const { fields } = extractSummary({ template: BASIC_SYSTEM, language, segments });
    expect(fields.flatMap((field) => ("items" in field.content ? field.content.items : []))).toContainEqual(
      expect.objectContaining({ text: expect.stringMatching(words) }),
    );
  },
);

test("keywords of a French and of a Catalan meeting", () => {
  expect(texts(FRENCH, "fr", "keywords")).toEqual(
    expect.arrayContaining(["budget des livres numériques", "bibliothèque", "atelier de lecture"]),
  );
  expect(texts(CATALAN, "ca", "keywords")).toEqual(
    expect.arrayContaining(["calendari de sortides", "travessa", "teulada"]),
  );
  expect(texts(CATALAN, "ca", "keywords").join()).not.toMatch(/decidi/u);
});

test("keywords are terms of the meeting, each with the places where it was said", () => {
  const field = content(ENGLISH, "en", "keywords");
  if (field.type !== "keywords") throw new Error(field.type);
  expect(field.items.map((item) => item.text)).toEqual(
    expect.arrayContaining(["monthly passes", "tile server", "spring release"]),
  );
  expect(field.items.length).toBeLessThanOrEqual(10);
  expect(field.items.find((item) => item.text === "tile server")?.segmentIds).toEqual(["w0-15", "w0-16", "w0-20"]);
  expect(texts(SPANISH, "es", "keywords")).toEqual(
    expect.arrayContaining(["abono joven", "programación de otoño", "reforma"]),
  );
});

test("a keyword counts every place where it was said", () => {
  const lines = Array.from({ length: 29 }, (_, index) => `Line ${index} says that the harbour needs a lamp.`);
  const field = content(meeting(...lines), "en", "keywords");
  if (field.type !== "keywords") throw new Error(field.type);
  expect(field.items.find(({ text }) => text.includes("harbour"))?.segmentIds).toHaveLength(29);
});

test.each([
  [
    "en",
    "New York State",
    ["We talk about New York State today.", "The law of New York State is old, and New York State pays."],
  ],
  [
    "fr",
    "conseil d'administration",
    [
      "Le conseil d'administration se réunit.",
      "On écrit au conseil d'administration, et le conseil d'administration répond.",
    ],
  ],
  ["ca", "cap d'obra", ["El cap d'obra ve dimarts.", "Parlem amb el cap d'obra, i el cap d'obra contesta."]],
] as const)("names stay joined and apostrophes stay (%s): %s", (language, name, lines) => {
  expect(texts(meeting(...lines), language, "keywords")).toContain(name);
});

test("a sentence that runs over segments is one quotation with both", () => {
  const segments = [
    "The new map depends on the tile server, and the contract",
    "for the tile server is not signed.",
  ].map((text, index) => ({
    id: `w0-${index}`,
    startMs: index * 4000,
    endMs: index * 4000 + 3900,
    text,
    speaker: null,
  }));
  const field = content(segments, "en", "summary");
  if (field.type !== "summary") throw new Error(field.type);
  expect(field.items).toMatchObject([
    {
      text: "The new map depends on the tile server, and the contract for the tile server is not signed.",
      segmentIds: ["w0-0", "w0-1"],
    },
  ]);
});

test.each([
  ["en" as const, ENGLISH],
  ["es" as const, SPANISH],
  ["fr" as const, FRENCH],
  ["ca" as const, CATALAN],
])("the minutes (%s) quote every quarter of the meeting, and no line stands twice", (language, segments) => {
  const { fields } = extractSummary({ template: BASIC_SYSTEM, language, segments });
  const items = fields.flatMap(({ key, content: own }) => (key === "keywords" || "rows" in own ? [] : own.items));
  const starts = items.map((item) => segments.findIndex((segment) => segment.id === item.segmentIds[0]));
  const endMs = segments.at(-1)?.endMs ?? 1;
  expect(new Set(starts.map((index) => Math.floor((4 * (segments[index]?.startMs ?? 0)) / endMs))).size).toBe(4);
  expect(new Set(items.map(({ text }) => foldedWords(text).join(" "))).size).toBe(items.length);
});

test.each([
  [
    "en" as const,
    ["The garden is closed.", "Rain filled the cellar.", "The pump is broken.", "Bread costs three euros."],
  ],
  [
    "es" as const,
    ["El jardín está cerrado.", "La lluvia llenó el sótano.", "La bomba está rota.", "El pan cuesta tres euros."],
  ],
  [
    "fr" as const,
    ["Le jardin est fermé.", "La pluie a rempli la cave.", "La pompe est cassée.", "Le pain coûte trois euros."],
  ],
  [
    "ca" as const,
    ["El jardí està tancat.", "La pluja va omplir el soterrani.", "La bomba està trencada.", "El pa costa tres euros."],
  ],
])("four plain sentences (%s) give four lines under one topic", (language, lines) => {
  const segments = meeting(...lines);
  const draft = extractSummary({ template: BASIC_SYSTEM, language, segments });
  const items = draft.fields.flatMap(({ key, content: own }) => (key === "keywords" || "rows" in own ? [] : own.items));
  expect(items.map(({ text }) => text).toSorted()).toEqual(lines.toSorted());
  expect(new Set(items.map(({ quoted }) => JSON.stringify(quoted?.part))).size).toBe(1);
});

test("a quotation that lost fillers has its exact words, one that is word for word has none", () => {
  const segments = meeting(
    ["Nora", "Uh, the the roof of the chapel, you know, leaks badly."],
    ["Tom", "The bell tower is dry."],
  );
  const field = content(segments, "en", "summary");
  if (field.type !== "summary") throw new Error(field.type);
  expect(field.items.map(({ text, quoted }) => [quoted?.speaker, text, quoted?.exact])).toEqual([
    ["Nora", "The roof of the chapel leaks badly.", "Uh, the the roof of the chapel, you know, leaks badly."],
    ["Tom", "The bell tower is dry.", null],
  ]);
});

test.each([
  ["en" as const, ENGLISH],
  ["es" as const, SPANISH],
  ["fr" as const, FRENCH],
  ["ca" as const, CATALAN],
])("nothing is in a summary (%s) that was not said there", (language, segments) => {
  for (const { content } of extractSummary({ template: BASIC_SYSTEM, language, segments }).fields) {
    const items =
      content.type === "customTable"
        ? content.rows.map((row) => ({ text: row.cells.join(" "), segmentIds: row.segmentIds }))
        : content.items;
    for (const item of items) {
      const said = segments
        .filter((segment) => item.segmentIds.includes(segment.id))
        .flatMap((segment) => foldedWords(segment.text));
      for (const word of foldedWords(item.text)) expect(said).toContain(word);
    }
  }
});

test.each<[name: string, segments: Segment[]]>([
  ["nothing", []],
  ["empty texts", meeting("", "  ")],
  ["fillers", meeting("Um.", "Uh, eh.", "Okay.", "Yes.")],
])("a meeting of %s has an empty summary", (_, segments) => {
  for (const { content } of extractSummary({ template: BASIC_SYSTEM, language: "en", segments }).fields) {
    expect(content.type === "customTable" ? content.rows : content.items).toEqual([]);
  }
});

test("the engine's answer passes validation and grounding unchanged, whatever was said", () => {
  const words = [...ENGLISH, ...SPANISH].flatMap((segment) => segment.text.split(" "));
  const text = fc.array(
    fc.constantFrom(...words, "um,", "1.200", "2 300", "twenty", "once", "<b>", "E.g.", "-", "¿no?", "veinticinco"),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 30 }),
      fc.constantFrom("en", "es", "fr", "ca"),
      fc.boolean(),
      (lines, language, named) => {
        const segments = lines.map((line, index) => ({
          id: `w0-${index}`,
          startMs: index * 4000,
          endMs: index * 4000 + 3900,
          text: line.join(" "),
          speaker: named ? (index % 3 === 0 ? "Nora Vidal" : "Speaker 2") : null,
        }));
        const draft = extractSummary({ template: BASIC_SYSTEM, language, segments });
        const parsed = parseDraft(onTheWire(draft), BASIC_SYSTEM);
        expect([parsed.droppedFields, parsed.droppedItems]).toEqual([0, 0]);
        expect(parsed.draft.fields.map((field) => field.content)).toEqual(draft.fields.map((field) => field.content));
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
});

test("the time of a summary grows with the length of the talk, not with its square", () => {
  const talk = (lines: number) =>
    Array.from({ length: lines }, (_, index): Segment => {
      const line = ENGLISH[index % ENGLISH.length];
      return {
        id: `w0-${index}`,
        startMs: index * 4000,
        endMs: index * 4000 + 3900,
        text: `${line?.text} ${index}`,
        speaker: line?.speaker ?? null,
      };
    });
  // CPU time, and compared with an hour in the same run: a busy machine makes both slower.
  const cost = (segments: Segment[]) => {
    const before = process.cpuUsage();
    extractSummary({ template: BASIC_SYSTEM, language: "en", segments });
    return process.cpuUsage(before).user;
  };
  const [hour, fourHours] = [talk(900), talk(3600)];
  cost(hour);
  expect(cost(fourHours)).toBeLessThan(10 * cost(hour));
});

test("the adapter says who it is, and stops when told to", async () => {
  const model = extractiveModel(() => async () => {});
  expect(model.engine).toEqual({ port: "extractive", model: "extractive-1" });
  const input = { template: BASIC_SYSTEM, language: "en" as const, segments: ENGLISH };
  const draft = await model.writeSummary({ ...input, signal: new AbortController().signal });
  // The raw answer of an engine is unknown; what it means is read by parseDraft.
  expect(parseDraft(draft, BASIC_SYSTEM).draft.fields).toHaveLength(3);
  await expect(model.writeSummary({ ...input, signal: AbortSignal.abort() })).rejects.toThrow(/abort/iu);
});
