const DAY_MS = 24 * 60 * 60 * 1000;

/** Epoch ms, that many days from now. */
export function inDays(days: number): number {
  return Date.now() + days * DAY_MS;
}

/** The last moment of a day ("2026-12-18") where the browser is; null where the text is no day. */
export function endOfDay(day: string): number | null {
  const [year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  return new Date(year, month - 1, date + 1).getTime() - 1;
}

/** The day of a moment where the browser is, as a date field wants it. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
