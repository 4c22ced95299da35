import { expect, test } from "vitest";
import { compareVersions, isDifferent, isReordered, wordsOf } from "#app/domain/summary/edits/compare-versions.ts";
import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";

const line = (id: string, text: string, more: Partial<Line> = {}): Line => ({
  id,
  text,
  description: null,
  assigned: null,
  deadline: null,
  subtitle: null,
  cells: [],
  segmentIds: [],
  manual: false,
  readUpTo: null,
  ...more,
});
const field = (lines: Line[], key = "keypoints"): EditableField => ({
  key,
  title: null,
  type: "keypoints",
  columns: [],
  lines,
});
const compared = (before: Line[], after: Line[]) =>
  compareVersions([field(before)], [field(after)]).flatMap(({ lines }) =>
    lines.map((one) => `${one.kind} ${one.line.id}`),
  );

const RICE = line("1.k.0", "Order rice.");
const ROOM = line("1.k.1", "Book the room.");
const LEASE = line("1.k.2", "End the lease.");

test.each([
  ["nothing changed", [RICE, ROOM], [RICE, ROOM], ["same 1.k.0", "same 1.k.1"]],
  ["a line with other words", [RICE], [{ ...RICE, text: "Order beans." }], ["changed 1.k.0"]],
  ["another owner of a task", [RICE], [{ ...RICE, assigned: "Laia" }], ["changed 1.k.0"]],
  ["a line that is new", [RICE], [RICE, ROOM], ["same 1.k.0", "added 1.k.1"]],
  [
    "a removed line stands where it stood",
    [RICE, ROOM, LEASE],
    [RICE, LEASE],
    ["same 1.k.0", "removed 1.k.1", "same 1.k.2"],
  ],
  ["a removed last line", [RICE, ROOM], [RICE], ["same 1.k.0", "removed 1.k.1"]],
  ["an emptied line is removed", [RICE], [{ ...RICE, text: "" }], ["removed 1.k.0"]],
  ["lines in another order", [RICE, ROOM], [ROOM, RICE], ["same 1.k.1", "same 1.k.0"]],
  ["new ids, the same words", [RICE], [{ ...RICE, id: "2.k.0" }], ["same 2.k.0"]],
  [
    "the same words twice",
    [RICE],
    [
      { ...RICE, id: "2.k.0" },
      { ...RICE, id: "2.k.1" },
    ],
    ["same 2.k.0", "added 2.k.1"],
  ],
])("%s", (_what, before, after, lines) => {
  expect(compared(before, after)).toEqual(lines);
});

test("fields of one version only are compared too, and fields without lines are left out", () => {
  const fields = compareVersions([field([RICE], "a"), field([], "b")], [field([ROOM], "c")]);
  expect(fields.map(({ key, lines }) => [key, lines.map(({ kind }) => kind)])).toEqual([
    ["c", ["added"]],
    ["a", ["removed"]],
  ]);
  expect(isDifferent(fields)).toBe(true);
  expect(isDifferent(compareVersions([field([RICE])], [field([RICE])]))).toBe(false);
});

test.each<[string, EditableField[], EditableField[], boolean]>([
  ["the same order", [field([RICE], "a"), field([ROOM], "b")], [field([RICE], "a"), field([ROOM], "b")], false],
  ["fields in another order", [field([RICE], "a"), field([ROOM], "b")], [field([ROOM], "b"), field([RICE], "a")], true],
  ["lines in another order", [field([RICE, ROOM])], [field([ROOM, RICE])], true],
  ["a new field between", [field([RICE], "a"), field([ROOM], "b")], [field([RICE], "a"), field([LEASE], "c")], false],
  ["a line that went", [field([RICE, ROOM, LEASE])], [field([RICE, LEASE])], false],
])("%s", (_what, before, after, moved) => {
  expect(isReordered(before, after)).toBe(moved);
});

test("a deadline that is a day is written as the page writes days", () => {
  const task = line("1.t.0", "Order rice.", { assigned: "Laia", deadline: "2026-11-27" });
  expect(wordsOf(task, (day) => `(${day})`)).toBe("Order rice. · Laia · (2026-11-27)");
  expect(wordsOf({ ...task, deadline: "before Christmas" }, () => "")).toBe("Order rice. · Laia · before Christmas");
});
