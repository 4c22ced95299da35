import { expect, test } from "vitest";
import { ownEntry } from "#app/domain/own-entry.ts";
import { kindOfExtension } from "#app/domain/recording-kind.ts";
import { parseSearchQuery } from "#app/domain/search/search-query.ts";
import { parseHeardLanguage } from "#app/domain/transcript/engine-languages.ts";

/** Words of people, files and services that every object has a property for are no entries of our tables. */

const INHERITED = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"];

test.each(INHERITED)("%s is an entry only where it was put", (name) => {
  expect(ownEntry<string>({ mp4: "video" }, name)).toBeUndefined();
  expect(ownEntry(Object.fromEntries([[name, "video"]]), name)).toBe("video");
});

test.each(INHERITED)("a file that ends in .%s is no recording", (name) => {
  expect([kindOfExtension(name), kindOfExtension(`.${name}`)]).toEqual([null, null]);
});

test.each(INHERITED)("from:%s looks for a speaker", (name) => {
  const { source, speakers } = parseSearchQuery(`from:${name}`, "2026-11-29");
  expect([source, speakers.length]).toEqual([null, 1]);
});

test.each(INHERITED)("%s is no language that an engine has heard", (name) => {
  expect(parseHeardLanguage(name)).toBeNull();
});
