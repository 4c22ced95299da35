import { expect, test } from "vitest";
import { openI18n } from "#app/i18n/server.ts";
import { type KeyOf, translator } from "#app/i18n/translate.ts";

test("a text has its values, its number's form, and nothing for null", async () => {
  const t = translator(await openI18n("en"), "en", ["privacy", "common"]);
  expect(t("archive.title", { name: "Nora" })).toBe("Everything of Nora in Acta");
  expect(t("archive.title", { name: null })).toBe("Everything of  in Acta");
  expect(t("archive.written", { at: "Monday", count: 1 })).toBe("Written on Monday: 1 meeting.");
  expect(t("archive.written", { at: "Monday", count: 2 })).toBe("Written on Monday: 2 meetings.");
  expect(t("common:product")).toBe("Acta");
});

test("the compiler refuses an unknown key, a missing value and a value that the text does not take", async () => {
  const t = translator(await openI18n("en"), "en", "privacy");
  // @ts-expect-error -- no such text
  expect(t("archive.nowhere")).toBe("archive.nowhere");
  // @ts-expect-error -- the text has a name
  expect(t("archive.title")).toBe("Everything of {{name}} in Acta");
  // @ts-expect-error -- the text has no day
  expect(t("archive.title", { name: "Nora", day: "Monday" })).toBe("Everything of Nora in Acta");
  // @ts-expect-error -- a text of several numbers needs one
  expect(t("archive.written", { at: "Monday" })).toBe("archive.written");
  // @ts-expect-error -- a key of another feature stands behind its name
  const other: KeyOf<["privacy", "common"]> = "product";
  expect(other).toBe("product");
});
