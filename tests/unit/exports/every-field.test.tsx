// oxlint-disable vitest/no-conditional-expect -- the table of ways says which way differs
import mammoth from "mammoth";
import { createInstance } from "i18next";
import { text as textOfStream } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test, vi } from "vitest";
import type { CrmSettings } from "#app/contracts/connections.ts";
import { withLines } from "#app/domain/summary/fields/field-types.ts";
import { linesOfAll } from "#app/domain/summary/summary.ts";
import { planEntries } from "#app/server/crm/plan-entries.ts";
import { writeNotionBlocks } from "#app/server/exports/collaboration/notion-blocks.ts";
import { outlineOf } from "#app/server/exports/collaboration/outline.ts";
import { writeSlackMinutes } from "#app/server/exports/collaboration/slack-blocks.ts";
import { meetingExport } from "#app/contracts/meeting/meeting-export.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { LOCALES, type Locale } from "#app/domain/languages.ts";
import { FIELD_TYPES, type FieldType } from "#app/domain/template/template.ts";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import { MeetingFactsProvider } from "#app/features/meeting/meeting-context.ts";
import { createPlayback, PlaybackProvider } from "#app/features/meeting/player/playback.ts";
import { SharedFactsProvider } from "#app/features/share/shared-facts.ts";
import { SharedFields } from "#app/features/share/shared-fields.tsx";
import { ca } from "#app/i18n/ca.ts";
import { en } from "#app/i18n/en.ts";
import { es } from "#app/i18n/es.ts";
import { fr } from "#app/i18n/fr.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { writeDocx } from "#app/server/exports/docx/write-docx.ts";
import { writeMarkdown } from "#app/server/exports/markdown.ts";
import { EXPORT_TEXTS, minutesOf } from "#app/server/exports/minutes.ts";
import { writePlainText } from "#app/server/exports/plain-text.ts";
import { writeJson } from "#app/server/exports/write-json.ts";
import { inApp } from "#tests/support/render-screen.tsx";
import { readPdf } from "#tests/support/read-pdf.ts";
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";
import { makePdf } from "#tests/unit/pdf/make-pdf.ts";

/** One meeting with all ten types of field, on the page, on the shared page, in the PDF and in every export. */

// pdf.js alone takes two seconds to load on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

type Summary = NonNullable<MeetingView["summary"]>;
type Content = Summary["fields"][number]["content"];

const said = (text: string) => ({ text, segmentIds: ["a"] });
const CONTENTS: Record<FieldType, Content> = {
  summary: {
    type: "summary",
    items: [said("The roof leaks."), { text: "It rained in.", segmentIds: [], manual: true }],
  },
  keypoints: { type: "keypoints", items: [said("Tiles are missing."), { ...said("Moss grows."), manual: true }] },
  keywords: { type: "keywords", items: [said("gutter")] },
  bullets: { type: "bullets", items: [{ text: "Buckets stand ready.", segmentIds: [], manual: true }] },
  tasks: {
    type: "tasks",
    items: [
      {
        ...said("Mend the roof"),
        description: "before it rains",
        assigned: "Nora",
        deadline: "2026-11-25",
        done: true,
      },
      { ...said("Count the buckets"), description: null, assigned: null, deadline: "by Friday" },
      { text: "Thank the neighbours", segmentIds: [], manual: true, description: null, assigned: null, deadline: null },
    ],
  },
  titleSubtitle: { type: "titleSubtitle", items: [{ ...said("A wet winter"), subtitle: "What the attic looks like" }] },
  customText: { type: "customText", items: [said("Nobody was hurt.")] },
  customBullets: { type: "customBullets", items: [said("Ladder is borrowed.")] },
  customHashtag: { type: "customHashtag", items: [said("attic")] },
  customTable: {
    type: "customTable",
    columns: ["Material", "Price"],
    rows: [
      { cells: ["Slate", "40 euros"], segmentIds: ["a"] },
      { cells: ["Zinc", "55 euros"], segmentIds: [], manual: true },
    ],
  },
};
const WORDS: Record<FieldType, string[]> = {
  summary: ["The roof leaks.", "It rained in."],
  keypoints: ["Tiles are missing.", "Moss grows."],
  keywords: ["gutter"],
  bullets: ["Buckets stand ready."],
  tasks: ["Mend the roof", "before it rains", "Nora", "Count the buckets", "by Friday", "Thank the neighbours"],
  titleSubtitle: ["A wet winter", "What the attic looks like"],
  customText: ["Nobody was hurt."],
  customBullets: ["Ladder is borrowed."],
  customHashtag: ["#attic"],
  customTable: ["Material", "Price", "Slate", "40 euros", "Zinc", "55 euros"],
};

const MEETING = view({
  head: head({ title: "Roof", startsAt: Date.UTC(2026, 10, 20, 9, 30), durationMs: 95_000 }),
  segments: [segment("a", 5, { text: "The roof leaks.", speaker: "Nora" })],
  summary: {
    language: "en",
    template: {
      id: null,
      name: "Everything",
      fields: FIELD_TYPES.map((type) => ({ key: type, title: `Field ${type}`, prompt: "", type, required: false })),
    },
    fields: FIELD_TYPES.map((type) => ({ key: type, title: `Field ${type}`, content: CONTENTS[type] })),
    engine: { port: "extractive", model: "extractive" },
    writtenAt: Date.UTC(2026, 10, 20, 10, 0),
    droppedItems: 0,
  },
});
const SUMMARY = MEETING.summary;
const PAGE = "https://acta.example/0123456789abcdefghjkmnpq";
const RESOURCES = { en, es, ca, fr };

/** The same, as an engine wrote it, with no line confirmed. */
const UNCONFIRMED = {
  ...MEETING,
  summary: SUMMARY && {
    ...SUMMARY,
    caution: "small-model" as const,
    fields: SUMMARY.fields.map((field) => ({
      ...field,
      content: withLines(field.content.type, field.content, (lines) =>
        lines.map((line) => ({
          ...line,
          manual: undefined,
          segmentIds: ["a"],
          id: "line-1",
          unconfirmed: true as const,
        })),
      ),
    })),
  },
};

async function screenOf(locale: Locale, draw: (summary: Summary) => React.ReactNode, of = MEETING): Promise<string> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: RESOURCES[locale] } });
  if (of.summary === null) throw new Error("the meeting has minutes");
  const page = inApp(<I18nextProvider i18n={i18n}>{draw(of.summary)}</I18nextProvider>);
  // Parts with scripts of their own are waited for, as the server waits for them.
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => resolve(textOfStream(pipe(new PassThrough()))),
      onError: reject,
    });
  });
}

const places = placeSegments(MEETING.segments);
const onThePage = (locale: Locale, of = MEETING) =>
  screenOf(
    locale,
    (summary) => (
      <PlaybackProvider value={createPlayback()}>
        <MeetingFactsProvider value={{ places, speakers: new Map(), playable: true, durationMs: null, segments: [] }}>
          <SummaryFields summary={summary} />
        </MeetingFactsProvider>
      </PlaybackProvider>
    ),
    of,
  );
const onTheSharedPage = (locale: Locale, of = MEETING) =>
  screenOf(
    locale,
    (summary) => (
      <SharedFactsProvider value={{ places, path: "/s/x", playable: true, durationMs: null, speakers: new Map() }}>
        <SharedFields summary={summary} />
      </SharedFactsProvider>
    ),
    of,
  );

async function minutes(locale: Locale, of = MEETING) {
  const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
  return minutesOf(of, t, { locale });
}

const WAYS: Record<string, (locale: Locale, of?: typeof MEETING) => Promise<string>> = {
  "the page": onThePage,
  "the shared page": onTheSharedPage,
  "the PDF": async (locale, of = MEETING) => {
    const summary = of.summary && { ...of.summary, language: locale };
    const pdf = await makePdf({ ...MEETING, summary, head: { ...MEETING.head, language: locale } });
    const { outline, objections } = await readPdf(pdf);
    expect(objections).toEqual([]);
    return outline.join("\n");
  },
  Markdown: async (locale, of) => writeMarkdown(await minutes(locale, of), PAGE),
  "plain text": async (locale, of) => writePlainText(await minutes(locale, of)),
  DOCX: async (locale, of) => {
    const bytes = writeDocx(await minutes(locale, of), { page: PAGE, locale, writtenAt: 0 });
    return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value;
  },
};

/** As a reader sees it: without tags, without what Markdown escapes, spaces alike. */
function plain(text: string): string {
  return text
    .replace(/<[^>]+>/gu, " ")
    .replace(/\\([#!.])/gu, "$1")
    .replace(/[\s\u00a0]+/gu, " ");
}

test.each(Object.entries(WAYS))("all ten types of field, in the template's order: %s", async (way, write) => {
  const text = plain(await write("en"));
  for (const type of FIELD_TYPES) {
    const words = way === "plain text" && type === "customHashtag" ? ["attic"] : WORDS[type];
    for (const word of words) expect(text).toContain(word);
  }
  const upper = text.toUpperCase();
  const at = FIELD_TYPES.map((type) => upper.indexOf(`FIELD ${type.toUpperCase()}`));
  expect(at).toEqual(at.toSorted((one, other) => one - other));
  expect(at).not.toContain(-1);
});

const DATES: Record<Locale, RegExp> = {
  en: /25 Nov(?:ember 2026)?/u,
  es: /25 (?:de noviembre de 2026|nov)/u,
  ca: /25 (?:de novembre del? 2026|(?:de )?nov)/u,
  fr: /25 nov(?:embre 2026|\.)/u,
};
const MANUAL_MARK: Record<Locale, string> = { en: "by hand", es: "a mano", ca: "a mà", fr: "à la main" };
const DONE: Record<Locale, string> = { en: "done", es: "hecha", ca: "feta", fr: "faite" };

const EVERYWHERE = Object.keys(WAYS).flatMap((way) => LOCALES.map((locale) => [way, locale] as const));

test.each(EVERYWHERE)("a chosen day is a date, a tick and a hand are named: %s in %s", async (way, locale) => {
  const written = (await WAYS[way]?.(locale)) ?? "";
  const text = plain(written);
  expect(text).toMatch(DATES[locale]);
  expect(text).not.toContain("2026-11-25");
  expect(text).toContain("by Friday");
  // Lines that moments prove have their moments; the four that a person wrote alone say so (tables in plain text have no marks).
  expect(text.split(MANUAL_MARK[locale]).length - 1).toBe(way === "plain text" ? 3 : 4);
  const ticked = way === "the page" ? /is-done|checked/u : new RegExp(DONE[locale], "u");
  expect(written).toMatch(ticked);
});

const UNCONFIRMED_MARK: Record<Locale, string> = {
  en: "Not confirmed",
  es: "Sin confirmar",
  ca: "Sense confirmar",
  fr: "Non confirmé",
};
const CAUTION: Record<Locale, RegExp> = {
  en: /small model/u,
  es: /modelo pequeño/u,
  ca: /model petit/u,
  fr: /petit modèle/u,
};

test.each(EVERYWHERE)(
  "each line that is not confirmed says so, and a small model is named: %s in %s",
  async (way, locale) => {
    const text = plain((await WAYS[way]?.(locale, UNCONFIRMED)) ?? "");
    const lines = UNCONFIRMED.summary ? linesOfAll(UNCONFIRMED.summary.fields).length : 0;
    expect(text.split(UNCONFIRMED_MARK[locale]).length - 1).toBe(lines);
    expect(text).toMatch(CAUTION[locale]);
  },
);

test("lines that are not confirmed say so in Slack, in Notion, at a CRM and in JSON", async () => {
  const of = await minutes("en", UNCONFIRMED);
  const lines = UNCONFIRMED.summary ? linesOfAll(UNCONFIRMED.summary.fields) : [];
  const marks = (value: unknown) => JSON.stringify(value).split("Not confirmed").length - 1;
  const outline = outlineOf(of, PAGE);
  expect(marks(outline)).toBe(lines.length);
  expect(marks(writeNotionBlocks(of, { page: PAGE, note: "" }))).toBe(lines.length);
  expect(marks(writeSlackMinutes(of, { page: PAGE, words: { open: "Open", more: "More" } }))).toBe(lines.length);
  const settings = { tasks: false, meeting: false, properties: [] } as unknown as CrmSettings;
  const plan = await planEntries(UNCONFIRMED, { settings, origin: "https://acta.example" });
  expect(plan.text.split("Not confirmed").length - 1).toBe(lines.length);
  const withTasks = await planEntries(UNCONFIRMED, {
    settings: { ...settings, tasks: true },
    origin: "https://acta.example",
  });
  // The tasks that a person looks at before they are sent, and the tasks that are.
  expect(withTasks.tasks.length).toBeGreaterThan(0);
  expect(marks(withTasks.tasks)).toBe(withTasks.tasks.length);
  expect(marks(withTasks.entries.filter(({ entry }) => entry.what === "task"))).toBe(withTasks.tasks.length);
  const json = meetingExport.parse(JSON.parse(writeJson(UNCONFIRMED, of, { shared: false })));
  const confirmed = JSON.stringify(json.summary).split('"confirmed":false').length - 1;
  expect(confirmed).toBe(lines.length);
  for (const text of [outline, plan.text, json.summary?.caution]) expect(JSON.stringify(text)).toMatch(CAUTION.en);
});

/** The roof's minutes of an engine that only quotes, which left every field but the first empty. */
const QUOTED = { ...MEETING, summary: SUMMARY && { ...SUMMARY, fields: SUMMARY.fields.slice(0, 1) } };

test("the owner is told which fields a model would fill, and a reader with a link is not", async () => {
  const [own, shared] = [plain(await onThePage("en", QUOTED)), plain(await onTheSharedPage("en", QUOTED))];
  for (const text of [own, shared]) expect(text).toContain("The roof leaks.");
  expect(own).toMatch(/Field tasks .*Needs a language model\./u);
  for (const words of ["Field tasks", "Needs a language model."]) expect(shared).not.toContain(words);
});

const BASIC_SYSTEM_NAME: Record<Locale, string> = {
  en: "Basic system",
  es: "Básica",
  ca: "Bàsica",
  fr: "Basique",
};

test.each(LOCALES)("the default template has its name in the reader's language: %s", async (locale) => {
  const { template, whenAndHow, colophonLines } = await minutes(locale);
  expect(template).toBe(BASIC_SYSTEM_NAME[locale]);
  expect(whenAndHow.join(" ")).toContain(template);
  expect(colophonLines.join(" ")).toContain(template);
});

test("JSON: every field by its schema, with ticks and hands as values and the day as it was chosen", async () => {
  const written: unknown = JSON.parse(writeJson(MEETING, await minutes("es"), { shared: false }));
  const read = meetingExport.parse(written);
  expect(read).toEqual(written);
  expect(read.summary?.fields.map(({ content }) => content.type)).toEqual([...FIELD_TYPES]);
  const tasks = read.summary?.fields.find(({ key }) => key === "tasks")?.content;
  expect(tasks).toMatchObject({
    items: [
      { text: "Mend the roof", deadline: "2026-11-25", done: true, manual: false },
      { text: "Count the buckets", deadline: "by Friday", done: false },
      { text: "Thank the neighbours", manual: true, segmentIds: [] },
    ],
  });
});

test.each(Object.entries(WAYS))("an empty cell says that it was not said, as on the page: %s", async (_way, write) => {
  const { rows } = CONTENTS.customTable as Extract<Content, { type: "customTable" }>;
  const row = { cells: ["Straw", " "], segmentIds: ["a"] };
  rows.push(row);
  const written = plain(await write("es"));
  rows.pop();
  expect(written).toMatch(/Straw.{0,40}no se dijo/u);
});
