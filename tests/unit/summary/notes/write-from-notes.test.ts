import { expect, test } from "vitest";
import { notesAnswers } from "#app/contracts/meeting/draft-answer.ts";
import { parseDraft } from "#app/contracts/meeting/summary-draft.ts";
import type { Note } from "#app/domain/summary/notes/note.ts";
import { writeFromNotes } from "#app/domain/summary/notes/write-from-notes.ts";
import { dropEchoes } from "#app/domain/summary/prompt/drop-echoes.ts";
import { linesOf } from "#app/domain/summary/summary.ts";
import { BASIC_SYSTEM, type TemplateSnapshot } from "#app/domain/template/template.ts";
import { WORKED_EXAMPLES } from "#app/domain/summary/notes/worked-examples.ts";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { segmentsOf } from "#tests/fixtures/notes.ts";

const SEGMENTS = segmentsOf([
  ["Nora", "I call the plumber and I order the seeds."],
  ["Pau", "Then I write the report."],
]);
type NoteAnswer = Partial<Omit<Note, "segmentIds">> & { lines?: number[] };
type Item = { text: string; notes?: unknown; assigned?: string };

/** The tasks of the minutes that a model writes with these answers. */
async function write(notes: NoteAnswer[], fields: Record<string, { items: Item[] }>, template = BASIC_SYSTEM) {
  const asked: string[] = [];
  const written = await writeFromNotes({
    template,
    language: "en",
    segments: SEGMENTS,
    signal: new AbortController().signal,
    contextTokens: 32_000,
    answers: notesAnswers(template),
    chat(messages) {
      asked.push(messages.at(-1)?.content ?? "");
      return Promise.resolve({ kind: "text", text: JSON.stringify(asked.length === 1 ? { notes } : { fields }) });
    },
  });
  const { draft } = parseDraft(written, template);
  const tasks = draft.fields.map(({ content }) =>
    content.type === "tasks" ? content.items.map(({ text, assigned }) => [text, assigned]) : [],
  );
  return { asked, draft, tasks };
}

const PLUMBER = { kind: "task", text: "Call the plumber.", who: "Nora", lines: [1] } as const;
const SEEDS = { kind: "task", text: "Order the seeds.", who: "Nora", lines: [1] } as const;
const REPORT = { kind: "task", text: "Write the report.", who: "Pau", when: "Friday", lines: [2] } as const;
const notesOf = (...notes: readonly { kind: "task"; text: string; who: string; lines: readonly number[] }[]) =>
  notes.map((note) => ({ ...note, lines: [...note.lines] }));

test("a task that the minutes forgot is added with its owner and its place", async () => {
  const { draft } = await write(notesOf(PLUMBER, REPORT), {
    tasks: { items: [{ text: "Call the plumber", notes: [1] }] },
  });
  const content = draft.fields.find(({ key }) => key === "tasks")?.content;
  expect(content).toMatchObject({
    items: [
      { text: "Call the plumber", segmentIds: ["w0-0"] },
      { text: "Write the report.", assigned: "Pau", deadline: "Friday", segmentIds: ["w0-1"] },
    ],
  });
});

test.each([
  { what: "in the same words", item: { text: "call the plumber", notes: [1] } },
  { what: "in other words about the same place", item: { text: "The plumber is to be phoned", notes: [1] } },
  { what: "without a place", item: { text: "Nora will call the plumber" } },
  { what: "with a wrong place", item: { text: "Call the plumber soon", notes: [7] } },
])("a task that is there $what is not added again", async ({ item }) => {
  const { tasks } = await write(notesOf(PLUMBER), { tasks: { items: [item] } });
  expect(tasks.flat().map(([text]) => text)).toEqual([item.text]);
});

test("of two tasks in one line of talk, the one that the minutes forgot is added", async () => {
  const { tasks } = await write(notesOf(PLUMBER, SEEDS), {
    tasks: { items: [{ text: "Call the plumber", notes: [1] }] },
  });
  expect(tasks.flat().map(([text]) => text)).toEqual(["Call the plumber", "Order the seeds."]);
});

test("two tasks that the minutes joined are not added again", async () => {
  const joined = { text: "Call the plumber and order the seeds", notes: [1, 2] };
  const { tasks } = await write(notesOf(PLUMBER, SEEDS), { tasks: { items: [joined] } });
  expect(tasks.flat()).toHaveLength(1);
});

const TWO_LISTS: TemplateSnapshot = {
  ...BASIC_SYSTEM,
  fields: ["ours", "theirs"].map((key) => ({ key, title: key, prompt: key, type: "tasks", required: true })),
};

test("a template with two lists of tasks gets a forgotten task once, and keeps what is in the other one", async () => {
  const fields = { theirs: { items: [{ text: "Write the report", notes: [2] }] } };
  const { tasks } = await write(notesOf(PLUMBER, REPORT), fields, TWO_LISTS);
  expect(tasks).toEqual([[["Call the plumber.", "Nora"]], [["Write the report", null]]]);
});

test("a meeting without notes is not asked about again, and has empty fields", async () => {
  const { asked, draft } = await write([], {});
  expect(asked).toHaveLength(1);
  expect(draft.fields.map(({ content }) => linesOf(content).length)).toEqual(BASIC_SYSTEM.fields.map(() => 0));
});

test("notes that two parts share, or that a model repeats, are sent once", async () => {
  const again = { ...PLUMBER, text: "call the plumber" };
  const { asked } = await write(notesOf(PLUMBER, again, SEEDS), { summary: { items: [] } });
  expect(asked[1]?.match(/plumber/giu)).toHaveLength(1);
});

test.each(TEXT_LANGUAGES)("%s: a line of the worked example, or of the question, is left out as copied", (language) => {
  const { notes, prose, talk } = WORKED_EXAMPLES[language];
  const own = "Marta books the seminar rooms for May.";
  const rule = "Only what somebody said they will do, or was asked to do.";
  const texts = [rule, ...notes.map(({ text }) => text), prose, ...talk.map(({ text }) => text), own];
  const long = texts.filter((text) => text.split(/[\s’]+/u).length >= 4);
  const items = long.map((text) => ({ text, segmentIds: [] }));
  const { draft, copied } = dropEchoes(
    { fields: [{ key: "summary", content: { type: "summary", items } }] },
    { template: BASIC_SYSTEM, language },
  );
  expect(draft.fields.map(({ content }) => linesOf(content).map((line) => ("text" in line ? line.text : "")))).toEqual([
    [own],
  ]);
  expect(copied).toHaveLength(long.length - 1);
});
