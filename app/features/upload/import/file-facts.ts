import { beginningOf } from "#app/domain/beginning-of.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { MEETING_TITLE_CHARS_MAX } from "#app/domain/limits/uploads.ts";
import { parseTimestamp } from "#app/domain/time.ts";
import { decodeText } from "#app/domain/transcript/given/decode-text.ts";
import { readWordDocument } from "#app/domain/transcript/given/read-word-document.ts";
import { withoutMarkdown } from "#app/domain/transcript/given/without-markdown.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { readFileName } from "#app/features/upload/form/read-file-name.ts";
import { readWrittenDate } from "#app/features/upload/import/written-date.ts";
import { epochOf } from "#app/ui/date-time-picker/zoned-time.ts";

/** The facts of a meeting that its file tells. `dateFrom`: the text or the name of the file, or when it was written last. */
export type FileFacts = {
  title: string;
  at: number | null;
  dateFrom: "file" | "modified";
  people: string[];
};

type Around = { name: string; modifiedAt: number | null; timeZone: string; now: number };
/** Null: the content does not tell it. */
type Told = { title: string | null; at: number | null; people: string[] };

/** The lines above the talk are the head of a document. */
const HEAD_LINES_MAX = 25;
const HEAD_BYTES_MAX = 64 * 1024;
/** A Word document has styles before its text, and marks between its words. */
const WORD_BYTES_MAX = 512 * 1024;
const TITLE_CHARS_MAX = 160;
/** Longer lines are neither a title nor a date. */
const LINE_CHARS_MAX = 300;
/** The talk begins at the first time, and where somebody is named before their words. */
const TALK =
  /^(?:[[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,]\d+)?[\])]?(?:\s|$)|.{1,60}?\s[[(]?(?:\d{1,2}:)?\d{1,2}:\d{2}[\])]?:?$|\d+$)/u;
const LABELLED_TITLE = /^(?:meeting )?title\s*:\s*(\S.*)$/iu;
const LABELLED_PEOPLE = /^(?:(?:meeting )?(?:participants|attendees)|speakers)\s*:\s*(\S.*)$/iu;
const DAY_IN_NAME = /(?<!\d)(20\d{2})[-_.]?(\d{2})[-_.]?(\d{2})(?!\d)/u;

/** Title, date and people: of the content first, then of the name, then the time at which the file was written. Never the present. */
export function readFacts(text: Uint8Array, around: Around): FileFacts {
  const told = readContent(text, around);
  const named = readFileName(around.name, around);
  const day = told.at === null && named.at === null ? dayInName(around.name, around.timeZone) : null;
  const at = told.at ?? named.at ?? day;
  const isKnown = at !== null && at <= around.now;
  // A day that is the meeting's date already is no part of its title.
  const inName = day !== null && isKnown ? readFileName(around.name.replace(DAY_IN_NAME, " "), around).title : "";
  const title = told.title ?? (inName || named.title || around.name.replace(/\.[A-Za-z0-9]{1,8}$/u, ""));
  return {
    title: beginningOf(cleanName(title), MEETING_TITLE_CHARS_MAX),
    at: isKnown ? at : around.modifiedAt,
    dateFrom: isKnown ? "file" : "modified",
    people: told.people,
  };
}

function readContent(bytes: Uint8Array, around: Around): Told {
  const head = runAtOnce(decodeText(bytes.subarray(0, HEAD_BYTES_MAX))).trimStart();
  if (/^[{[]/.test(head)) return readJson(runAtOnce(decodeText(bytes)), around.timeZone);
  if (head.startsWith("WEBVTT")) return { title: null, at: null, people: [] };
  const document = head.startsWith("<") ? runAtOnce(decodeText(bytes.subarray(0, WORD_BYTES_MAX))).trimStart() : null;
  const words = document === null ? withoutMarkdown(head) : runAtOnce(readWordDocument(document));
  return words === null ? { title: null, at: null, people: [] } : readHead(words, around);
}

/** The head of a document: its title first, or named so; a date somewhere; the people. */
function readHead(words: string, around: Around): Told {
  const written = words.split(/\r\n?|\n/u, 4 * HEAD_LINES_MAX).map((line) => line.trim());
  const lines = written.filter((line) => line !== "" && line.length <= LINE_CHARS_MAX);
  const dateIn = (line: string) => readFileName(line, around).at ?? readWrittenDate(line, around.timeZone);
  const end = lines.findIndex((line) => TALK.test(line) && dateIn(line) === null);
  const head = lines.slice(0, end === -1 ? HEAD_LINES_MAX : Math.min(end, HEAD_LINES_MAX));
  const at = head.map(dateIn).find((date) => date !== null) ?? null;
  const labelled = head.flatMap((line) => LABELLED_TITLE.exec(line)?.[1] ?? []);
  const people = head.flatMap((line) => LABELLED_PEOPLE.exec(line)?.[1]?.split(/\s*[,;]\s*/u) ?? []);
  const first = end === -1 && at === null ? undefined : head[0];
  const title = labelled[0] ?? (first === undefined ? null : titleOfLine(first, around));
  return { title, at, people: namesOf(people) };
}

/** A first line with a date is a title where more than the date stands in it. */
function titleOfLine(line: string, around: Around): string | null {
  if (line.length > TITLE_CHARS_MAX || /[:：]\s/u.test(line)) return null;
  if (readWrittenDate(line, around.timeZone) !== null) return null;
  const { title } = readFileName(line, around);
  return title === "" ? null : title;
}

function dayInName(name: string, timeZone: string): number | null {
  const [, year, month, day] = (DAY_IN_NAME.exec(name) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return null;
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return epochOf({ year, month, day, hour: 12, minute: 0 }, timeZone);
}

const TITLES = ["title", "meeting_title", "name", "topic", "subject"];
const DATES = ["date", "dateString", "startsAt", "start_time", "started_at", "created_at", "createdAt", "recorded_at"];
const PEOPLE = ["participants", "meeting_attendees", "attendees", "people", "speakers"];
const NAMES = ["displayName", "name", "email"];

function readJson(text: string, timeZone: string): Told {
  const value = unwrapped(parse(text));
  if (value === null) return { title: null, at: null, people: [] };
  const people = PEOPLE.flatMap((key) => (Array.isArray(value[key]) ? value[key] : []));
  return {
    title: textIn(value, TITLES),
    at: DATES.map((key) => dateOf(value[key], timeZone)).find((at) => at !== null) ?? null,
    people: namesOf(people.flatMap((one) => (isRecord(one) ? textIn(one, NAMES) : one) ?? [])),
  };
}

/** The meeting itself: an API's answer holds it as `data`, `transcript` or `meeting`. */
function unwrapped(value: unknown, depth = 0): Record<string, unknown> | null {
  if (!isRecord(value)) return null;
  const inner = [value.data, value.meeting, value.transcript].find(isRecord);
  const isWrap = textIn(value, TITLES) === null && inner !== undefined && depth < WRAPS_MAX;
  return isWrap ? unwrapped(inner, depth + 1) : value;
}

const WRAPS_MAX = 3;

function dateOf(value: unknown, timeZone: string): number | null {
  if (typeof value === "number") return parseTimestamp(value);
  if (typeof value !== "string") return null;
  const at = /^20\d{2}-\d{2}-\d{2}T/u.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at)
    ? (parseTimestamp(value) ?? readWrittenDate(value, timeZone) ?? dayInName(value, timeZone))
    : at;
}

function namesOf(people: readonly unknown[]): string[] {
  const names = people.flatMap((one) => (typeof one === "string" ? cleanName(one) : []));
  return [...new Set(names.filter((name) => name !== "" && name.length <= 120))].slice(0, 100);
}

function textIn(value: Record<string, unknown>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = value[key];
    if (typeof text === "string" && text.trim() !== "") return text;
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
