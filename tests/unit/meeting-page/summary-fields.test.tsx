import { createInstance } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { beforeAll, expect, test, vi } from "vitest";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { FIELD_TYPES, type FieldType } from "#app/domain/template/template.ts";
import { placeSegments } from "#app/domain/transcript/moments.ts";
import { SummaryFields } from "#app/features/meeting/document/summary-fields.tsx";
import { MeetingFactsProvider } from "#app/features/meeting/meeting-context.ts";
import { createPlayback, PlaybackProvider } from "#app/features/meeting/player/playback.ts";
import { inApp } from "#tests/support/render-screen.tsx";
import { en } from "#app/i18n/en.ts";
import { I18N_OPTIONS } from "#app/i18n/options.ts";
import { segment } from "#tests/unit/meeting-page/build-view.ts";

type Summary = NonNullable<MeetingView["summary"]>;
type Content = Summary["fields"][number]["content"];

const i18n = createInstance();
await i18n.use(initReactI18next).init({ ...I18N_OPTIONS, lng: "en", resources: { en } });

const places = placeSegments([segment("a", 5), segment("b", 754)]);

/** The fields as the page shows them, without JavaScript. */
function draw(
  fields: { type: FieldType; title?: string; content?: Content; required?: boolean }[],
  playable = true,
): string {
  const summary: Summary = {
    language: "en",
    template: {
      id: null,
      name: "Basic system",
      fields: fields.map(({ type, title, required = false }, index) => ({
        key: `f${index}`,
        title: title ?? null,
        prompt: "",
        type,
        required,
      })),
    },
    fields: fields.flatMap(({ content, title }, index) =>
      content ? [{ key: `f${index}`, title: title ?? null, content }] : [],
    ),
    engine: { port: "openai", model: "x" },
    writtenAt: 0,
    droppedItems: 0,
  };
  return renderToStaticMarkup(
    inApp(
      <I18nextProvider i18n={i18n}>
        <PlaybackProvider value={createPlayback()}>
          <MeetingFactsProvider value={{ places, speakers: new Map(), playable, durationMs: null, segments: [] }}>
            <SummaryFields summary={summary} />
          </MeetingFactsProvider>
        </PlaybackProvider>
      </I18nextProvider>,
    ),
  );
}

const item = (text: string, ...segmentIds: string[]) => ({ text, segmentIds });

const CONTENTS: Record<FieldType, Content> = {
  summary: { type: "summary", items: [item("The roof leaks.", "b")] },
  keypoints: { type: "keypoints", items: [item("The roof leaks.", "b")] },
  keywords: { type: "keywords", items: [item("The roof leaks.", "b")] },
  bullets: { type: "bullets", items: [item("The roof leaks.", "b")] },
  customText: { type: "customText", items: [item("The roof leaks.", "b")] },
  customBullets: { type: "customBullets", items: [item("The roof leaks.", "b")] },
  customHashtag: { type: "customHashtag", items: [item("The roof leaks.", "b")] },
  tasks: {
    type: "tasks",
    items: [{ ...item("The roof leaks.", "b"), description: null, assigned: null, deadline: null }],
  },
  titleSubtitle: { type: "titleSubtitle", items: [{ ...item("The roof leaks.", "b"), subtitle: null }] },
  customTable: { type: "customTable", columns: ["What"], rows: [{ cells: ["The roof leaks."], segmentIds: ["b"] }] },
};

// A part with a script of its own is drawn once that has loaded.
beforeAll(() => vi.waitFor(() => draw([{ type: "tasks", content: CONTENTS.tasks }]), { timeout: 30_000 }));

test.each(FIELD_TYPES)("a field of type %s shows its words and leads to their moment", (type) => {
  const html = draw([{ type, content: CONTENTS[type] }]);
  expect(html).toContain("The roof leaks.");
  expect(html).toContain('href="?t=754#s-b"');
});

test.each(FIELD_TYPES)("without a recording a field of type %s has no links to moments", (type) => {
  const html = draw([{ type, content: CONTENTS[type] }], false);
  expect(html).toContain("The roof leaks.");
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(type === "tasks" ? ["/tasks"] : []);
  expect(html).not.toContain("data-seek");
});

test("the fields of Basic system are titled by the interface, a person's fields by the person", () => {
  const html = draw([
    { type: "keypoints", content: CONTENTS.keypoints },
    { type: "customText", title: "Mood of the room", content: CONTENTS.customText },
  ]);
  expect(html).toMatch(/<h2[^>]*>Key points<\/h2>/);
  expect(html).toMatch(/<h2[^>]*>Mood of the room<\/h2>/);
});

test("fields stand in the template's order; an empty one is left out, or says so when it is required", () => {
  const html = draw([
    { type: "keywords" },
    { type: "tasks", content: { type: "tasks", items: [] }, required: true },
    { type: "bullets", content: { type: "bullets", items: [] } },
    { type: "summary", required: true },
  ]);
  expect(html.indexOf("Tasks")).toBeLessThan(html.indexOf("Summary"));
  expect(html.match(/<h2/g)).toHaveLength(2);
  expect(html.match(/Not mentioned in the meeting\./g)).toHaveLength(2);
});

test("an owner or a date that was not said is said not to have been", () => {
  const html = draw([{ type: "tasks", content: CONTENTS.tasks }]);
  expect(html.match(/<span class="unsaid">not said<\/span>/g)).toHaveLength(2);
  for (const column of ["Title", "Assigned", "Deadline"]) expect(html).toContain(`<th scope="col">${column}</th>`);
});

test("an owner and a date that were said stand as they were said", () => {
  const task = {
    ...item("Mend the roof", "a"),
    description: "before it rains",
    assigned: "Nora",
    deadline: "by Friday",
  };
  const html = draw([{ type: "tasks", content: { type: "tasks", items: [task] } }]);
  for (const words of ["Nora", "by Friday", "before it rains"]) expect(html).toContain(words);
  expect(html).not.toContain("not said");
});

test("an empty cell of a table was not said", () => {
  const rows = [{ cells: ["French", " "], segmentIds: ["a"] }];
  const html = draw([{ type: "customTable", content: { type: "customTable", columns: ["What", "Why"], rows } }]);
  expect(html).toContain('data-label="Why"');
  expect(html.match(/not said/g)).toHaveLength(1);
});

test("words of a meeting are text, never markup", () => {
  const html = draw([{ type: "summary", content: { type: "summary", items: [item("<img src=x onerror=alert(1)>")] } }]);
  expect(html).not.toContain("<img");
});
