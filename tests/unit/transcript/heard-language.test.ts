import { expect, test } from "vitest";
import { decideLanguage, type HeardWindow } from "#app/domain/transcript/heard-language.ts";

const heard = (language: string, seconds: number): HeardWindow => ({ language, spokenMs: seconds * 1000 });

test.each<{ what: string; windows: HeardWindow[]; isAll?: boolean; sees: string | null }>([
  { what: "nothing yet", windows: [], sees: null },
  { what: "half a minute", windows: [heard("en", 30)], sees: null },
  { what: "half a minute, and no more comes", windows: [heard("en", 30)], isAll: true, sees: "en" },
  { what: "a minute in one window", windows: [heard("en", 200)], sees: null },
  { what: "a minute", windows: [heard("en", 40), heard("en", 20)], sees: "en" },
  { what: "one window that was mistaken", windows: [heard("es", 50), heard("ca", 200), heard("ca", 240)], sees: "ca" },
  { what: "as much of each", windows: [heard("es", 60), heard("ca", 60)], sees: null },
  { what: "another language than the four", windows: [heard("de", 300), heard("de", 9)], sees: "de" },
  { what: "Latin, which is no understanding", windows: [heard("la", 300), heard("la", 9)], sees: null },
  { what: "a language that no engine knows", windows: [heard("xx", 300), heard("xx", 9)], sees: null },
  { what: "another language, and no more comes", windows: [heard("de", 300), heard("en", 5)], isAll: true, sees: "de" },
  { what: "silence", windows: [heard("en", 0)], isAll: true, sees: null },
])("the language is decided by what was spoken: $what", ({ windows, isAll = false, sees }) => {
  expect(decideLanguage(windows, isAll)).toBe(sees);
});
