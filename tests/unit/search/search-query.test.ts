import { expect, test } from "vitest";
import {
  isEmptyQuery,
  parseSearchQuery,
  queryPieces,
  withoutOpenFilter,
  withoutPiece,
} from "#app/domain/search/search-query.ts";

const TODAY = "2026-11-23";
const NOTHING = {
  words: [],
  phrases: [],
  speakers: [],
  persons: [],
  source: null,
  after: null,
  before: null,
  unread: [],
};

test.each([
  ["", {}],
  ["  ,; ", {}],
  ["Presupuesto", { words: ["presupuesto"] }],
  ["Réunió d’equip", { words: ["reunio", "d", "equip"] }],
  ["form form FORM", { words: ["form"] }],
  ['"the old form" Girona', { words: ["girona"], phrases: [["the", "old", "form"]] }],
  ["«le vieux formulaire»", { phrases: [["le", "vieux", "formulaire"]] }],
  ['"not closed', { phrases: [["not", "closed"]] }],
  ['""', {}],
  ["10:30 https://example.org", { words: ["10", "30", "https", "example", "org"] }],
  ["note: later", { words: ["note", "later"] }],
])("%j asks for words and phrases", (typed, expected) => {
  expect(parseSearchQuery(typed, TODAY)).toEqual({ ...NOTHING, ...expected });
});

test.each([
  ["from:zoom", { source: "zoom" }],
  ["de:archivo", { source: "upload" }],
  ["FROM:Jonas", { speakers: [["jonas"]] }],
  ['de:"Ana María"', { speakers: [["ana", "maria"]] }],
  ["person:Jonas with:Aina", { persons: [["jonas"], ["aina"]] }],
  ["con:Sergi", { persons: [["sergi"]] }],
  ["avec:Théo", { persons: [["theo"]] }],
  ["amb:Laia", { persons: [["laia"]] }],
  ["personne:Mireille", { persons: [["mireille"]] }],
  ["after:2026-11-01", { after: "2026-11-01" }],
  ["desde:1/11/2026", { after: "2026-11-01" }],
  ["después:1.11.2026", { after: "2026-11-01" }],
  ["depuis:novembre", { after: "2026-11-01" }],
  ["després:desembre", { after: "2025-12-01" }],
  ["before:2026", { before: "2026-01-01" }],
  ["antes:2026-02", { before: "2026-02-01" }],
  ["avant:aujourd’hui", { before: TODAY }],
  ["abans:ahir", { before: "2026-11-22" }],
  [
    "after:2026-11-01 after:2026-11-05 before:2026-12-01 before:2026-11-20",
    { after: "2026-11-05", before: "2026-11-20" },
  ],
  ["before:soon", { unread: ["before:soon"] }],
  ["before:2026-02-30", { unread: ["before:2026-02-30"] }],
  ["before:", { words: ["before"] }],
  ["budget from: Ana", { words: ["budget"], speakers: [["ana"]] }],
  ['de: "Ana María" before:  2026', { speakers: [["ana", "maria"]], before: "2026-01-01" }],
  ["from: before:2026", { words: ["from"], before: "2026-01-01" }],
  ["with: from: Ana", { words: ["with"], speakers: [["ana"]] }],
  ["before: soon", { unread: ["before: soon"] }],
])("%j is a filter", (typed, expected) => {
  expect(parseSearchQuery(typed, TODAY)).toEqual({ ...NOTHING, ...expected });
});

test("only the first pieces of a long text are looked for", () => {
  const typed = Array.from({ length: 30 }, (_, index) => `w${index}`).join(" ");
  expect(parseSearchQuery(typed, TODAY).words).toEqual([
    "w0",
    "w1",
    "w2",
    "w3",
    "w4",
    "w5",
    "w6",
    "w7",
    "w8",
    "w9",
    "w10",
    "w11",
  ]);
});

test("a query is empty only where nothing at all is asked", () => {
  expect(isEmptyQuery(parseSearchQuery("before:soon", TODAY))).toBe(true);
  expect(isEmptyQuery(parseSearchQuery("from:zoom", TODAY))).toBe(false);
  expect(isEmptyQuery(parseSearchQuery("a", TODAY))).toBe(false);
});

test("each piece of what was typed is known, and can be taken away", () => {
  const typed = 'form  with:"Jonas Vidal" "page two" constructor:x depuis:novembre';
  const pieces = queryPieces(typed);
  expect(pieces.map(({ filter, value, isPhrase }) => [filter, value, isPhrase])).toEqual([
    [null, "form", false],
    ["person", "Jonas Vidal", true],
    [null, "page two", true],
    [null, "constructor:x", false],
    ["after", "novembre", false],
  ]);
  expect(pieces.map((piece) => withoutPiece(typed, piece))).toEqual([
    'with:"Jonas Vidal" "page two" constructor:x depuis:novembre',
    'form "page two" constructor:x depuis:novembre',
    'form with:"Jonas Vidal" constructor:x depuis:novembre',
    'form with:"Jonas Vidal" "page two" depuis:novembre',
    'form with:"Jonas Vidal" "page two" constructor:x',
  ]);
});

test.each([
  ["budget from:", "budget"],
  ["després: ", ""],
  ["from:jonas ", "from:jonas"],
  ["note:", "note:"],
  [" budget ", "budget"],
])("%j is searched for as %j while it is being typed", (typed, asked) => {
  expect(withoutOpenFilter(typed)).toBe(asked);
});

test("a filter with a space before its value is one piece, which can be taken away", () => {
  const typed = "budget from:  Ana Friday";
  const pieces = queryPieces(typed);
  expect(pieces.map(({ whole, filter, value }) => [whole, filter, value])).toEqual([
    ["budget", null, "budget"],
    ["from:  Ana", "from", "Ana"],
    ["Friday", null, "Friday"],
  ]);
  expect(pieces[1] && withoutPiece(typed, pieces[1])).toBe("budget Friday");
});
