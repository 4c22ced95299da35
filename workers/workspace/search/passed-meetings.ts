import type { ListedPlace } from "#app/server/ports/search-index.ts";

/** Meetings that a rebuild of the index could not read and has passed over. */

type Passed = { place: ListedPlace; passedAt: number };

export function readPassed(sql: SqlStorage): Passed[] {
  return sql
    .exec<{ listed: string; passed_at: number }>("SELECT listed, passed_at FROM search_passed ORDER BY passed_at")
    .toArray()
    .map(({ listed, passed_at }) => ({ place: JSON.parse(listed) as ListedPlace, passedAt: passed_at }));
}

/** One that was passed over before keeps its time. */
export function notePassed(sql: SqlStorage, place: ListedPlace, now: number): void {
  sql.exec("INSERT OR IGNORE INTO search_passed (listed, passed_at) VALUES (?, ?)", JSON.stringify(place), now);
}

export function removePassed(sql: SqlStorage, place: ListedPlace): void {
  sql.exec("DELETE FROM search_passed WHERE listed = ?", JSON.stringify(place));
}
