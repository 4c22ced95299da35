import { expect, test } from "vitest";
import { sectionsOf } from "#app/domain/summary/sections.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import { changeDraft, openDraft, type SummaryView } from "#app/features/meeting/edit/minutes/draft.ts";
import { editSections } from "#app/features/meeting/edit/minutes/edit-sections.ts";

/** Segments are named by the second at which they begin. */
const startOf = (ids: readonly string[]) => (ids[0] === undefined ? null : Number(ids[0]) * 1000);

const topics = {
  chairs: { kind: "topic", startMs: 0, endMs: 20_000, keywords: ["chairs", "hall"] },
  money: { kind: "topic", startMs: 20_000, endMs: 60_000, keywords: ["money"] },
} as const;

function quote(text: string, second: number, topic: keyof typeof topics | null): SummaryItem {
  const part = topic === null ? null : { ...topics[topic], keywords: [...topics[topic].keywords] };
  return { text, segmentIds: [String(second)], quoted: { speaker: null, exact: null, part } };
}

const field = (type: Extract<FieldType, "summary" | "keypoints" | "bullets">, items: SummaryItem[]) => ({
  key: type,
  title: null,
  content: { type, items },
});

function minutes(fields: SummaryView["fields"]): SummaryView {
  const types = ["summary", "keypoints", "bullets"] as const;
  return {
    language: "en",
    template: {
      id: null,
      name: "Basic system",
      fields: types.map((type) => ({ key: type, title: null, prompt: "", type, required: false })),
    },
    fields,
    engine: { port: "extractive", model: "extractive" },
    writtenAt: 0,
    droppedItems: 0,
    version: 1,
  };
}

const QUOTED = minutes([
  field("summary", [quote("The hall has forty chairs.", 5, "chairs"), quote("It costs ninety.", 40, "money")]),
  field("keypoints", [
    quote("Good morning.", 1, null),
    quote("Chairs are heavy.", 12, "chairs"),
    quote("Who pays?", 30, "money"),
  ]),
]);

/** The words of each part, with the key of the field or the first word of the topic. */
function shown(draft: ReturnType<typeof openDraft>, summary: SummaryView) {
  return editSections(draft, summary, startOf).map((section) =>
    section.kind === "topic"
      ? [section.topic.keywords[0], ...section.lines.map(({ line }) => line.text)]
      : [section.field.key, ...section.field.lines.map((line) => line.text)],
  );
}

const asRead = (summary: SummaryView) =>
  sectionsOf(summary, startOf).flatMap(({ heading, key, content }) =>
    content === null || !("items" in content)
      ? []
      : [[heading.kind === "topic" ? heading.topic.keywords[0] : key, ...content.items.map(({ text }) => text)]],
  );

test("quotations are edited under their topics, in the order in which they are read", () => {
  expect(shown(openDraft(QUOTED, "Chairs"), QUOTED)).toEqual([
    ["chairs", "The hall has forty chairs.", "Chairs are heavy."],
    ["money", "Who pays?", "It costs ninety."],
    ["keypoints", "Good morning."],
    // Nothing to read yet, and a person can fill it in.
    ["bullets"],
  ]);
  const read = asRead(QUOTED);
  expect(shown(openDraft(QUOTED, "Chairs"), QUOTED).slice(0, read.length)).toEqual(read);
});

test("a line that is added to a topic stands where it will be read, and changed words move nothing", () => {
  const draft = openDraft(QUOTED, "Chairs");
  const [first] = editSections(draft, QUOTED, startOf);
  const last = first?.kind === "topic" ? first.lines.at(-1) : undefined;
  if (!last) throw new Error("the first part is a topic");
  const key = last.field.key;
  const added = changeDraft(draft, { type: "add", key, id: "new", after: last.line.id });
  const written = changeDraft(added, { type: "line", key, id: "new", words: { text: "Luis brings them." } });
  const changed = changeDraft(written, { type: "line", key, id: last.line.id, words: { text: "They are heavy." } });
  expect(shown(changed, QUOTED)[0]).toEqual([
    "chairs",
    "The hall has forty chairs.",
    "They are heavy.",
    "Luis brings them.",
  ]);
});

test("fields that no quotation is in are edited in the order of the template", () => {
  const written = minutes([
    field("keypoints", [{ text: "Chairs are bought.", segmentIds: [] }]),
    field("summary", [{ text: "It was about chairs.", segmentIds: [] }]),
  ]);
  expect(shown(openDraft(written, "Chairs"), written)).toEqual([
    ["summary", "It was about chairs."],
    ["keypoints", "Chairs are bought."],
    ["bullets"],
  ]);
});
