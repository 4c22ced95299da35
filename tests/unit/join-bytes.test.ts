import fc from "fast-check";
import { expect, test } from "vitest";
import { joinBytes } from "#app/domain/sha256.ts";

test("pieces come out in their order, however many there are", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 12 }), (pieces) => {
      const joined = joinBytes(pieces.map((piece) => Uint8Array.from(piece)));
      expect([...joined]).toEqual(pieces.flatMap((piece) => [...piece]));
    }),
  );
});

test("a single piece is not copied", () => {
  const piece = Uint8Array.of(1, 2, 3);
  expect(joinBytes([piece])).toBe(piece);
});
