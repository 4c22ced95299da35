import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import type { MeetingLanguage } from "#app/domain/languages.ts";
import type { SummaryDraft } from "#app/domain/summary/draft.ts";
import { extractSummary } from "#app/domain/summary/extractive/extract-summary.ts";
import type { FieldContent } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM, FIELD_TYPES, type FieldType, type TemplateSnapshot } from "#app/domain/template/template.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { extractiveModel } from "#app/server/adapters/extractive/extractive-model.ts";
import { CATALAN, ENGLISH, FRENCH, SPANISH } from "#tests/unit/summary/meetings.ts";

const ALL_TYPES: TemplateSnapshot = {
  id: "t",
  name: "Every type",
  fields: FIELD_TYPES.map((type) => ({
    key: type,
    // The five fields of Acta have no title of their own.
    title: BASIC_SYSTEM.fields.some((field) => field.type === type) ? null : "The monthly pass",
    prompt: "What was said about the price",
    type,
    required: false,
  })),
};

function content(
  segments: readonly Segment[],
  language: MeetingLanguage,
  type: FieldType,
  template = ALL_TYPES,
): FieldContent {
  const found = extractSummary({ template, language, segments }).fields.find((field) => field.key === type);
  if (!found) throw new Error(type);
  return found.content;
}

/** As the adapter hands it over. */
const onTheWire = (draft: SummaryDraft): unknown =>
  JSON.parse(JSON.stringify({ fields: draft.fields.map(({ key, content }) => ({ key, ...content })) }));

function texts(segments: readonly Segment[], language: MeetingLanguage, type: FieldType): string[] {
  const field = content(segments, language, type);
  return field.type === "customTable"
    ? field.rows.map((row) => row.cells.join(" | "))
    : field.items.map((item) => item.text);
}

function tasks(segments: readonly Segment[], language: MeetingLanguage) {
  const field = content(segments, language, "tasks");
  return field.type === "tasks" ? field.items.map(({ text, assigned, deadline }) => [text, assigned, deadline]) : [];
}

function bullets(segments: readonly Segment[], language: MeetingLanguage) {
  const field = content(segments, language, "bullets");
  return field.type === "bullets" ? field.items.map(({ text, quoted }) => [quoted?.part?.kind, text]) : [];
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

test("the tasks of an English meeting: who said so, and until when as it was said", () => {
  expect(tasks(ENGLISH, "en")).toEqual([
    ["I'll call the maintenance company on Monday and ask what a visit to 40 locks costs.", "Nora", "on Monday"],
    ["I will write the automatic refund for unlock timeouts by Thursday.", "Tobias", "by Thursday"],
    [
      "Luis will prepare the pricing table for the monthly passes by the end of the week.",
      "Luis",
      "by the end of the week",
    ],
    ["I'll contact the city about the cycling event tomorrow.", "Priya", "tomorrow"],
    ["I'll share the notes with everybody this afternoon.", "Nora", "this afternoon"],
  ]);
});

test("the tasks of a Spanish meeting: no name where nobody said one", () => {
  expect(tasks(SPANISH, "es")).toEqual([
    [
      "Marta va a pedir otros dos presupuestos a las empresas eléctricas antes del viernes.",
      "Marta",
      "antes del viernes",
    ],
    ["Yo me encargo de llamar al cuarteto mañana por la mañana.", null, "mañana por la mañana"],
    ["Andrés revisará la venta por internet con el proveedor la semana que viene.", "Andrés", "la semana que viene"],
    [
      "Enviaré las dos propuestas del cartel a la junta para el quince de septiembre.",
      null,
      "para el quince de septiembre",
    ],
  ]);
});

test("the tasks of a French and of a Catalan meeting", () => {
  expect(tasks(FRENCH, "fr")).toEqual([
    ["Je vais demander une rallonge à la mairie avant vendredi.", "Bastien", "avant vendredi"],
    ["Romain va préparer le planning des horaires du soir pour lundi prochain.", "Romain", "pour lundi prochain"],
    [
      "L'atelier de lecture continue, et je vous enverrai la liste des écoles inscrites demain matin.",
      "Odile",
      "demain matin",
    ],
  ]);
  expect(tasks(CATALAN, "ca")).toEqual([
    ["La Núria demanarà una subvenció a la diputació abans del 15 de març.", "Núria", "abans del 15 de març"],
    ["M'encarrego de reservar els autocars de la travessa aquesta setmana.", null, "aquesta setmana"],
    ["Enviaré el calendari de sortides als socis demà al matí.", null, "demà al matí"],
  ]);
});

test("decisions, open questions and keywords of a French and of a Catalan meeting", () => {
  // The next person cannot answer the question about the town hall, so that it stays open.
  expect(texts(FRENCH, "fr", "bullets")).toEqual([
    "On a décidé d'ouvrir la bibliothèque jusqu'à vingt heures le mardi et le jeudi, et de garder le samedi matin.",
    "Est-ce que la mairie peut nous donner une rallonge?",
    "Il reste à décider si on ferme le lundi matin, parce que les écoles viennent le lundi.",
  ]);
  expect(texts(CATALAN, "ca", "bullets")).toEqual([
    "Hem decidit mantenir la travessa de juny i limitar-la a 40 persones.",
    "Queda pendent de decidir qui guia la travessa, perquè els dos guies han canviat de feina.",
  ]);
  expect(texts(FRENCH, "fr", "keywords")).toEqual(
    expect.arrayContaining(["budget des livres numériques", "bibliothèque", "atelier de lecture"]),
  );
  expect(texts(CATALAN, "ca", "keywords")).toEqual(
    expect.arrayContaining(["calendari de sortides", "travessa", "teulada"]),
  );
  expect(texts(CATALAN, "ca", "keywords").join()).not.toMatch(/decidi/u);
});

test("decisions and open questions are found by what people say", () => {
  expect(bullets(ENGLISH, "en")).toEqual([
    ["decision", "We agreed last month that refunds above 50 euros need an approval, but these rides are cheaper."],
    [
      "decision",
      "We decided to put group rides and monthly passes into the spring release, and to leave the new map for summer.",
    ],
    ["decision", "Let's go with the third of April unless the city says no."],
    // "We don't know yet." answers it.
    ["question", "What would a monthly pass cost?"],
    ["question", "The launch date is still open."],
  ]);
  expect(texts(SPANISH, "es", "bullets")).toContain(
    "Hemos decidido mantener el abono joven a 45 euros y ampliar la venta por internet.",
  );
  expect(texts(SPANISH, "es", "bullets")).toContain(
    "El contrato del cuarteto sigue pendiente de firma desde hace dos semanas.",
  );
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
  for (const { content } of extractSummary({ template: ALL_TYPES, language, segments }).fields) {
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

test("a field that a person asks for is answered by what was said about it, or stays empty", () => {
  const answers = texts(ENGLISH, "en", "customText");
  expect(answers.length).toBeGreaterThan(0);
  for (const answer of answers) expect(answer).toMatch(/month|pass|pric/iu);
  const template = {
    ...ALL_TYPES,
    fields: ALL_TYPES.fields.map((field) => ({ ...field, title: "Parking", prompt: "Canteen food" })),
  };
  for (const type of ["customText", "customBullets", "customTable", "titleSubtitle"] as const) {
    const empty = content(ENGLISH, "en", type, template);
    expect(empty.type === "customTable" ? empty.rows : empty.items).toEqual([]);
  }
});

test.each<[name: string, segments: Segment[]]>([
  ["nothing", []],
  ["empty texts", meeting("", "  ")],
  ["fillers", meeting("Um.", "Uh, eh.", "Okay.", "Yes.")],
])("a meeting of %s has an empty summary", (_, segments) => {
  for (const { content } of extractSummary({ template: ALL_TYPES, language: "en", segments }).fields) {
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
        const draft = extractSummary({ template: ALL_TYPES, language, segments });
        const parsed = parseDraft(onTheWire(draft), ALL_TYPES);
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
  expect(parseDraft(draft, BASIC_SYSTEM).draft.fields).toHaveLength(5);
  await expect(model.writeSummary({ ...input, signal: AbortSignal.abort() })).rejects.toThrow(/abort/iu);
});
