import fc from "fast-check";
import { expect, test } from "vitest";
import { TEXT_LANGUAGES } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SEARCH_PART_CHARS, SEARCH_SNIPPET_CHARS } from "#app/domain/limits/search.ts";
import { dayAt, startOfDay } from "#app/domain/search/local-day.ts";
import { indexParts } from "#app/domain/search/index-text.ts";
import { isNamed, queryMatcher } from "#app/domain/search/match-passages.ts";
import type { Passage } from "#app/domain/search/passages.ts";
import { parseSearchQuery } from "#app/domain/search/search-query.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { runAtOnce } from "#app/domain/turns.ts";

const said = (text: string, speaker: string | null = null, startMs = 0): Passage => ({
  kind: "transcript",
  text,
  startMs,
  segmentId: null,
  speaker,
});

function find(typed: string, passages: readonly Passage[], language: MeetingLanguage = "en") {
  const matcher = queryMatcher(parseSearchQuery(typed, "2026-11-23"));
  return runAtOnce(indexParts(passages, language))
    .flatMap((part) => matcher.hitsIn(part, language))
    .map(({ passage, score }) => {
      const found = passages[passage];
      const { text, marks } = matcher.momentOf(found ?? said(""), language);
      return { passage, score, marked: marks.map(({ start, end }) => text.slice(start, end)) };
    });
}

test.each([
  ["en", "plans", "We are planning the move.", "planning"],
  ["en", "form", "Every third formulary comes back.", "formulary"],
  ["es", "presupuesto", "Los PRESUPUESTOS de la sede.", "PRESUPUESTOS"],
  ["es", "reunion", "La reunión es hoy.", "reunión"],
  ["fr", "étés", "Il y eut deux étés chauds.", "étés"],
  ["fr", "reunions", "Nous réunissons; une réunion.", "réunion"],
  ["ca", "historia", "Les històries clíniques.", "històries"],
  ["ca", "històries", "La historia clinica.", "historia"],
  ["ca", "collegi", "El col·legi obre dilluns.", "col·legi"],
  ["ca", "COL·LEGI", "El coŀlegi obre dilluns.", "coŀlegi"],
  ["ca", "col·legis", "El collegi obre dilluns.", "collegi"],
  ["fr", "coeur", "Au cœur du projet.", "cœur"],
  ["fr", "œuvres", "Une OEUVRE ancienne.", "OEUVRE"],
  ["en", "Lukasz", "Ask Łukasz about it.", "Łukasz"],
  ["en", "łódź", "The office in Lodz opens.", "Lodz"],
  ["en", "soren", "SØREN said no.", "SØREN"],
  ["en", "Dordevic", "Đorđević leads it.", "Đorđević"],
  ["en", "isik", "Ask Işık.", "Işık"],
  ["en", "strasse", "Die Straße ist lang.", "Straße"],
  ["en", "gudrun", "Guðrún came late.", "Guðrún"],
  ["en", "obrien", "Call O'Brien today.", "O'Brien"],
  ["en", "O’Brien", "Call OBrien today.", "OBrien"],
  ["en", "dangelo", "Ask D’Angelo today.", "D’Angelo"],
  ["en", "mcdonalds", "Meet at McDonald's today.", "McDonald's"],
  ["fr", "acta", "L’acta est prête.", "acta"],
  ["en", "会議", "明日の会議室で話します。", "会議"],
  ["en", "野\u{20BB7}", "部長は野\u{20BB7}さん。", "野\u{20BB7}"],
  ["en", "会議室", "明日の会議室で話します。", "会議室"],
  ["en", "室", "明日は会議室。", "室"],
  ["en", "データ", "このデータベースを使う。", "データ"],
  ["en", "预算", "我们讨论了预算。", "预算"],
  ["en", "회의", "주간회의에서 정했다.", "회의"],
  ["en", "iPhone会議", "次のiPhone会議です。", "iPhone会議"],
] as const)("%s: %j finds %j", (language, typed, text, marked) => {
  expect(find(typed, [said(text)], language)).toEqual([{ passage: 0, score: 1, marked: [marked] }]);
});

test("a phrase and a name are found with the point of l·l or without it", () => {
  expect(find('"paral·lel al collegi"', [said("Un carrer parallel al col·legi.")], "ca")).toEqual([
    { passage: 0, score: 1, marked: ["parallel al col·legi"] },
  ]);
  expect(isNamed("Gal·la Marcel·lí", ["galla", "marcelli"])).toBe(true);
  expect(isNamed("Rita D’Angelo", ["dangelo"])).toBe(true);
});

test("signs without spaces are found in their order only", () => {
  expect(find("会議室", [said("会議と議室。")])).toEqual([]);
  expect(find('"会議室で話"', [said("明日の会議室で話します。")])).toEqual([
    { passage: 0, score: 1, marked: ["会議室で話"] },
  ]);
  expect(isNamed("山田太郎", ["太郎"])).toBe(true);
});

test("a passage counts the different words that it has", () => {
  const passages = [said("The budget."), said("Nothing."), said("The Girona budget, a Girona budget.")];
  expect(find("budget Girona", passages)).toEqual([
    { passage: 0, score: 1, marked: ["budget"] },
    { passage: 2, score: 2, marked: ["Girona", "budget", "Girona", "budget"] },
  ]);
});

test("each different word that begins as one of many asked ones is stemmed once", () => {
  const asked = ["plan", "plane", "planet", "planned", "planning", "plant", "plastic", "plate", "budget", "budgets"];
  const stemmed: string[] = [];
  const query = parseSearchQuery(asked.join(" "), "2026-11-23");
  const matcher = queryMatcher(query, (word, language) => {
    stemmed.push(word);
    return stem(word, language);
  });
  const passages = [
    said("We plan the plans, and the plans plan the budget."),
    said("The budget: planned, and other words."),
  ];
  for (const part of runAtOnce(indexParts(passages, "en"))) matcher.hitsIn(part, "en");
  expect(stemmed).toEqual(["plan", "plans", "budget", "planned"]);
});

test("a phrase is its words, in order, in one passage, without their stems", () => {
  const passages = [said("The form was old."), said("The OLD, form!"), said("The old forms, so old."), said("Form.")];
  expect(find('"old form"', passages)).toEqual([{ passage: 1, score: 1, marked: ["OLD, form"] }]);
});

test("words are found in every part of a meeting that is longer than one", () => {
  const long = "talk ".repeat(SEARCH_PART_CHARS / 8);
  const passages = [said(long), said("here"), said(long), said("there"), said(long), said("here")];
  expect(runAtOnce(indexParts(passages, "en"))).toHaveLength(3);
  expect(find("here", passages).map(({ passage }) => passage)).toEqual([1, 5]);
});

test.each([
  ["Jonas Vidal", ["jonas"], true],
  ["Jonas Vidal", ["vid", "jon"], true],
  ["Théo", ["theo"], true],
  ["Jonas Vidal", ["onas"], false],
  ["Jonas Vidal", ["jonas", "serra"], false],
])("%s is %j: %s", (name, asked, is) => {
  expect(isNamed(name, asked)).toBe(is);
});

test("a long passage is cut at words around its first mark", () => {
  const text = `${"before it ".repeat(40)}the form ${"after it ".repeat(40)}`;
  const moment = queryMatcher(parseSearchQuery("form", "2026-11-23")).momentOf(said(text), "en");
  expect(moment.text).toMatch(/^…\w.* the form after .*\w…$/);
  expect(moment.text.length).toBeLessThanOrEqual(SEARCH_SNIPPET_CHARS + 2);
  expect(moment.marks.map(({ start, end }) => moment.text.slice(start, end))).toEqual(["form"]);
});

test.each([
  ["2026-11-23", "Europe/Madrid", "2026-11-22T23:00:00Z"],
  ["2026-07-01", "Europe/Madrid", "2026-06-30T22:00:00Z"],
  ["2026-03-29", "Europe/Madrid", "2026-03-28T23:00:00Z"],
  ["2026-03-30", "Europe/Madrid", "2026-03-29T22:00:00Z"],
  ["2026-10-26", "Europe/Madrid", "2026-10-25T23:00:00Z"],
  ["2026-11-23", "America/Los_Angeles", "2026-11-23T08:00:00Z"],
  ["2026-11-23", "Pacific/Kiritimati", "2026-11-22T10:00:00Z"],
  ["2026-11-23", "UTC", "2026-11-23T00:00:00Z"],
  // The clocks leave midnight out.
  ["2024-09-08", "America/Santiago", "2024-09-08T04:00:00Z"],
])("%s begins in %s at %s", (day, zone, at) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(new Date(at).toISOString());
  expect(dayAt(Date.parse(at), zone)).toBe(day);
});

test("a stem is the beginning of its word but for its last letter, and has the first two, in every language", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 14 }),
      fc.constantFrom(
        "",
        "s",
        "es",
        "ies",
        "ied",
        "ations",
        "ation",
        "aciones",
        "ces",
        "aux",
        "acio",
        "acions",
        "ss",
        "ing",
      ),
      fc.constantFrom(...TEXT_LANGUAGES),
      (beginning, ending, language) => {
        const word = beginning + ending;
        const stemmed = stem(word, language);
        expect(stemmed.slice(0, 2)).toBe(word.slice(0, 2));
        expect(word.startsWith(stemmed.slice(0, -1))).toBe(true);
      },
    ),
    { numRuns: 5000 },
  );
});
