import { expect, test } from "vitest";
import {
  formatTaskCursor,
  namesInMinutes,
  NO_DAY,
  parseTaskCursor,
  parseTaskFilters,
} from "#app/domain/tasks/task-list.ts";

test.each([
  ["Nora", ["nora"]],
  ["Nora Puig", ["nora", "nora puig"]],
  ["Ana María Serra", ["ana", "ana maria", "ana maria serra", "maria serra"]],
  ["Jean-Luc Müller", ["jean", "jean luc", "jean luc muller", "luc muller"]],
  ["", []],
  ["…", []],
])("minutes may call %j %j", (name, forms) => {
  expect(namesInMinutes(name)).toEqual(forms);
});

test("a long name has at most ten forms", () => {
  expect(namesInMinutes("a b c d e f g h i j k").length).toBeLessThanOrEqual(10);
});

test("a cursor comes back as it went out, and any other text is none", () => {
  const cursor = { dueDay: NO_DAY, meetId: "0".repeat(24), taskId: "1.tasks.0" };
  expect(parseTaskCursor(formatTaskCursor(cursor))).toEqual(cursor);
  for (const text of [null, "", "1.2.3", `2026-11-25.${"0".repeat(24)}`, "' OR 1"])
    expect(parseTaskCursor(text)).toBeNull();
});

test.each([
  ["", { mine: true, done: false }],
  ["whose=everybody", { mine: false, done: false }],
  ["state=done&whose=me", { mine: true, done: true }],
])("?%s", (address, filters) => {
  expect(parseTaskFilters(new URLSearchParams(address))).toEqual(filters);
});
