import { beginningOf } from "#app/domain/beginning-of.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { countsAsChosen, epochOf } from "#app/ui/date-time-picker/zoned-time.ts";

/** Details of a meeting that the name of its recording tells. */
export type NameFacts = {
  /** Empty when the name holds no letter. */
  title: string;
  /** Epoch ms; null when the name holds no day with a time. */
  at: number | null;
};

/**
 * A day and a time in one of the forms that recorders write: 2026-11-19 09-30-12 (OBS), GMT20261119-093000 (Zoom),
 * 20261119_093000 (Teams), 20261119 093000 (Voice Memos), PXL_20261119_093000123 (Pixel, in UTC), 2026-11-19 09:30 GMT+1 (Meet), 2026-11-19 at 9.30.12 AM (macOS). Groups: whether the time is in UTC,
 * year, month, day, hour, minute, half of the day, zone and its offset in hours.
 */
const MOMENT = new RegExp(
  String.raw`(?<![0-9])(GMT|UTC|PXL_)?(20\d{2})([-_.]?)(\d{2})\3(\d{2})(?:[T _.-]|\s+at\s+)(\d{1,2})[-_.:h]?(\d{2})` +
    String.raw`(?:[-_.:]?\d{2}(?:\d{3})?)?(?:\s?([AP])M(?![a-z]))?(?:\s?(GMT|UTC)([+-]\d{1,2})?)?(?![0-9])`,
  "iu",
);
/** Words that recorders add to a name, and that say nothing about the meeting; those of transcripts begin alike in our languages. */
const RECORDER_WORDS =
  /(?:[\s_-]+Meeting Recording|_Recording)?(?:[\s_-]+\d{3,4}x\d{3,4})?(?:[\s_.–-]+(?:\(?transcri\p{L}{0,9}\)?|otter[_.]ai))?\s*$/iu;
/** Voice Memos ends a name with part of an id; Pixel with the kind of the recording. */
const RECORDER_IDS = /^\s*(?:-[0-9A-F]{8}|\.(?:MP|TS|LS|NIGHT))\s*$/iu;
const HOUR_MS = 3_600_000;

/** Reads title and time of a meeting from the name of its recording. A moment after `now` is not when it was recorded. */
export function readFileName(name: string, { timeZone, now }: { timeZone: string; now: number }): NameFacts {
  const base = name.replace(/\.[A-Za-z0-9]{1,8}$/u, "");
  const match = MOMENT.exec(base);
  const read = match && momentOf(match, timeZone);
  const at = read !== null && read <= now ? read : null;
  if (at === null || !match) return { title: titleOf(base), at };
  const [before, after] = [base.slice(0, match.index), base.slice(match.index + match[0].length)];
  return { title: titleOf(`${before} ${RECORDER_IDS.test(after) ? "" : after}`), at };
}

function momentOf(match: RegExpExecArray, timeZone: string): number | null {
  const [, before, year, , month, day, hourText, minute, half, after, offset] = match;
  const twelve = half?.toLowerCase();
  const typed = Number(hourText);
  if (twelve !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = twelve === undefined ? typed : (typed % 12) + (twelve === "p" ? 12 : 0);
  const wall = { year: Number(year), month: Number(month), day: Number(day), hour, minute: Number(minute) };
  if (!isCalendarTime(wall)) return null;
  if (before === undefined && after === undefined) return countsAsChosen(wall) ? epochOf(wall, timeZone) : null;
  return epochOf(wall, "UTC") - Number(offset ?? 0) * HOUR_MS;
}

function isCalendarTime({
  year,
  month,
  day,
  hour,
  minute,
}: Record<"year" | "month" | "day" | "hour" | "minute", number>) {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60;
}

/** The words of the name as a title: separators become spaces, and the first letter is a capital. */
function titleOf(words: string): string {
  const plain = words.replaceAll(/\(\s*\)|\[\s*\]/gu, " ").replace(RECORDER_WORDS, "");
  // Hyphens are separators where nothing else separates.
  const spaced = /\s/u.test(plain.trim()) ? plain : plain.replaceAll("-", " ");
  const whole = spaced.replaceAll(/[_\s]+/gu, " ").replaceAll(/^[\s.,-]+|[\s.,-]+$/gu, "");
  const title = beginningOf(whole, MEETING_TITLE_CHARS_MAX);
  if (!/\p{L}/u.test(title)) return "";
  const [first = ""] = title;
  return first.toLocaleUpperCase() + title.slice(first.length);
}
