import {
  formatListFilters,
  type ListedGroup,
  type ListFilters,
  type Narrowing,
  narrowingsOf,
  parseListFilters,
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

/** The same group and order, of all meetings. */
export function withoutFilters({ group, sort }: ListFilters): ListFilters {
  return { ...parseListFilters(new URLSearchParams()), group, sort };
}

export type EmptyList =
  /** There is no meeting at all. */
  | { kind: "nothing-yet" }
  /** Everything on the page of a cursor, and behind it, has been deleted. */
  | { kind: "page" }
  | { kind: "group"; group: ListedGroup }
  | { kind: "filter"; by: Narrowing | "several" };

/** Why a list shows nothing. `all`: the number of the person's meetings; `isFirst`: whether it is the list's first page. */
export function explainEmpty(filters: ListFilters, { all, isFirst }: { all: number; isFirst: boolean }): EmptyList {
  if (all === 0 && filters.role !== "shared" && filters.role !== "guest") return { kind: "nothing-yet" };
  if (!isFirst) return { kind: "page" };
  const [first, ...more] = narrowingsOf(filters);
  if (first === undefined) return filters.group === null ? { kind: "page" } : { kind: "group", group: filters.group };
  return { kind: "filter", by: more.length > 0 || filters.group !== null ? "several" : first };
}
