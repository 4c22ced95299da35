import {
  formatListFilters,
  type ListFilters,
  type ListTab,
  type Narrowing,
  narrowingsOf,
  parseListFilters,
  tabOf,
} from "#app/domain/meeting/list.ts";

/** The state of History is its address, so that Back and bookmarks lead to the same list. */

/** A cursor of the list that it was given for, or a month of a list by date. */
type Place = { older: string } | { newer: string } | { month: string };

/** The list of an address: the same on each of its pages, and under a dialog. */
export function listOf(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...DIALOGS, "older", "newer", "month"]) parameters.delete(name);
  return parameters.toString();
}

/** A dialog over the list is not another list. */
export function withoutDialogs(search: string): URLSearchParams {
  const parameters = new URLSearchParams(search);
  for (const dialog of DIALOGS) parameters.delete(dialog);
  return parameters;
}

const DIALOGS = ["upload", "import", "invite", "record", "delete", "merge", "with", "arrange"];

/** The address of a dialog over the page. */
export function hrefOver({ pathname, search }: { pathname: string; search: string }, name: string, value: string) {
  const parameters = new URLSearchParams(search);
  parameters.set(name, value);
  return `${pathname}?${parameters}`;
}

/** The question whether two meetings are one, over the page. */
export function mergeHref(place: { pathname: string; search: string }, [one = "", other = ""]: readonly string[]) {
  const [pathname = "", search = ""] = hrefOver(place, "merge", one).split("?");
  return hrefOver({ pathname, search }, "with", other);
}

export function historyHref(filters: ListFilters, place?: Place): string {
  const query = formatListFilters(filters);
  for (const [name, cursor] of Object.entries(place ?? {})) query.set(name, cursor);
  return query.size > 0 ? `/history?${query}` : "/history";
}

/** The filters that a form asks for. Its empty fields narrow nothing. */
export function filtersOfForm(form: FormData): ListFilters {
  const entries = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return parseListFilters(new URLSearchParams(entries));
}

/** The same tab and order, with all its meetings. */
export function withoutFilters({ group, role, archived, sort }: ListFilters): ListFilters {
  const nothing = parseListFilters(new URLSearchParams());
  return { ...nothing, group, archived, sort, role: role === "shared" ? role : null };
}

export type EmptyList =
  /** There is no meeting at all. */
  | { kind: "nothing-yet" }
  /** There are some, and all of them are in the archive. */
  | { kind: "all-archived" }
  /** Everything on the page of a cursor, and behind it, has been deleted. */
  | { kind: "page" }
  | { kind: "tab"; tab: ListTab }
  | { kind: "filter"; by: Narrowing | "several" };

/**
 * Why a list shows nothing. `all`: the number of the person's meetings without those that are archived; `isFirst`: whether it is the list's
 * first page.
 */
export function explainEmpty(
  filters: ListFilters,
  { all, hasArchived, isFirst }: { all: number; hasArchived: boolean; isFirst: boolean },
): EmptyList {
  if (all === 0 && filters.role !== "shared" && filters.role !== "guest") {
    if (!hasArchived) return { kind: "nothing-yet" };
    if (filters.archived === null) return { kind: "all-archived" };
  }
  if (!isFirst) return { kind: "page" };
  const [first, ...more] = narrowingsOf(filters);
  const tab = tabOf(filters);
  if (first === undefined) return tab === null ? { kind: "page" } : { kind: "tab", tab };
  return { kind: "filter", by: more.length > 0 || tab !== null ? "several" : first };
}
