import { expect, test } from "vitest";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import { parseHeardLanguage, whisperCode } from "#app/domain/transcript/engine-languages.ts";
import { modelLanguage, PARAKEET } from "#workers/local/speech/languages.mjs";
import { modelsFor } from "#workers/local/speech/models.mjs";

test("the specification's four come first, and each language is named once", () => {
  expect(MEETING_LANGUAGES.slice(0, 4)).toEqual(TEXT_LANGUAGES);
  expect(new Set(MEETING_LANGUAGES).size).toBe(MEETING_LANGUAGES.length);
  // Whisper's 99, and Cantonese, which large-v3 has besides.
  expect(MEETING_LANGUAGES).toHaveLength(100);
});

test("each language of a meeting has a name in each interface language, and a code of the local models", () => {
  for (const locale of ["en", "es", "ca", "fr"]) {
    const names = new Intl.DisplayNames(locale, { type: "language", fallback: "none" });
    for (const language of MEETING_LANGUAGES) expect(names.of(language), `${language} in ${locale}`).toBeTruthy();
  }
  for (const language of MEETING_LANGUAGES) expect(modelLanguage(language), language).not.toBeNull();
  expect(modelLanguage("jv")).toBe("jw");
  expect(modelLanguage("yue")).toBe("zh");
  expect(modelLanguage("xx")).toBeNull();
});

test.each([
  ["de", "de"],
  ["german", "de"],
  ["Portuguese", "pt"],
  ["haitian creole", "ht"],
  ["norwegian nynorsk", "nn"],
  ["valencian", "ca"],
  ["en-US", "en"],
  ["jw", "jv"],
  ["javanese", "jv"],
  ["myanmar", "my"],
  ["klingon", null],
  ["", null],
])("an engine that says %j means %s", (told, code) => {
  expect(parseHeardLanguage(told)).toBe(code);
});

test("Whisper is asked for Javanese by its own code", () => {
  expect([whisperCode("jv"), whisperCode("de")]).toEqual(["jw", "de"]);
});

test("Parakeet is taken for its 25 languages, and Whisper for the others", () => {
  expect(PARAKEET).toHaveLength(25);
  const first = (language: string) => modelsFor({ kind: "auto", id: "auto" }, language, { free: 4e9 })[0];
  expect(["de", "pt", "uk", "ca", "ja", "ar"].map(first)).toEqual([
    "parakeet",
    "parakeet",
    "parakeet",
    "small",
    "small",
    "small",
  ]);
});
