import fc from "fast-check";
import { expect, test } from "vitest";
import { LOCALES, type Locale } from "#app/domain/languages.ts";
import { formatDateTime, formatDuration, formatShortDate, formatTimeOfDay, hourOf } from "#app/i18n/format.ts";

/** Friday, 20 November 2026, 15:05 UTC: 16:05 in Girona, 10:05 in New York. */
const AT = Date.UTC(2026, 10, 20, 15, 5);
const GIRONA = "Europe/Madrid";

const DATE_TIMES: Record<Locale, string> = {
  en: "Friday, 20 November 2026, 4:05 pm",
  es: "viernes, 20 de noviembre de 2026, 16:05",
  ca: "divendres, 20 de novembre del 2026, 16:05",
  fr: "vendredi 20 novembre 2026, 16:05",
};

test.each(LOCALES)("a date shows weekday, day, month, year, hour and minute: %s", (locale) => {
  // Catalan data of other years write "de 2026".
  expect(formatDateTime(AT, locale, GIRONA).replace("de 2026,", "del 2026,")).toBe(
    DATE_TIMES[locale].replace("de 2026,", "del 2026,"),
  );
});

test("twelve hours only in English", () => {
  expect(LOCALES.map((locale) => formatTimeOfDay(AT, locale, GIRONA))).toEqual(["4:05 pm", "16:05", "16:05", "16:05"]);
  expect(formatTimeOfDay(Date.UTC(2026, 10, 20, 0, 5), "en", "UTC")).toBe("12:05 am");
  expect(formatTimeOfDay(Date.UTC(2026, 10, 20, 0, 5), "es", "UTC")).toMatch(/^0?0:05$/);
});

test("a short date shows month and day", () => {
  expect(LOCALES.map((locale) => formatShortDate(AT, locale, GIRONA))).toEqual([
    "20 Nov",
    "20 nov",
    "20 de nov.",
    "20 nov.",
  ]);
});

test("the day is the viewer's, not the server's", () => {
  const late = Date.UTC(2026, 10, 20, 23, 30);
  expect(formatShortDate(late, "en", GIRONA)).toBe("21 Nov");
  expect(formatShortDate(late, "en", "America/New_York")).toBe("20 Nov");
  expect(hourOf(late, GIRONA)).toBe(0);
  expect(hourOf(late, "Asia/Kolkata")).toBe(5);
});

test.each([
  [0, "0 s"],
  [999, "1 s"],
  [59_400, "59 s"],
  [59_600, "1 min"],
  [47 * 60_000, "47 min"],
  [59.6 * 60_000, "1 h"],
  [64 * 60_000, "1 h 04 min"],
  [112 * 60_000, "1 h 52 min"],
  [-1, "0 s"],
])("a length of %i ms is %s in every language", (ms, text) => {
  expect(new Set(LOCALES.map((locale) => formatDuration(ms, locale)))).toEqual(new Set([text]));
});

test("a length is never sixty of anything", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 * 3_600_000 }), (ms) => {
      expect(formatDuration(ms, "en")).not.toMatch(/\b60 (s|min)/);
    }),
  );
});
