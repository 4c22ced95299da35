import { expect, test } from "vitest";
import { NOTES_SCHEMA, readNotesAnswer } from "#app/contracts/meeting/notes-answer.ts";
import { aNote, aReadingLine } from "#tests/fixtures/notes.ts";

const LINES = [aReadingLine({ segmentIds: ["w0-0", "w0-1"] }), aReadingLine({ segmentIds: ["w0-2"] })];
const read = (notes: unknown) => readNotesAnswer(JSON.stringify({ notes }), LINES);
const said = { kind: "task", text: "Pay the rent.", who: "Odell", when: "Friday", corrects: "Monday" } as const;
const full = { ...said, lines: [2] };

test("notes are read with what they name, and their lines become segments", () => {
  expect(read([full])).toEqual({ ok: true, value: [{ ...said, segmentIds: ["w0-2"] }] });
});

test.each([
  { lines: [1, 2, 1], segmentIds: ["w0-0", "w0-1", "w0-2"] },
  { lines: ["2"], segmentIds: ["w0-2"] },
  { lines: 2, segmentIds: ["w0-2"] },
  { lines: [0, 3, -1, 1.5, null, "00:42"], segmentIds: [] },
  { lines: undefined, segmentIds: [] },
])("a wrong or missing number costs nothing but the hint: $lines", ({ lines, segmentIds }) => {
  expect(read([{ ...full, lines }])).toMatchObject({ ok: true, value: [{ text: "Pay the rent.", segmentIds }] });
});

test.each([
  { what: "an unknown kind", note: { ...full, kind: "action item" }, value: { kind: "fact", text: "Pay the rent." } },
  { what: "no kind", note: { text: "Pay the rent." }, value: aNote({ text: "Pay the rent." }) },
  { what: "few members", note: { text: "Pay.", kind: "task", who: "Odell" }, value: { kind: "task", who: "Odell" } },
  { what: "a text alone", note: "Pay the rent.", value: aNote({ text: "Pay the rent." }) },
  { what: "blanks for null", note: { ...full, who: " ", when: "" }, value: { who: null, when: null } },
  { what: "names of another shape", note: { ...full, who: ["Odell"], when: 4 }, value: { who: null, when: null } },
  {
    what: "a text without end",
    note: { ...full, text: "rent ".repeat(999) },
    value: { text: expect.stringMatching(/…$/u) },
  },
  {
    what: "markup",
    note: { ...full, text: "**Pay** [the rent](https://evil.example/x).", who: "<b>Odell</b>" },
    value: { text: "Pay the rent.", who: "Odell" },
  },
  { what: "members of its own", note: { ...full, mood: "good" }, value: { text: "Pay the rent." } },
])("a note with $what is read", ({ note, value }) => {
  expect(read([note])).toMatchObject({ ok: true, value: [value] });
});

test("broken notes are left out, and the others stay", () => {
  const broken = [null, 4, {}, { text: "" }, { text: "  " }, { text: '<img src="x">' }];
  expect(read([...broken, full])).toMatchObject({ ok: true, value: [{ text: "Pay the rent." }] });
  expect(read(broken)).toEqual({ ok: false, problem: "no note has a text" });
});

test("nothing to note is an answer; another shape is none", () => {
  expect(read([])).toEqual({ ok: true, value: [] });
  expect(readNotesAnswer('{"fields": {}}', LINES)).toEqual({ ok: false, problem: 'it has no list "notes"' });
  expect(readNotesAnswer("I am lost.", LINES)).toMatchObject({ ok: false });
});

test("the schema is strict, and has no keyword that servers compile badly", () => {
  expect(NOTES_SCHEMA).toMatchObject({ additionalProperties: false, required: ["notes"] });
  expect(JSON.stringify(NOTES_SCHEMA)).not.toMatch(/\$schema|maxLength|maxItems|pattern|minimum|maximum/u);
});
