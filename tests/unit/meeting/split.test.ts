import { expect, test } from "vitest";
import type { MeetId } from "#app/domain/ids.ts";
import { cutAt, divideFields, isFor, spansOf } from "#app/domain/meeting/split.ts";
import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

const segment = (id: string, startMs: number, endMs: number): Segment => ({
  id,
  startMs,
  endMs,
  text: id,
  speaker: null,
});
const TALK = [segment("a", 0, 8000), segment("b", 20_000, 30_000), segment("c", 31_000, 40_000)];

test.each([
  ["the beginning of a line", 20_000, 20_000],
  ["the middle of a line: its beginning", 28_000, 20_000],
  ["a pause: the moment itself", 15_000, 15_000],
  ["a pause shorter than a breath", 30_500, 30_500],
  ["less than ten seconds from the beginning", 9_999, null],
  ["less than ten seconds from the end", 50_001, null],
  ["ten seconds from the end", 50_000, 50_000],
])("%s", (_name, askedMs, atMs) => {
  expect(cutAt(TALK, 60_000, askedMs)).toBe(atMs);
});

test("a part of a part counts in ms of the whole file, and still belongs to the one that it was split from", () => {
  const before = { startMs: 60_000, endMs: 120_000, by: "ana", of: "first" as MeetId };
  const asked = { lengthMs: 60_000, atMs: 20_000, by: "ana", meetId: "second" as MeetId };
  expect(spansOf(before, asked)).toEqual({
    first: { startMs: 60_000, endMs: 80_000, by: "ana", of: "first" },
    second: { startMs: 80_000, endMs: 120_000, by: "ana", of: "second" },
  });
});

test("a line of the minutes goes with its first moment, and one without any stays", () => {
  const line = (id: string, segmentIds: string[]) => ({ id, segmentIds, text: id }) as unknown as Line;
  const field = { key: "tasks", title: null, type: "tasks", columns: [] } as const;
  const lines = [line("1", ["a", "c"]), line("2", ["c"]), line("by-hand", [])];
  const divided = divideFields([{ ...field, lines }] as unknown as EditableField[], (id) => id === "c");
  const ids = (fields: EditableField[]) =>
    fields.flatMap((each) => each.lines.map(({ id, segmentIds }) => [id, segmentIds]));
  expect(ids(divided.first)).toEqual([
    ["1", ["a"]],
    ["by-hand", []],
  ]);
  expect(ids(divided.second)).toEqual([["2", ["c"]]]);
});

test("only the person who split a recording is given its bytes", () => {
  expect(isFor("ana", { kind: "owner", userId: "ana" })).toBe(true);
  expect(isFor("ana", { kind: "owner", userId: "ben", isAdministrator: true })).toBe(false);
  expect(isFor("ana", { kind: "share", parts: ["recording"] })).toBe(false);
  expect(isFor("ana", { kind: "system" })).toBe(false);
  expect(isFor(null, { kind: "share", parts: ["recording"] })).toBe(true);
});
