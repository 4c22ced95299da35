/**
 * The last searches of a person, kept in this browser only. They are kept with the person's id: another person at the same browser does
 * not read them, and the page of sign-in forgets them. Without access to the storage nothing is kept and nothing fails.
 */

const SEARCHES_KEY = "acta.searches";
/** Number of searches that are kept; the oldest one is removed first. */
const SEARCHES_MAX = 8;

type Kept = { userId: string; searches: string[] };
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
// Even naming the storage throws where it is not allowed.
const browserStorage = (): Store => localStorage;

/** The latest one first. */
export function readSearches(userId: string, storage: () => Store = browserStorage): string[] {
  try {
    const kept: unknown = JSON.parse(storage().getItem(SEARCHES_KEY) ?? "null");
    return isKept(kept) && kept.userId === userId ? kept.searches.slice(0, SEARCHES_MAX) : [];
  } catch {
    return [];
  }
}

export function saveSearches(userId: string, searches: string[], storage: () => Store = browserStorage): void {
  try {
    if (searches.length === 0) storage().removeItem(SEARCHES_KEY);
    else storage().setItem(SEARCHES_KEY, JSON.stringify({ userId, searches } satisfies Kept));
  } catch {
    // The storage is full or not allowed.
  }
}

/** A person who is signed out leaves no searches behind. */
export function forgetSearches(storage: () => Store = browserStorage): void {
  saveSearches("", [], storage);
}

/** The searches after one more, which is then the first of them. */
export function withSearch(searches: readonly string[], typed: string): string[] {
  const search = typed.trim();
  if (search === "") return [...searches];
  return [search, ...searches.filter((each) => each !== search)].slice(0, SEARCHES_MAX);
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null) return false;
  const { userId, searches } = value as Record<keyof Kept, unknown>;
  return typeof userId === "string" && Array.isArray(searches) && searches.every((each) => typeof each === "string");
}
