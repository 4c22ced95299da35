import { expect, test } from "vitest";
import { cursorOfMonth, monthsBetween, parseCursor, parseListFilters, parseMonth } from "#app/domain/meeting/list.ts";
import {
  explainEmpty,
  filtersOfForm,
  historyHref,
  listOf,
  mergeHref,
  withoutFilters,
} from "#app/features/history/history-url.ts";

const ID = "0".repeat(24);
const read = (address: string) => parseListFilters(new URL(address, "https://acta.example").searchParams);

test.each([
  "/history",
  "/history?group=error",
  "/history?role=guest&language=ca&from=zoom",
  `/history?group=completed&template=${ID}`,
  "/history?template=system&person=theo+muller",
  "/history?after=2026-11-01&before=2026-12-01&sort=title",
])("%s says what it shows, and reads back as the same", (address) => {
  expect(historyHref(read(address))).toBe(address);
});

test("values that are unknown or narrow nothing leave the address", () => {
  expect(historyHref(read("/history?group=running&language=xx&after=soon&sort=date&size=9"))).toBe("/history");
});

test("a page of a list keeps its filters", () => {
  const filters = read("/history?group=error&sort=title");
  const cursor = `${ID}.a & b`;
  const older = new URL(historyHref(filters, { older: cursor }), "https://acta.example").searchParams;
  expect(parseListFilters(older)).toEqual(filters);
  expect(older.get("older")).toBe(cursor);
  expect(historyHref(filters, { newer: "1.x" })).toContain("newer=1.x");
});

test("the question whether two meetings are one stands over the list that it was asked on", () => {
  const href = mergeHref({ pathname: "/history", search: "?group=completed&older=1.x" }, ["a", "b"]);
  expect(href).toBe("/history?group=completed&older=1.x&merge=a&with=b");
  expect(listOf(href.slice(href.indexOf("?")))).toBe("group=completed");
});

test("a form sends all its fields, and the empty ones narrow nothing", () => {
  const form = new FormData();
  for (const name of ["role", "from", "template", "after", "before"]) form.set(name, "");
  form.set("group", "error");
  form.set("person", "Théo Müller");
  form.set("sort", "title");
  expect(historyHref(filtersOfForm(form))).toBe("/history?group=error&person=theo+muller&sort=title");
});

test.each([
  ["/history?group=error&language=ca&person=aina&after=2026-11-01&sort=title", "/history?group=error&sort=title"],
  ["/history?role=shared&language=ca", "/history?role=shared"],
  ["/history?language=ca&archived=1", "/history?archived=1"],
  ["/history?role=guest", "/history"],
])("clearing the filters of %s keeps the tab and the order", (address, cleared) => {
  expect(historyHref(withoutFilters(read(address)))).toBe(cleared);
});

const SOME = { all: 5, hasArchived: false, isFirst: true };
const NONE = { all: 0, hasArchived: false, isFirst: true };
const ARCHIVED = { ...NONE, hasArchived: true };

test.each([
  ["/history", NONE, { kind: "nothing-yet" }],
  ["/history?group=error&language=ca", NONE, { kind: "nothing-yet" }],
  ["/history", ARCHIVED, { kind: "all-archived" }],
  ["/history?group=error&language=ca", ARCHIVED, { kind: "all-archived" }],
  ["/history?archived=1&language=ca", ARCHIVED, { kind: "filter", by: "several" }],
  ["/history?group=error", { ...SOME, isFirst: false }, { kind: "page" }],
  ["/history?group=error", SOME, { kind: "tab", tab: "error" }],
  ["/history?archived=1", SOME, { kind: "tab", tab: "archived" }],
  ["/history?role=shared", NONE, { kind: "tab", tab: "shared" }],
  ["/history?role=shared&language=ca", SOME, { kind: "filter", by: "several" }],
  ["/history?role=guest", SOME, { kind: "filter", by: "role" }],
  ["/history?language=ca", SOME, { kind: "filter", by: "language" }],
  ["/history?from=zoom", SOME, { kind: "filter", by: "from" }],
  ["/history?template=system", SOME, { kind: "filter", by: "template" }],
  ["/history?person=aina", SOME, { kind: "filter", by: "person" }],
  ["/history?after=2026-11-01", SOME, { kind: "filter", by: "days" }],
  ["/history?after=2026-11-01&before=2026-12-01", SOME, { kind: "filter", by: "days" }],
  ["/history?language=ca&person=aina", SOME, { kind: "filter", by: "several" }],
  ["/history?group=error&language=ca", SOME, { kind: "filter", by: "several" }],
])("%s without a row: the reason that is given", (address, counts, reason) => {
  expect(explainEmpty(read(address), counts)).toEqual(reason);
});

test("a month of an address is a place in the list, in the person's own zone", () => {
  expect(historyHref(parseListFilters(new URLSearchParams("language=ca")), { month: "2025-12" })).toBe(
    "/history?language=ca&month=2025-12",
  );
  const startOf = (month: string, zone: string) => new Date(parseCursor(cursorOfMonth(month, zone))?.startsAt ?? 0);
  expect(startOf("2025-12", "Europe/Madrid").toISOString()).toBe("2025-12-31T23:00:00.000Z");
  expect(["2025-1", "2025-13", "0025-01", "", null].map(parseMonth)).toEqual([null, null, null, null, null]);
});

test("the months of a list go from the latest meeting to the earliest", () => {
  const [first, last] = [Date.UTC(2025, 10, 30, 23, 30), Date.UTC(2026, 1, 3)];
  expect(monthsBetween(first, last, "UTC")).toEqual(["2026-02", "2026-01", "2025-12", "2025-11"]);
  expect(monthsBetween(first, last, "Europe/Madrid")).toEqual(["2026-02", "2026-01", "2025-12"]);
  expect(monthsBetween(last, last, "UTC")).toEqual(["2026-02"]);
  expect(monthsBetween(0, Date.UTC(2100, 0, 1), "UTC")).toHaveLength(240);
});

test("the pages and months of a list, and the dialogs over it, are the same list", () => {
  expect(listOf("?language=ca&older=1.a&upload=1")).toBe(listOf("?language=ca&month=2025-12"));
  expect(listOf("?language=ca")).not.toBe(listOf("?language=es"));
});
