import { expect, test } from "vitest";
import { dueDayOf } from "#app/domain/tasks/due-day.ts";

/** A Monday. */
const meeting = { startsAt: Date.parse("2026-11-23T10:00:00Z"), timeZone: "Europe/Madrid" };
const dayOf = (said: string, at = meeting) => {
  const due = dueDayOf(said, at);
  return due === null ? null : due.other === null ? due.day : `${due.day} or ${due.other}`;
};

const SAID: Record<string, readonly [string, string | null][]> = {
  en: [
    ["2026-12-01", "2026-12-01"],
    ["by 2026-12-01", "2026-12-01"],
    ["by 2026/12/01", "2026-12-01"],
    ["by EOD", "2026-11-23"],
    ["by the end of the day", "2026-11-23"],
    ["by end of day tomorrow", "2026-11-24"],
    ["by end of day or by Friday", null],
    ["today", "2026-11-23"],
    ["tomorrow morning", "2026-11-24"],
    ["the day after tomorrow", "2026-11-25"],
    ["by Friday", "2026-11-27"],
    ["before Friday afternoon", "2026-11-27"],
    ["this Friday", "2026-11-27"],
    ["Friday this week", "2026-11-27"],
    ["next Friday", "2026-11-27 or 2026-12-04"],
    ["Friday next week", "2026-12-04"],
    ["Monday", "2026-11-30"],
    ["tomorrow, Tuesday", "2026-11-24"],
    ["next Friday, 4 December", "2026-12-04"],
    ["on December 3rd", "2026-12-03"],
    ["the third of December", "2026-12-03"],
    ["by January 10", "2027-01-10"],
    ["December 3rd, 2027", "2027-12-03"],
    ["by the 15th", "2026-12-15"],
    ["on Friday 4th", "2026-12-04"],
    ["Friday, December 4", "2026-12-04"],
    ["Friday the 4th of December", "2026-12-04"],
    ["Friday 4 pm", "2026-11-27"],
    ["this afternoon", "2026-11-23"],
    ["Dec. 3rd", "2026-12-03"],
    ["3/12/2026", "2026-12-03"],
    ["1/2/2027", "2027-01-02 or 2027-02-01"],
    ["in two weeks", "2026-12-07"],
    ["within 3 days", "2026-11-26"],
    ["by the end of the month", "2026-11-30"],
  ],
  es: [
    ["mañana", "2026-11-24"],
    ["mañana por la mañana", "2026-11-24"],
    ["pasado mañana", "2026-11-25"],
    ["esta tarde", "2026-11-23"],
    ["antes del viernes", "2026-11-27"],
    ["el viernes que viene", "2026-11-27 or 2026-12-04"],
    ["el viernes de la semana que viene", "2026-12-04"],
    ["para el 3 de diciembre", "2026-12-03"],
    ["el tres de diciembre de 2027", "2027-12-03"],
    ["el día 15", "2026-12-15"],
    ["el viernes 4 de diciembre", "2026-12-04"],
    ["el uno de diciembre", "2026-12-01"],
    ["el 3-1-2027", "2027-01-03 or 2027-03-01"],
    ["a fin de mes", "2026-11-30"],
    ["dentro de dos semanas", "2026-12-07"],
    ["a finales de mes", "2026-11-30"],
  ],
  ca: [
    ["demà al matí", "2026-11-24"],
    ["demà passat", "2026-11-25"],
    ["passat demà", "2026-11-25"],
    ["dijous 3", "2026-12-03"],
    ["abans de divendres", "2026-11-27"],
    ["divendres vinent", "2026-11-27 or 2026-12-04"],
    ["el 3 de desembre", "2026-12-03"],
    ["l'1 d'abril", "2027-04-01"],
    ["d'aquí a tres dies", "2026-11-26"],
  ],
  fr: [
    ["demain soir", "2026-11-24"],
    ["après-demain", "2026-11-25"],
    ["d’ici vendredi", "2026-11-27"],
    ["vendredi prochain", "2026-11-27 or 2026-12-04"],
    ["le 3 décembre", "2026-12-03"],
    ["le 1er décembre", "2026-12-01"],
    ["le vendredi 4 décembre", "2026-12-04"],
    ["dans quinze jours", null],
    ["dans 15 jours", "2026-12-08"],
    ["fin du mois", "2026-11-30"],
  ],
};

for (const [language, said] of Object.entries(SAID)) {
  test.for(said)(`a deadline in ${language} becomes a day: %s`, ([words, day]) => {
    expect(dayOf(words)).toBe(day);
  });
}

test.for([
  "before the fair",
  "next week",
  "the week of Monday",
  "Monday or Wednesday",
  "last Friday",
  "el viernes pasado",
  "after Friday",
  "every Friday",
  "by November 3rd",
  "Friday fortnight",
  "vendredi en huit",
  "Friday 5",
  "Friday the 5th of December",
  "el 3/12",
  "13/13/2026",
  "February 31st",
  "vingt et un décembre",
  "twenty first of December",
  "vint-i-dos de desembre",
])("a deadline that is no certain day ahead has none: %s", (words) => {
  // A pattern that remembers its last match would say something else the second time.
  expect([dayOf(words), dayOf(words)]).toEqual([null, null]);
});

test("a day counts from the meeting's day in the meeting's zone", () => {
  const late = { startsAt: Date.parse("2026-11-24T04:30:00Z"), timeZone: "America/New_York" };
  expect(dayOf("tomorrow", late)).toBe("2026-11-24");
  expect(dayOf("tomorrow", { ...late, timeZone: "Asia/Tokyo" })).toBe("2026-11-25");
});

test("the weekday of the meeting means a week later, but for 'this'", () => {
  expect(dayOf("by Monday")).toBe("2026-11-30");
  expect(dayOf("next Monday")).toBe("2026-11-30");
  expect(dayOf("this Monday")).toBe("2026-11-23");
});
