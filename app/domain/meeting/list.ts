import { tagKeyOf } from "#app/domain/folders/folder.ts";
import { isId } from "#app/domain/ids.ts";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { SPEAKER_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { TAG_CHARS_MAX } from "#app/domain/limits/folders.ts";
import { LIST_MONTHS_MAX } from "#app/domain/limits/lists.ts";
import { CALL_PLATFORMS, type CallPlatform } from "#app/domain/meeting/call.ts";
import { PREDEFINED_IDS } from "#app/domain/template/predefined/ids.ts";
import { BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import { dayAt, startOfDay } from "#app/domain/search/local-day.ts";
import { isDay } from "#app/domain/time.ts";
import { foldedWords, plainLetters } from "#app/domain/transcript/fold.ts";

/** A position in a list of meetings, newest first: time and id, because two meetings may start at the same time. */
export type ListCursor = { startsAt: number; id: string };

export function formatCursor({ startsAt, id }: ListCursor): string {
  return `${startsAt}.${id}`;
}

/** Returns null for an invalid cursor: it comes from the address bar. */
export function parseCursor(text: string | null | undefined): ListCursor | null {
  const match = /^(-?\d{1,15})\.(.+)$/.exec(text ?? "");
  const [, startsAt, id] = match ?? [];
  return startsAt !== undefined && id !== undefined && isId(id) ? { startsAt: Number(startsAt), id } : null;
}

/** A month of a list by date, "2026-11"; null for anything else. */
export function parseMonth(text: string | null): string | null {
  return text !== null && /^[12]\d{3}-(?:0[1-9]|1[0-2])$/.test(text) ? text : null;
}

/** The place in a list by date at which a month begins, in a zone: before it come the meetings of later months. */
export function cursorOfMonth(month: string, timeZone: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  return formatCursor({ startsAt: startOfDay(`${next}-01`, timeZone), id: "0".repeat(24) });
}

/** The months between two moments, both included, the latest first. */
export function monthsBetween(earliestAt: number, latestAt: number, timeZone: string): string[] {
  const monthAt = (at: number) => dayAt(at, timeZone).slice(0, 7);
  const first = monthAt(earliestAt);
  const months: string[] = [];
  let [year = 0, number = 1] = monthAt(latestAt).split("-").map(Number);
  for (;;) {
    const month = `${String(year).padStart(4, "0")}-${String(number).padStart(2, "0")}`;
    if (month < first || months.length === LIST_MONTHS_MAX) return months;
    months.push(month);
    [year, number] = number === 1 ? [year - 1, 12] : [year, number - 1];
  }
}

/** The title as lists sort it: without accents and case, numbers and letters only. */
export function titleKeyOf(title: string): string {
  return foldedWords(title).join(" ");
}

/** A name as lists and tasks compare it, with the letters of all searches; empty for a name without letters and digits. */
export function personKeyOf(name: string): string {
  return foldedWords(plainLetters(name)).join(" ");
}

/** A position in a list by title: the folded title, and the id where two are the same. */
type TitleCursor = { titleKey: string; id: string };

export function formatTitleCursor({ titleKey, id }: TitleCursor): string {
  return `${id}.${titleKey}`;
}

/** Returns null for an invalid cursor. */
export function parseTitleCursor(text: string | null | undefined): TitleCursor | null {
  const [, id, titleKey] = /^([^.]{1,64})\.(.*)$/s.exec(text ?? "") ?? [];
  return id !== undefined && titleKey !== undefined && isId(id) ? { titleKey, id } : null;
}

/** §2, History: the groups that can be chosen, with that of the meetings which have begun and not ended. */
export const LISTED_GROUPS = ["completed", "error", "initiating", "rejected", "skipped", "working"] as const;
export type ListedGroup = (typeof LISTED_GROUPS)[number];

/** §6: the person's part in a meeting. Guests are invited by the organiser of the call, or shown the meeting by its owner. */
export const MEETING_ROLES = ["organizer", "guest"] as const;
export type MeetingRole = (typeof MEETING_ROLES)[number];

/** "shared": only the meetings that others show to the person. */
export const LIST_ROLES = [...MEETING_ROLES, "shared"] as const;
export const LIST_SORTS = ["date", "title"] as const;
type ListSort = (typeof LIST_SORTS)[number];

/** The filters of a list; null filters nothing. */
export type ListFilters = {
  group: ListedGroup | null;
  role: (typeof LIST_ROLES)[number] | null;
  language: MeetingLanguage | null;
  from: ListSource | null;
  /** The id of a template; "system" is Basic system, which has none. */
  template: string | null;
  /** A person's name, folded. */
  person: string | null;
  /** Days: began on the first or later, and before the second. */
  after: string | null;
  before: string | null;
  /** The id of a folder. */
  folder: string | null;
  /** A tag, folded. */
  tag: string | null;
  /** "1": only archived meetings, which other lists leave out. */
  archived: "1" | null;
  sort: ListSort;
};

/** Reads the filters of an address. A value that is unknown narrows nothing, as an old bookmark must still open. */
export function parseListFilters(asked: URLSearchParams): ListFilters {
  const oneOf = <Known extends string>(name: string, known: readonly Known[]) =>
    known.find((value) => value === asked.get(name)) ?? null;
  const day = (name: string) => {
    const text = asked.get(name) ?? "";
    return isDay(text) ? text : null;
  };
  const template = asked.get("template") ?? "";
  return {
    group: oneOf("group", LISTED_GROUPS),
    role: oneOf("role", LIST_ROLES),
    language: oneOf("language", MEETING_LANGUAGES),
    from: parseListSource(asked.get("from")),
    template: isTemplateFilter(template) ? template : null,
    person: personKeyOf((asked.get("person") ?? "").slice(0, SPEAKER_CHARS_MAX)) || null,
    after: day("after"),
    before: day("before"),
    folder: isId(asked.get("folder") ?? "") ? asked.get("folder") : null,
    tag: tagKeyOf((asked.get("tag") ?? "").slice(0, TAG_CHARS_MAX)) || null,
    archived: oneOf("archived", ["1"]),
    sort: oneOf("sort", LIST_SORTS) ?? "date",
  };
}

/** Whether a list can be narrowed to this: Basic system, a predefined template, or one of somebody's own. */
function isTemplateFilter(text: string): boolean {
  return text === BASIC_SYSTEM_WORD || PREDEFINED_IDS.some((id) => id === text) || isId(text);
}

/** Filters as parameters of an address, which parseListFilters reads back. What narrows nothing is left out. */
export function formatListFilters({ sort, ...narrowing }: ListFilters): URLSearchParams {
  const written = Object.entries({ ...narrowing, sort: sort === "date" ? null : sort });
  return new URLSearchParams(written.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export type ListTab = ListedGroup | "shared" | "archived";

/** The tab that a list is under; null: the one of all meetings. */
export function tabOf({ group, role, archived }: ListFilters): ListTab | null {
  if (role === "shared") return "shared";
  return archived === null ? group : "archived";
}

/** The filters of a list besides its tab. */
const NARROWINGS = ["role", "language", "from", "template", "person", "days", "folder", "tag"] as const;
export type Narrowing = (typeof NARROWINGS)[number];

export function narrowingsOf({ role, after, before, ...filters }: ListFilters): Narrowing[] {
  const values = { ...filters, role: role === "shared" ? null : role, days: after ?? before };
  return NARROWINGS.filter((name) => values[name] !== null);
}

/** Source of the meetings in a list: a file, any call, or calls of one platform. */
export type ListSource = "upload" | "call" | CallPlatform;

/** The sources that a list offers; a local meeting server is not offered. */
export const LIST_SOURCES = [
  "upload",
  "call",
  "meet",
  "teams",
  "zoom",
  "jitsi",
  "here",
] as const satisfies readonly ListSource[];

/** Returns null for an unknown source. */
export function parseListSource(text: string | null): ListSource | null {
  return (["upload", "call", ...CALL_PLATFORMS] as const).find((known) => known === text) ?? null;
}
