import { expect, test } from "vitest";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { readFileName } from "#app/features/upload/form/read-file-name.ts";

const IN_MADRID = { timeZone: "Europe/Madrid", now: Date.UTC(2026, 10, 20, 12) };
/** 9:30 in Madrid in November. */
const MORNING = Date.UTC(2026, 10, 19, 8, 30);

test.each([
  ["a title with spaces", "Reunió de coordinació.mp4", "Reunió de coordinació", null],
  ["hyphens as separators", "weekly-product-review.mov", "Weekly product review", null],
  ["underscores as separators", "weekly_product_review.wav", "Weekly product review", null],
  ["a hyphen inside a title", "Suivi post-lancement de mars.mp3", "Suivi post-lancement de mars", null],
  ["a day and a time", "Reunió de coordinació Gironès 2026-11-19 0930.mp4", "Reunió de coordinació Gironès", MORNING],
  ["a time with seconds only", "2026-11-19 09-30-12.mkv", "", MORNING],
  ["a time in Greenwich", "GMT20261119-083000_Recording_1920x1080.mp4", "", MORNING],
  ["a time after the title", "Planning-20261119_093000-Meeting Recording.mp4", "Planning", MORNING],
  ["a time with its zone, in parentheses", "Planning (2026-11-19 10:30 GMT+2).mp4", "Planning", MORNING],
  ["half a day", "Screen Recording 2026-11-19 at 9.30.12 AM.mov", "Screen Recording", MORNING],
  ["an afternoon", "Notes 2026-11-18 at 3.05.00 PM.mov", "Notes", Date.UTC(2026, 10, 18, 14, 5)],
  ["a voice memo", "20261119 093012-1A2B3C4D.m4a", "", MORNING],
  ["a Pixel, in Greenwich", "PXL_20261119_083012345.mp4", "", MORNING],
  ["a Pixel's other kinds", "PXL_20261119_083012345.TS.mp4", "", MORNING],
  ["a transcript of Zoom", "GMT20261119-083000_Recording.transcript.vtt", "", MORNING],
  ["a transcript of Meet", "Planning (2026-11-19 09:30 GMT+1) - Transcripción.docx", "Planning", MORNING],
  ["a transcript of Otter", "Planning_otter_ai.txt", "Planning", null],
  ["a day without a time", "Planning 2026-11-19.mp4", "Planning 2026-11-19", null],
  [
    "the hour after midnight, which counts as no time",
    "Planning 2026-11-19 0015.mp4",
    "Planning 2026-11-19 0015",
    null,
  ],
  ["a day that does not exist", "Planning 2026-02-31 0930.mp4", "Planning 2026-02-31 0930", null],
  ["a moment to come", "Planning 2027-01-07 0930.mp4", "Planning 2027-01-07 0930", null],
  ["a long number", "Invoice 120261119093000.mp4", "Invoice 120261119093000", null],
  ["no letters", "00042.mp4", "", null],
  ["no ending", "Planning", "Planning", null],
])("%s", (_, name, title, at) => {
  expect(readFileName(name, IN_MADRID)).toEqual({ title, at });
});

test("a title from a long name is not longer than a title may be", () => {
  expect(readFileName(`${"word ".repeat(100)}.mp4`, IN_MADRID).title.length).toBeLessThanOrEqual(
    MEETING_TITLE_CHARS_MAX,
  );
});

test("a title that is too long keeps its last letter whole, as file names of a Mac have accents of their own", () => {
  const name = `A${"b".repeat(MEETING_TITLE_CHARS_MAX - 2)}e\u0301.mp4`;
  expect(readFileName(name, IN_MADRID).title).toBe(`A${"b".repeat(MEETING_TITLE_CHARS_MAX - 2)}`);
});
