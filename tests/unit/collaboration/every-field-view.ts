import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { BASIC_SYSTEM } from "#app/domain/template/template.ts";
import { openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { EXPORT_TEXTS, type Minutes, minutesOf } from "#app/server/exports/minutes.ts";
import { head, segment, view } from "#tests/unit/meeting-page/build-view.ts";

export const PAGE = "https://acta.example/0123456789abcdefghjkmnpq";

type Summary = NonNullable<MeetingView["summary"]>;
export type Field = { title: string; content: Summary["fields"][number]["content"] };

/** A meeting with these fields. */
export function viewWith(fields: readonly Field[], title = "Budget of the choir"): MeetingView {
  const keyed = fields.map((field, index) => ({ key: `f${index}`, ...field }));
  return view({
    head: head({ title, durationMs: 95_000 }),
    segments: [segment("a", 5, { speaker: "Nora Puig" }), segment("b", 62, { speaker: "Tom" })],
    summary: {
      language: "en",
      template: {
        ...BASIC_SYSTEM,
        fields: keyed.map(({ key, title: of, content: { type } }) => ({
          key,
          title: of,
          prompt: "",
          type,
          required: false,
        })),
      },
      fields: keyed,
      engine: { port: "openai", model: "a-model" },
      writtenAt: 1_795_000_000_000,
      droppedItems: 0,
    },
  });
}

export async function minutesWith(fields: readonly Field[], title?: string): Promise<Minutes> {
  const t = translator(await openI18n("en"), "en", EXPORT_TEXTS);
  return minutesOf(viewWith(fields, title), t, { locale: "en" });
}

const said = (text: string) => ({ text, segmentIds: ["a"] });

/** One field of each type. */
export const EVERY_FIELD: readonly Field[] = [
  { title: "Summary", content: { type: "summary", items: [said("The roof leaks."), said("It rained in.")] } },
  { title: "Key points", content: { type: "keypoints", items: [said("Tiles are missing.")] } },
  { title: "Decisions", content: { type: "bullets", items: [said("Buckets stand ready.")] } },
  {
    title: "Tasks",
    content: {
      type: "tasks",
      items: [
        {
          ...said("Mend the roof"),
          description: "before it rains",
          assigned: "Nora",
          deadline: "2026-11-25",
          done: true,
        },
        { ...said("Count the buckets"), description: null, assigned: null, deadline: null },
      ],
    },
  },
  {
    title: "Parts",
    content: { type: "titleSubtitle", items: [{ ...said("A wet winter"), subtitle: "In the attic" }] },
  },
  { title: "Notes", content: { type: "customText", items: [said("Nobody was hurt.")] } },
  { title: "Loans", content: { type: "customBullets", items: [said("The ladder is borrowed.")] } },
  { title: "Tags", content: { type: "customHashtag", items: [said("attic"), said("#roof")] } },
  {
    title: "Prices",
    content: {
      type: "customTable",
      columns: ["Material", "Price"],
      rows: [{ cells: ["Slate", "40 euros"], segmentIds: ["a"] }],
    },
  },
  { title: "Keywords", content: { type: "keywords", items: [said("gutter"), said("slate")] } },
];
