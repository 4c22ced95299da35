// oxlint-disable vitest/no-conditional-expect, vitest/expect-expect -- properties: what is expected of a line depends on what was done to it
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdit, type FieldEdit } from "#app/domain/summary/edits/apply-edit.ts";
import { keepManualEdits } from "#app/domain/summary/edits/keep-manual-edits.ts";
import { type EditableField, editableFields, type Line, readableFields } from "#app/domain/summary/edits/line.ts";
import { mergeEdits } from "#app/domain/summary/edits/merge-edits.ts";

const line = (id: string, text: string, more: Partial<Line> = {}): Line => ({
  id,
  text,
  description: null,
  assigned: null,
  deadline: null,
  subtitle: null,
  cells: [],
  segmentIds: [`s-${id}`],
  manual: false,
  readUpTo: null,
  ...more,
});
const points = (...lines: Line[]): EditableField[] => [
  { key: "keypoints", title: null, type: "keypoints", columns: [], lines },
];
const textsOf = (fields: EditableField[]) => fields.flatMap(({ lines }) => lines.map(({ text }) => text));

type Changes = { changed: string[]; removed: string[]; added: string[]; order: number[]; moves: boolean };

/** Lines a to e, and the edits of two people: changed, removed, moved and added lines. */
const base = points(...["a", "b", "c", "d", "e"].map((id) => line(id, `Line ${id}`)));
const changes = (who: string) =>
  fc.record<Changes>({
    changed: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e")),
    removed: fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e")),
    added: fc.uniqueArray(fc.constantFrom(`${who}1`, `${who}2`, `${who}3`)),
    order: fc.infiniteStream(fc.nat(10)).map((stream) => Array.from({ length: 8 }, () => stream.next().value ?? 0)),
    moves: fc.boolean(),
  });

function make(who: string, { changed, removed, added, order, moves }: Changes): EditableField[] {
  const kept = (base[0]?.lines ?? [])
    .filter(({ id }) => !removed.includes(id))
    .map((one) => (changed.includes(one.id) ? { ...one, text: `${who} says ${one.id}`, manual: true } : one));
  const all = [...kept, ...added.map((id) => line(id, `New ${id}`, { manual: true, segmentIds: [] }))];
  const moved = all.map((one, index) => ({ one, at: order[index] ?? 0 })).toSorted((x, y) => x.at - y.at);
  return points(...(moves ? moved.map(({ one }) => one) : all));
}

test("no line that a person wrote or changed is lost when two people have saved", () => {
  fc.assert(
    fc.property(changes("mine"), changes("theirs"), (my, their) => {
      const [mine, theirs] = [make("mine", my), make("theirs", their)];
      const { fields, both } = mergeEdits({ base, mine, theirs });
      const result = textsOf(fields);
      // All of my lines are kept.
      for (const text of textsOf(mine)) if (!text.startsWith("Line ")) expect(result).toContain(text);
      // All of their lines are kept, except where I changed the same line: it is listed in `both`, and theirs stays in its version.
      for (const { id, text } of theirs[0]?.lines ?? []) {
        if (!text.startsWith("Line ") && !both.includes(id)) expect(result).toContain(text);
      }
      // A line that neither touched is there once. A line that one removed and the other did not touch is gone.
      for (const { id, text } of base[0]?.lines ?? []) {
        const touched = [...my.changed, ...my.removed, ...their.changed, ...their.removed].includes(id);
        if (!touched) expect(result.filter((one) => one === text)).toEqual([text]);
        const gone = (a: Changes, b: Changes) =>
          a.removed.includes(id) && (b.removed.includes(id) || !b.changed.includes(id));
        if (gone(my, their) || gone(their, my)) expect(fields[0]?.lines.map((one) => one.id)).not.toContain(id);
      }
      const ids = fields[0]?.lines.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
});

test("a person who saves alone gets exactly their lines, in their order", () => {
  fc.assert(
    fc.property(changes("mine"), (my) => {
      const mine = make("mine", my);
      expect(mergeEdits({ base, mine, theirs: base })).toMatchObject({ fields: mine, both: [] });
      expect(mergeEdits({ base, mine: base, theirs: mine })).toMatchObject({ fields: mine, both: [] });
      expect(mergeEdits({ base, mine, theirs: mine })).toMatchObject({ fields: mine, both: [] });
    }),
  );
});

const given = { supports: (_field: EditableField, { segmentIds }: Line) => segmentIds, readUpTo: 4 };
const editOf = (fields: EditableField[]): FieldEdit[] =>
  fields.map(({ key, lines }) => ({ key, lines: lines.map((one) => ({ ...one })) }));

test("an edit without changes changes nothing, and applying the same edit twice has the same result", () => {
  expect(applyEdit(base, editOf(base), given)).toEqual(base);
  fc.assert(
    fc.property(changes("mine"), (my) => {
      const once = applyEdit(base, editOf(make("mine", my)), given);
      expect(applyEdit(once, editOf(once), given)).toEqual(once);
      expect(textsOf(once)).toEqual(textsOf(make("mine", my)));
    }),
  );
});

test("a changed line keeps the moments that support it; a line without support and a new one have no moments", () => {
  const edit = [
    { key: "keypoints", lines: [line("a", "Other words"), line("b", "Line b"), line("new", "  Mine\u202e  ")] },
  ];
  const supports = (_field: EditableField, { text }: Line) => (text === "Other words" ? ["s-a"] : []);
  expect(applyEdit(base, edit, { supports, readUpTo: 7 })[0]?.lines).toEqual([
    line("a", "Other words", { manual: true, readUpTo: 7 }),
    line("b", "Line b"),
    line("new", "Mine", { manual: true, segmentIds: [], readUpTo: 7 }),
  ]);
  const unsupported = applyEdit(base, edit, { supports: () => [], readUpTo: 7 });
  expect(unsupported[0]?.lines[0]).toMatchObject({ manual: true, segmentIds: [] });
});

test("empty lines are removed, and a line that comes twice counts once", () => {
  const edit = [{ key: "keypoints", lines: [line("a", "  "), line("b", "Line b"), line("b", "again")] }];
  expect(textsOf(applyEdit(base, edit, given))).toEqual(["Line b"]);
});

test("when the minutes are written again, the corrected lines replace the lines that they corrected", () => {
  const edited = points(
    line("a", "Corrected a", { manual: true }),
    line("c", "Line c"),
    line("d", "Line d"),
    line("e", "Line e"),
    line("x", "Mine alone", { manual: true, segmentIds: [] }),
  );
  // The engine repeats a and b word for word, rewords c at the same moment, and adds something new.
  const written = points(
    line("9.0", "Line a"),
    line("9.1", "Line b"),
    line("9.2", "C in other words", { segmentIds: ["s-c"] }),
    line("9.3", "Something new", { segmentIds: ["s-9"] }),
  );
  const { fields, lost } = keepManualEdits({ before: base, edited, written });
  expect(textsOf(fields)).toEqual(["Corrected a", "C in other words", "Something new", "Mine alone"]);
  expect(fields[0]?.lines.map(({ id }) => id)).toEqual(["a", "c", "9.3", "x"]);
  expect(lost).toBe(0);
});

test("no manually edited line is lost when the minutes are written again, whatever the engine writes", () => {
  fc.assert(
    fc.property(changes("mine"), changes("engine"), (my, engine) => {
      const written = make("engine", engine).map((field) => ({
        ...field,
        lines: field.lines.map((one, index) => ({ ...one, id: `9.${index}`, manual: false })),
      }));
      const { fields } = keepManualEdits({ before: base, edited: make("mine", my), written });
      for (const { text, manual } of make("mine", my)[0]?.lines ?? [])
        if (manual) expect(textsOf(fields)).toContain(text);
    }),
  );
});

test("when the new template lacks a field, its manually edited lines go to the end of a field that takes lines", () => {
  const tasks: EditableField[] = [
    {
      key: "tasks",
      title: null,
      type: "tasks",
      columns: [],
      lines: [line("t", "Order rice", { assigned: "Marta", deadline: "2026-11-25", manual: true })],
    },
  ];
  const written = points(line("9.0", "Line a"));
  const { fields, lost } = keepManualEdits({
    before: [{ ...tasks[0], lines: [] } as EditableField],
    edited: tasks,
    written,
  });
  expect(textsOf(fields)).toEqual(["Line a", "Order rice · Marta · 2026-11-25"]);
  expect(lost).toBe(0);
  expect(keepManualEdits({ before: [], edited: tasks, written: [] })).toMatchObject({ fields: [], lost: 1 });
});

test("editable fields convert back to the written ones, for each type", () => {
  const fields = [
    { key: "a", title: null, content: { type: "keypoints" as const, items: [{ text: "One", segmentIds: ["s1"] }] } },
    {
      key: "b",
      title: "Who",
      content: {
        type: "tasks" as const,
        items: [{ text: "Do", segmentIds: ["s2"], description: "how", assigned: "Marta", deadline: null }],
      },
    },
    {
      key: "c",
      title: "T",
      content: { type: "customTable" as const, columns: ["x", "y"], rows: [{ cells: ["1", ""], segmentIds: ["s3"] }] },
    },
    {
      key: "d",
      title: "S",
      content: { type: "titleSubtitle" as const, items: [{ text: "Head", segmentIds: [], subtitle: "sub" }] },
    },
  ];
  expect(readableFields(editableFields(fields, 3))).toMatchObject(fields);
  expect(editableFields(fields, 3).flatMap(({ lines }) => lines.map(({ id }) => id))).toEqual([
    "3.a.0",
    "3.b.0",
    "3.c.0",
    "3.d.0",
  ]);
});
