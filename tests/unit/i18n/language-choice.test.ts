import { expect, test } from "vitest";
import { readLastLanguage, saveLastLanguage } from "#app/i18n/language-choice.ts";

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

test("the language of the last meeting is offered again", () => {
  const own = storage();
  saveLastLanguage("ca", own);
  expect(readLastLanguage("fr", own)).toBe("ca");
});

test("the first meeting of a browser begins with its interface's or its team's language", () => {
  expect(readLastLanguage("fr", storage())).toBe("fr");
});

test("a language that Acta no longer knows is not offered", () => {
  const kept = storage(new Map([["acta.uploadLanguage", "xx"]]));
  expect(readLastLanguage("fr", kept)).toBe("fr");
});

test("a browser that allows no storage begins with it each time", () => {
  saveLastLanguage("ca", forbidden);
  expect(readLastLanguage("fr", forbidden)).toBe("fr");
});

test("that the engine hears the language is a choice that is offered again, too", () => {
  const own = storage();
  saveLastLanguage("auto", own);
  expect(readLastLanguage("fr", own)).toBe("auto");
});
