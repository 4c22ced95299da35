import { expect, test } from "vitest";
import { beginningOf } from "#app/domain/beginning-of.ts";
import { cleanText } from "#app/domain/summary/clean-text.ts";
import { cleanLine } from "#app/domain/summary/edits/clean-line.ts";
import { spoken } from "#app/domain/summary/prompt/messages.ts";

const TEXT = `${"a".repeat(9)}😀b`;

test.each([
  ["a short text stays", beginningOf("short", 10), "short"],
  ["a text is cut at its length", beginningOf("abcdef", 3), "abc"],
  ["a character of two units is left out rather than halved", beginningOf(TEXT, 10), "aaaaaaaaa"],
  ["one that fits stays", beginningOf(TEXT, 11), "aaaaaaaaa😀"],
  ["a letter stays with its accent", beginningOf("abce\u0301d", 4), "abc"],
  ["a letter with its accent that fits stays", beginningOf("abce\u0301d", 5), "abce\u0301"],
  ["an emoji of several is not cut apart", beginningOf("ab👩‍👧c", 5), "ab"],
  ["accents without end are cut", beginningOf(`e${"\u0301".repeat(99)}`, 50), `e${"\u0301".repeat(49)}`],
  ["a person's line", cleanLine(TEXT, 10), "aaaaaaaaa"],
  ["an engine's line", cleanText(TEXT, 11), "aaaaaaaaa…"],
  ["a line of a prompt", spoken(TEXT, 10), "aaaaaaaaa"],
])("%s", (_case, cut, expected) => {
  expect(cut).toBe(expected);
});
