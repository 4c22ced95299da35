import fc from "fast-check";
import { expect, test } from "vitest";
import type { JoinedPiece } from "#workers/call/store-joined.ts";
import { misplacedFrom } from "#workers/call/take-events.ts";

type Name = [stream: "mix" | "tab", segment: number, seq: number];
const fileOf = (...names: Name[]): JoinedPiece[] =>
  names.map(([stream, segment, seq], index) => ({ stream, segment, seq, mediaStart: index * 10, mediaBytes: 10 }));

test.each<[string, Name[], number | null]>([
  ["nothing was joined", [], null],
  [
    "the streams are mixed in any way",
    [
      ["tab", 2000, 0],
      ["mix", 1000, 0],
      ["tab", 2000, 1],
      ["mix", 1000, 1],
    ],
    null,
  ],
  [
    "a piece never came",
    [
      ["mix", 1000, 0],
      ["mix", 1000, 2],
      ["mix", 1000, 3],
    ],
    null,
  ],
  [
    "the first bot's rest came after the second's beginning",
    [
      ["mix", 1000, 0],
      ["mix", 2000, 0],
      ["mix", 2000, 1],
      ["mix", 1000, 1],
    ],
    10,
  ],
  [
    "only the picture is late",
    [
      ["tab", 1000, 0],
      ["mix", 1000, 0],
      ["tab", 1000, 2],
      ["tab", 1000, 1],
    ],
    20,
  ],
  [
    "both are, the picture further back",
    [
      ["tab", 1000, 1],
      ["mix", 1000, 1],
      ["mix", 1000, 0],
      ["tab", 1000, 0],
    ],
    0,
  ],
])("%s", (_what, names, from) => {
  expect(misplacedFrom(fileOf(...names))).toBe(from);
});

test("pieces before the returned offset are in order, and sorting the rest puts the whole file in order", () => {
  const name = fc.tuple(fc.constantFrom("mix" as const, "tab" as const), fc.constantFrom(1000, 2000), fc.nat(9));
  fc.assert(
    fc.property(fc.uniqueArray(name, { selector: (one) => one.join("-"), maxLength: 30 }), (names) => {
      const from = misplacedFrom(fileOf(...names));
      const cut = from === null ? names.length : from / 10;
      const rest = names.slice(cut).toSorted((a, b) => a[1] - b[1] || a[2] - b[2] || (a[0] < b[0] ? -1 : 1));
      expect(misplacedFrom(fileOf(...names.slice(0, cut), ...rest))).toBe(null);
    }),
  );
});
