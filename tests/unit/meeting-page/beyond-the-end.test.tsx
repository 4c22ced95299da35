import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { expect, test } from "vitest";
import { groupTurns } from "#app/domain/transcript/group-turns.ts";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import { MeetingFactsProvider } from "#app/features/meeting/meeting-context.ts";
import { layLanes } from "#app/features/meeting/player/lanes.ts";
import { createPlayback, PlaybackProvider } from "#app/features/meeting/player/playback.ts";
import { collectMarks } from "#app/features/meeting/player/ruler.tsx";
import { RulerLegend } from "#app/features/minutes/ruler-legend.tsx";
import { listSpeakers } from "#app/features/meeting/transcript/list-speakers.ts";
import { TurnRow } from "#app/features/meeting/transcript/transcript-rows.tsx";
import { SharedFactsProvider } from "#app/features/share/shared-facts.ts";
import { SharedFields } from "#app/features/share/shared-fields.tsx";
import { SharedTranscript } from "#app/features/share/shared-page.tsx";
import { SharedPlayer } from "#app/features/share/shared-player.tsx";
import { en } from "#app/i18n/en.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { writeDocx } from "#app/server/exports/docx/write-docx.ts";
import { writeMarkdown } from "#app/server/exports/markdown.ts";
import { EXPORT_TEXTS, minutesOf } from "#app/server/exports/minutes.ts";
import { markOf } from "#app/server/exports/pdf/page-design.ts";
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";

/** Captions and given transcripts may go on after the recording: their text stays, and offers nothing to play. */

const PAGE = "https://acta.example/0123456789abcdefghjkmnpq";
const MEETING = view({
  head: head({ durationMs: 16_000 }),
  segments: [
    segment("early", 5, { text: "We begin.", speaker: "Ana" }),
    segment("late", 40, { text: "We go on.", speaker: "Luis" }),
  ],
  summary: {
    language: "en",
    template: {
      id: null,
      name: "Basic system",
      fields: [
        { key: "points", title: null, prompt: "", type: "keypoints", required: true },
        { key: "words", title: null, prompt: "", type: "keywords", required: true },
      ],
    },
    fields: [
      {
        key: "points",
        title: null,
        content: {
          type: "keypoints",
          items: [
            { text: "A point that can be heard", segmentIds: ["early"] },
            { text: "A point behind the end", segmentIds: ["late"] },
          ],
        },
      },
      {
        key: "words",
        title: null,
        content: {
          type: "keywords",
          items: [
            { text: "beginning", segmentIds: ["early"] },
            { text: "behind", segmentIds: ["late"] },
          ],
        },
      },
    ],
    engine: { port: "extractive", model: "extractive" },
    writtenAt: Date.UTC(2026, 10, 20, 10, 0),
    droppedItems: 0,
  },
});
const { summary } = MEETING;
if (summary === null) throw new Error("the meeting has minutes");
const places = placeSegments(MEETING.segments);
const facts = { places, speakers: new Map(), playable: true, durationMs: 16_000 };

async function drawn(node: React.ReactNode): Promise<string> {
  const i18n = createInstance();
  await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: "en", resources: { en } });
  return renderToStaticMarkup(<I18nextProvider i18n={i18n}>{node}</I18nextProvider>);
}

async function minutes() {
  const t = translator(await openI18n("en"), "en", EXPORT_TEXTS);
  return minutesOf(MEETING, t, { locale: "en" });
}

test("the page offers nothing to play behind the recording's end", async () => {
  const page = await drawn(
    <PlaybackProvider value={createPlayback()}>
      <MeetingFactsProvider value={{ ...facts, segments: MEETING.segments }}>
        <SummaryFields summary={summary} />
        {groupTurns(MEETING.segments).map((turn, row) => (
          <TurnRow
            key={turn.key}
            {...{ turn, row, of: 2, speaker: null, spokenId: null, marks: null, durationMs: 16_000 }}
            onPlay={() => {}}
            playLabel="Play from"
          />
        ))}
      </MeetingFactsProvider>
    </PlaybackProvider>,
  );
  for (const text of ["A point behind the end", "behind", "We go on.", "00:40"]) expect(page).toContain(text);
  expect(page).toContain('data-seek="5000"');
  expect(page).toContain("?t=5");
  expect(page).not.toContain("40000");
  expect(page).not.toContain("t=40");
});

test("the ruler has no mark and no words behind the recording's end", () => {
  const lanes = layLanes(MEETING.segments, listSpeakers(MEETING.segments), 16_000);
  expect(lanes.map(({ blocks }) => blocks)).toEqual([[{ start: 5, end: 7 }], []]);
  expect(collectMarks(summary, places, 16_000)).toEqual({ keyPoints: [5000], tasks: [] });
});

test("the legend names the kinds of marks that the ruler shows, quotations as such, here and on the shared page", async () => {
  const marks = collectMarks(summary, places, 16_000);
  const asQuoted = (key: string, value: unknown): unknown =>
    key === "items" && Array.isArray(value) ? value.map((item: object) => ({ ...item, quoted: {} })) : value;
  const quoting: typeof summary = JSON.parse(JSON.stringify(summary), asQuoted);
  const sharedOf = (shown: typeof summary) =>
    drawn(
      <SharedFactsProvider value={{ ...facts, path: "/s/x" }}>
        <SharedPlayer view={{ ...MEETING, summary: shown }} path="/s/x" startS={null} />
      </SharedFactsProvider>,
    );
  const ownOf = (shown: typeof summary) => drawn(<RulerLegend marks={marks} summary={shown} />);
  for (const page of [await sharedOf(summary), await ownOf(summary)]) {
    expect(page).toContain("Key point</span>");
    expect(page).not.toContain("Task</span>");
  }
  for (const page of [await sharedOf(quoting), await ownOf(quoting)]) expect(page).toContain("Quotation</span>");
  expect(await drawn(<RulerLegend marks={{ keyPoints: [], tasks: [] }} summary={summary} />)).toBe("");
});

test("the shared page offers nothing to play behind the recording's end", async () => {
  const page = await drawn(
    <SharedFactsProvider value={{ ...facts, path: "/s/x" }}>
      <SharedFields summary={summary} />
      <SharedTranscript segments={MEETING.segments} language="en" />
    </SharedFactsProvider>,
  );
  for (const text of ["A point behind the end", "behind", "We go on.", "00:40"]) expect(page).toContain(text);
  expect(page).toContain('data-t="5"');
  expect(page).not.toContain('data-t="40"');
  expect(page).not.toContain("t=40");
});

test("documents link to no moment behind the recording's end", async () => {
  const markdown = writeMarkdown(await minutes(), PAGE);
  expect(markdown).toContain(`[00:05](${PAGE}?t=5)`);
  expect(markdown).toContain("00:40");
  expect(markdown).not.toContain("t=40");
  const docx = writeDocx(await minutes(), { page: PAGE, locale: "en", writtenAt: 0 });
  expect(docx.byteLength).toBeGreaterThan(0);
  const options = {
    page: PAGE,
    transcript: true,
    texts: { moment: (at: string) => `Moment ${at}`, missingLetters: "" },
  };
  const setting = { minutes: await minutes(), options } as unknown as Parameters<typeof markOf>[0];
  expect(markOf(setting, 5000).target).toEqual({ url: `${PAGE}?t=5`, label: "Moment 00:05" });
  expect(markOf(setting, 40_000)).toMatchObject({ text: "00:40", target: null });
});

test("documents say that a recording was cut off, in every language", async () => {
  for (const [locale, words] of [
    ["en", "cut off at 00:16"],
    ["es", "se cortó en 00:16"],
    ["ca", "es va tallar a 00:16"],
    ["fr", "s’interrompt à 00:16"],
  ] as const) {
    const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
    const cut = { ...MEETING, head: { ...MEETING.head, cutOff: true as const } };
    const { colophon, colophonLines } = minutesOf(cut, t, { locale });
    expect(colophon).toContain(words);
    expect(colophonLines.join("\n")).toContain(words);
    expect(minutesOf(MEETING, t, { locale }).colophon).not.toContain(words);
    expect(minutesOf({ ...cut, summary: null }, t, { locale }).colophonLines.join("\n")).toContain(words);
  }
});
