import fc from "fast-check";
import { expect, test } from "vitest";
import { randomId } from "#app/domain/ids.ts";
import { formatCursor, parseCursor } from "#app/domain/meeting/list.ts";

test("a cursor comes back as it went out", () => {
  fc.assert(
    fc.property(fc.integer({ min: -8.64e14, max: 8.64e14 }), (startsAt) => {
      const cursor = { startsAt, id: randomId() };
      expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
    }),
  );
});

test.each([
  null,
  undefined,
  "",
  "1",
  "1.",
  ".x",
  "1.short",
  `x.${"0".repeat(24)}`,
  `1e3.${"0".repeat(24)}`,
  "1.' OR 1",
])("%s is no cursor", (text) => {
  expect(parseCursor(text)).toBeNull();
});
