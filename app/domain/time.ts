/** Times are epoch milliseconds in numbers named …At; durations are named …Ms. Only the interface formats them. */

/**
 * §9: a 10-digit numeric timestamp is in seconds, any other in milliseconds. Null when it is not a whole number of up to 16
 * digits.
 */
export function parseTimestamp(value: number | string): number | null {
  const text = String(value).trim();
  if (!/^\d{1,16}$/.test(text)) return null;
  const number = Number(text);
  return text.length === 10 ? number * 1000 : number;
}

/** Returns the IANA zone if Intl knows it, else null: zones arrive from cookies and forms. */
export function parseTimeZone(text: string | null | undefined): string | null {
  if (!text || text.length > 64) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Formats a moment in a recording: 04:05, 12:34, 1:02:03. Negative and invalid numbers give 00:00. */
export function formatMoment(ms: number): string {
  const seconds = Number.isFinite(ms) && ms > 0 ? Math.floor(ms / 1000) : 0;
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

/** Formats a recording's length: rounded to seconds, while a moment is cut off. */
export function formatLength(ms: number): string {
  return formatMoment(Math.round(ms / 1000) * 1000);
}

/** Lengths below this are counted in seconds: "0 of 1 min" says nothing for 24 s. */
const SECONDS_BELOW_MS = 2 * 60_000;

/** Returns the progress of work of a known length, in a unit that suits the length: "12 of 24 s", "31 of 47 min". */
export function measureShare(doneMs: number, allMs: number): { done: number; all: number; unit: "s" | "min" } {
  const unit = allMs < SECONDS_BELOW_MS ? "s" : "min";
  const unitMs = unit === "s" ? 1000 : 60_000;
  const all = Math.max(1, Math.round(allMs / unitMs));
  const done = doneMs >= allMs ? all : Math.floor(Math.max(0, doneMs) / unitMs);
  return { done: Math.min(done, all), all, unit };
}

/** Tells whether a text is an existing day in the form "2026-11-25". */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
