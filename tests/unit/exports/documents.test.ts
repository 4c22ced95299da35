import { expect, test } from "vitest";
import { meetingExport } from "#app/contracts/meeting/meeting-export.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { writeMarkdown } from "#app/server/exports/markdown.ts";
import { EXPORT_TEXTS, minutesOf } from "#app/server/exports/minutes.ts";
import { writePlainText } from "#app/server/exports/plain-text.ts";
import { writeJson } from "#app/server/exports/write-json.ts";
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";

const PAGE = "https://acta.example/0123456789abcdefghjkmnpq";

async function minutes(of: MeetingView, locale: "en" | "es" = "en") {
  const t = translator(await openI18n(locale), locale, EXPORT_TEXTS);
  return minutesOf(of, t, { locale });
}

const full = view({
  head: head({ title: "Budget of the choir", startsAt: Date.UTC(2026, 10, 20, 9, 30), durationMs: 95_000 }),
  segments: [
    segment("w0-0", 5, { text: "We buy the *blue* folders.", speaker: "Nora Puig" }),
    segment("w0-1", 62, { text: "Tom sends the order on Friday.", speaker: "Tom" }),
  ],
  summary: {
    language: "en",
    template: {
      id: null,
      name: "Basic system",
      fields: [
        { key: "summary", title: null, prompt: "", type: "summary", required: true },
        { key: "tasks", title: null, prompt: "", type: "tasks", required: false },
        { key: "prices", title: "Prices | offers", prompt: "", type: "customTable", required: false },
        { key: "keywords", title: null, prompt: "", type: "keywords", required: true },
      ],
    },
    fields: [
      {
        key: "summary",
        title: null,
        content: { type: "summary", items: [{ text: "Blue folders.", segmentIds: ["w0-0"] }] },
      },
      {
        key: "tasks",
        title: null,
        content: {
          type: "tasks",
          items: [
            { text: "Send the order", description: null, assigned: "Tom", deadline: "Friday", segmentIds: ["w0-1"] },
            { text: "Count the singers", description: null, assigned: null, deadline: null, segmentIds: ["w0-9"] },
          ],
        },
      },
      {
        key: "prices",
        title: "Prices | offers",
        content: {
          type: "customTable",
          columns: ["Offer", "€"],
          rows: [{ cells: ["A|B", "12"], segmentIds: ["w0-1"] }],
        },
      },
      { key: "keywords", title: null, content: { type: "keywords", items: [] } },
    ],
    engine: { port: "extractive", model: "extractive" },
    writtenAt: Date.UTC(2026, 10, 20, 10, 0),
    droppedItems: 0,
  },
});

test("Markdown: the page's order and words, and every line links to its moment", async () => {
  expect(writeMarkdown(await minutes(full), PAGE)).toBe(`# Budget of the choir

Friday, 20 November 2026, 10:30 am · 1 min 35 s · English · Nora Puig, Tom

## Summary

Blue folders. [00:05](${PAGE}?t=5)

## Tasks

| Title | Assigned | Deadline |  |
| --- | --- | --- | --- |
| Send the order | Tom | Friday | [01:02](${PAGE}?t=62) |
| Count the singers | not said | not said |  |

## Prices \\| offers

| Offer | € |  |
| --- | --- | --- |
| A\\|B | 12 | [01:02](${PAGE}?t=62) |

## Keywords

*Not mentioned in the meeting.*

## Transcript

**Nora Puig** [00:05](${PAGE}?t=5) We buy the \\*blue\\* folders.

**Tom** [01:02](${PAGE}?t=62) Tom sends the order on Friday.

---

*These minutes quote the transcript: no language model wrote them.*
`);
});

test("plain text: the same content as text that can be pasted anywhere, in the reader's language", async () => {
  expect(writePlainText(await minutes(full, "es"))).toMatchInlineSnapshot(`
    "Budget of the choir
    viernes, 20 de noviembre de 2026, 10:30 · 1 min 35 s · Inglés · Nora Puig, Tom

    RESUMEN
    Blue folders. [00:05]

    TAREAS
    - Send the order [01:02]
      Asignada a: Tom · Fecha límite: Friday
    - Count the singers
      Asignada a: no se dijo · Fecha límite: no se dijo

    PRICES | OFFERS
    Offer	€
    A|B	12

    PALABRAS CLAVE
    No se mencionó en la reunión.

    TRANSCRIPCIÓN

    [00:05] Nora Puig: We buy the *blue* folders.

    [01:02] Tom: Tom sends the order on Friday.

    Esta acta cita la transcripción: no la ha redactado ningún modelo de lenguaje.
    "
  `);
});

test.each([
  ["<script>alert(1)</script>", "\\<script\\>alert(1)\\</script\\>"],
  ["![x](https://elsewhere.example/p.png)", "\\!\\[x\\](https://elsewhere.example/p.png)"],
  ["# not a heading", "\\# not a heading"],
  ["1. not a list", "1\\. not a list"],
  ["- not a list", "\\- not a list"],
  ["a\n\n# b", "a # b"],
  ["&lt;b&gt;", "\\&lt;b\\&gt;"],
])("Markdown: %s was said, so it stays words", async (text, written) => {
  const said = view({ segments: [segment("w0-0", 1, { text })] });
  expect(writeMarkdown(await minutes(said), PAGE)).toContain(`[00:01](${PAGE}?t=1) ${written}\n`);
});

test("JSON: follows the documented schema and matches the page", async () => {
  const written: unknown = JSON.parse(writeJson(full, await minutes(full), { shared: false }));
  const read = meetingExport.parse(written);
  expect(read).toEqual(written);
  expect(read).toMatchObject({
    version: 2,
    meeting: { title: "Budget of the choir", startsAt: "2026-11-20T09:30:00.000Z", durationMs: 95_000 },
    summary: { engine: "extractive", fields: [{ title: "Summary" }, { title: "Tasks" }, { title: "Prices | offers" }] },
    transcript: [{ speaker: "Nora Puig", startMs: 5000 }, { speaker: "Tom" }],
  });
});

test("JSON of a shared page: no internal ids, and references that resolve within the document", async () => {
  const own = meetingExport.parse(JSON.parse(writeJson(full, await minutes(full), { shared: false })));
  const text = writeJson(full, await minutes(full), { shared: true });
  const shared = meetingExport.parse(JSON.parse(text));
  expect(shared.meeting.id).toBeNull();
  expect(text).not.toContain(full.head.meetId);
  for (const { id } of full.segments) expect(text).not.toContain(`"${id}"`);
  // The same lines refer to the same places of the transcript.
  const restsOn = ({ summary, transcript }: typeof own) => {
    const places = new Map(transcript.map(({ id }, place) => [id, place]));
    return JSON.stringify(summary?.fields, (key, value: unknown) =>
      key === "segmentIds" && Array.isArray(value) ? value.map((id) => places.get(String(id))) : value,
    );
  };
  expect(restsOn(shared)).toBe(restsOn(own));
  expect(restsOn(shared)).toMatch(/"segmentIds":\[\d/);
  // When the transcript is not shared, no line can refer to a segment.
  const without = meetingExport.parse(
    JSON.parse(writeJson({ ...full, segments: [] }, await minutes(full), { shared: true })),
  );
  expect(JSON.stringify(without.summary)).not.toMatch(/"segmentIds":\["/);
});

test("a meeting with text and no summary is written too", async () => {
  const only = view({ segments: [segment("w0-0", 1)] });
  const words = await minutes(only);
  expect(writeMarkdown(words, PAGE)).toContain("## Transcript");
  expect(meetingExport.parse(JSON.parse(writeJson(only, words, { shared: false }))).summary).toBeNull();
});

test("our own template has a title for every field", async () => {
  const summary = full.summary && { ...full.summary, template: { ...BASIC_SYSTEM, fields: [...BASIC_SYSTEM.fields] } };
  const { fields } = await minutes({ ...full, summary });
  expect(fields.map(({ title }) => title)).not.toContain("");
});
