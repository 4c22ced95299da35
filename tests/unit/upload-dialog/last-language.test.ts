import { expect, test } from "vitest";
import { readLastLanguage, saveLastLanguage } from "#app/features/upload/form/last-language.ts";

function storage(kept: Map<string, string> = new Map()) {
  const items = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  return () => items;
}
const forbidden = () => {
  throw new DOMException("not allowed", "SecurityError");
};

test("the language of the last upload is offered again", () => {
  const own = storage();
  saveLastLanguage("ca", own);
  expect(readLastLanguage(null, own)).toBe("ca");
});

test("the first upload begins with the specification's language", () => {
  expect(readLastLanguage(null, storage())).toBe("es");
});

test("a language that Acta no longer knows is not offered", () => {
  const kept = storage(new Map([["acta.uploadLanguage", "de"]]));
  expect(readLastLanguage(null, kept)).toBe("es");
});

test("a browser that allows no storage begins with the specification's language", () => {
  saveLastLanguage("ca", forbidden);
  expect(readLastLanguage(null, forbidden)).toBe("es");
});

test("before the first upload of a browser it is the team's language, and then the one that was chosen last", () => {
  const own = storage();
  expect(readLastLanguage("fr", own)).toBe("fr");
  saveLastLanguage("en", own);
  expect(readLastLanguage("fr", own)).toBe("en");
});
