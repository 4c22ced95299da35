/** Time is epoch milliseconds in a number named …At; a length is …Ms. Formatting happens in the interface only. */

/** §9: a 10-digit numeric timestamp is seconds, anything else milliseconds. Null where it is no whole number. */
export function parseTimestamp(value: number | string): number | null {
  const text = String(value).trim();
  if (!/^\d{1,16}$/.test(text)) return null;
  const number = Number(text);
  return text.length === 10 ? number * 1000 : number;
}

/** The IANA zone where Intl knows it, else null: zones arrive from cookies and forms. */
export function parseTimeZone(text: string | null | undefined): string | null {
  if (!text || text.length > 64) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** A moment in a recording as people write it: 4:05, 12:34, 1:02:03. Negative and broken numbers are 0:00. */
export function formatMoment(ms: number): string {
  const seconds = Number.isFinite(ms) && ms > 0 ? Math.floor(ms / 1000) : 0;
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

/** A recording's length beside its moments: rounded, as it is everywhere else, where a moment is cut. */
export function formatLength(ms: number): string {
  return formatMoment(Math.round(ms / 1000) * 1000);
}

/** Less than this is counted in seconds: "0 of 1 min" for 24 s says nothing. */
const SECONDS_BELOW_MS = 2 * 60_000;

/** How far something of a known length is, in whole units that its length is worth: "12 of 24 s", "31 of 47 min". */
export function measureShare(doneMs: number, allMs: number): { done: number; all: number; unit: "s" | "min" } {
  const unit = allMs < SECONDS_BELOW_MS ? "s" : "min";
  const unitMs = unit === "s" ? 1000 : 60_000;
  const all = Math.max(1, Math.round(allMs / unitMs));
  const done = doneMs >= allMs ? all : Math.floor(Math.max(0, doneMs) / unitMs);
  return { done: Math.min(done, all), all, unit };
}

/** A day that a person chose: "2026-11-25", and it exists. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
