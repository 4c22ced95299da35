import { PassThrough } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { createInstance } from "i18next";
import mammoth from "mammoth";
import { renderToPipeableStream } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { meetingExport } from "#app/contracts/meeting/meeting-export.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { LOCALES, type Locale } from "#app/domain/languages.ts";
import type { QuotedPart } from "#app/domain/summary/highlights.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
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
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";
import { inApp } from "#tests/support/render-screen.tsx";
import { readPdf } from "#tests/support/read-pdf.ts";
import { makePdf } from "#tests/unit/pdf/make-pdf.ts";

/** Minutes without a model, on the page, on the shared page and in the exports. */
type Summary = NonNullable<MeetingView["summary"]>;
const topic: QuotedPart = { kind: "topic", startMs: 5000, endMs: 60_000, keywords: ["roof", "chapel"] };
const quoted = (exact: string | null, part: QuotedPart | null) => ({
  speaker: "Nora",
  exact,
  part,
});
const EXACT = "Uh, the the roof of the chapel leaks.";
const SUMMARY: Summary = {
  language: "en",
  template: BASIC_SYSTEM,
  fields: [
    {
      key: "summary",
      title: null,
      content: {
        type: "summary",
        items: [{ text: "The roof of the chapel leaks.", segmentIds: ["b"], quoted: quoted(EXACT, topic) }],
      },
    },
    {
      key: "keypoints",
      title: null,
      content: {
        type: "keypoints",
        items: [{ text: "It rained for nine days.", segmentIds: ["a"], quoted: quoted(null, topic) }],
      },
    },
    { key: "keywords", title: null, content: { type: "keywords", items: [] } },
    { key: "bullets", title: null, content: { type: "bullets", items: [] } },
    { key: "tasks", title: null, content: { type: "tasks", items: [] } },
  ],
  engine: { port: "extractive", model: "extractive-1" },
  writtenAt: Date.UTC(2026, 10, 20, 10, 0),
  droppedItems: 0,
};
/** Minutes that an earlier version wrote without a model: with decisions, questions and tasks that were found by rule. */
const EARLIER: Summary = {
  ...SUMMARY,
  fields: [
    ...SUMMARY.fields.slice(0, 3),
    {
      key: "bullets",
      title: null,
      content: {
        type: "bullets",
        items: [
          { text: "We close the chapel.", segmentIds: ["c"], quoted: quoted(null, { kind: "decision" }) },
          { text: "Who pays for the slates?", segmentIds: ["d"], quoted: quoted(null, { kind: "question" }) },
        ],
      },
    },
    {
      key: "tasks",
      title: null,
      content: {
        type: "tasks",
        items: [
          {
            text: "I'll call the roofer by Friday.",
            segmentIds: ["e"],
            quoted: quoted(null, null),
            description: null,
            assigned: "Nora",
            deadline: "by Friday",
          },
        ],
      },
    },
  ],
};
const MEETING = view({
  head: head({ title: "Chapel", startsAt: Date.UTC(2026, 10, 20, 9, 30), durationMs: 95_000 }),
  segments: ["a", "b", "c", "d", "e"].map((id, index) => segment(id, 5 + 10 * index, { speaker: "Nora" })),
  summary: SUMMARY,
});
const RESOURCES = { en, es, ca, fr };
const places = placeSegments(MEETING.segments);

async function draw(locale: Locale, screen: React.ReactNode): Promise<string> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: RESOURCES[locale] } });
  const html = new PassThrough();
  const { pipe } = renderToPipeableStream(inApp(<I18nextProvider i18n={i18n}>{screen}</I18nextProvider>), {
    onAllReady: () => void pipe(html),
    onShellError: (error) => html.destroy(error instanceof Error ? error : undefined),
  });
  // React writes a comment between two texts.
  return (await readText(html)).replaceAll("<!-- -->", "");
}

async function minutes(locale: Locale, meeting = MEETING) {
  const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
  return minutesOf(meeting, t, { locale });
}

const WAYS: Record<string, (locale: Locale) => Promise<string>> = {
  "the page": (locale) =>
    draw(
      locale,
      <PlaybackProvider value={createPlayback()}>
        <MeetingFactsProvider value={{ places, speakers: new Map(), playable: true, durationMs: null, segments: [] }}>
          <SummaryFields summary={SUMMARY} />
        </MeetingFactsProvider>
      </PlaybackProvider>,
    ),
  "the shared page": (locale) =>
    draw(
      locale,
      <SharedFactsProvider value={{ places, path: "/s/x", playable: true, durationMs: null, speakers: new Map() }}>
        <SharedFields summary={SUMMARY} />
      </SharedFactsProvider>,
    ),
  Markdown: async (locale) => writeMarkdown(await minutes(locale), "https://acta.example/m"),
  DOCX: async (locale) => {
    const written = writeDocx(await minutes(locale), { page: "https://acta.example/m", locale, writtenAt: 0 });
    return (await mammoth.convertToHtml({ buffer: Buffer.from(written) })).value;
  },
  "plain text": async (locale) => writePlainText(await minutes(locale)),
};

const HEADINGS: Record<Locale, string[]> = {
  en: ["Key quotes from this meeting", "roof · chapel", en.meeting.field.bullets, en.meeting.field.tasks],
  es: ["Citas clave de esta reunión", "roof · chapel", es.meeting.field.bullets, es.meeting.field.tasks],
  ca: ["Cites clau d’aquesta reunió", "roof · chapel", ca.meeting.field.bullets, ca.meeting.field.tasks],
  fr: ["Citations clés de cette réunion", "roof · chapel", fr.meeting.field.bullets, fr.meeting.field.tasks],
};
const LINES = ["It rained for nine days.", "The roof of the chapel leaks."];
const plain = (text: string) =>
  text
    .replace(/<[^>]+>/gu, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\\([#!.])/gu, "$1");

test.each(Object.keys(WAYS).flatMap((way) => LOCALES.map((locale) => [way, locale] as const)))(
  "highlights stand under their topic, and the other fields say in their order that they need a model, but only on the page: %s in %s",
  async (way, locale) => {
    const text = plain((await WAYS[way]?.(locale)) ?? "");
    const upper = text.toLocaleUpperCase();
    const [quotes, topic, ...wanting] = HEADINGS[locale];
    const isPage = way === "the page";
    const headings = [quotes ?? "", topic ?? "", ...(isPage ? wanting : [])];
    const at = headings.map((heading) => upper.indexOf(heading.toLocaleUpperCase()));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
    for (const line of LINES) expect(text.split(line)).toHaveLength(2);
    expect(text.split(RESOURCES[locale].meeting.needsModel)).toHaveLength(isPage ? 3 : 1);
    expect(text).not.toContain("Keywords");
  },
);

test("the PDF has a heading for the highlights and one below it for each part", async () => {
  const { outline, objections } = await readPdf(await makePdf(MEETING));
  expect(objections).toEqual([]);
  expect(outline.filter((line) => /^H[23] /u.test(line))).toEqual([
    "H2 Key quotes from this meeting",
    "H3 roof · chapel (00:05 to 01:00)",
  ]);
});

test("the DOCX has a heading for the highlights and one below it for each part", async () => {
  const html = (await WAYS.DOCX?.("en")) ?? "";
  const headings = [...html.matchAll(/<(h\d)>(.*?)<\/h\d>/gu)].map(([, level, text]) => `${level} ${text}`);
  expect(headings.slice(headings.indexOf("h1 Key quotes from this meeting"))).toEqual([
    "h1 Key quotes from this meeting",
    "h2 roof · chapel (00:05 to 01:00)",
    "h1 Transcript",
  ]);
  expect(html).toContain("Nora: “The roof of the chapel leaks.”");
});

test.each(["the page", "Markdown", "DOCX", "plain text"])(
  "a quotation stands once, shortened or not: %s",
  async (way) => {
    const text = plain((await WAYS[way]?.("en")) ?? "");
    expect(text.split("roof of the chapel leaks")).toHaveLength(way === "the page" ? 3 : 2);
    expect(text.includes("shortened")).toBe(way === "the page");
  },
);

test("minutes of an earlier version show their quoted decisions, questions and tasks in the order of the template", async () => {
  const text = writeMarkdown(await minutes("en", { ...MEETING, summary: EARLIER }), "https://acta.example/m");
  const lines = ["We close the chapel", "Who pays for the slates", "call the roofer by Friday"];
  const at = lines.map((line) => text.indexOf(line));
  expect(at).not.toContain(-1);
  expect(at).toEqual(at.toSorted((one, other) => one - other));
  expect(text).not.toContain(en.meeting.needsModel);
});

test("JSON holds speaker, exact words and part of every quotation", async () => {
  const written: unknown = JSON.parse(writeJson(MEETING, await minutes("en"), { shared: false }));
  const read = meetingExport.parse(written);
  expect(read).toEqual(written);
  expect(read.summary?.fields[0]?.content).toMatchObject({ items: [{ quoted: { speaker: "Nora", exact: EXACT } }] });
});
