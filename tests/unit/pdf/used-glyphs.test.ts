import { expect, test } from "vitest";
import { usedGlyphs } from "#app/server/exports/pdf/used-glyphs.ts";
import { typeface } from "#tests/unit/pdf/make-pdf.ts";

const face = typeface()["serif-400"];
const letter = face.glyphOf(0x61).toString(16).padStart(4, "0");

test("a glyph keeps its own code when all codes of two bytes are taken", () => {
  const used = usedGlyphs({ ...face, glyphCount: 0xfffe });
  const shown = ["α", "β", "γ", "α"].map((text) => used.show(`<${letter}>`, text));
  expect(shown).toEqual(["<fffe>", "<ffff>", `<${letter}>`, "<fffe>"]);
  expect([...used.codes.values()].map(({ text }) => text)).toEqual(["α", "β", "a"]);
});

test("the characters of a glyph are cut at 512 bytes, and no character in two", () => {
  const used = usedGlyphs(face);
  used.show(`<${letter}>`, "é".repeat(300));
  used.show(`<${letter}>`, `a${"𝄞".repeat(150)}`);
  expect([...used.codes.values()].map(({ text }) => text)).toEqual(["é".repeat(256), `a${"𝄞".repeat(127)}`]);
});
