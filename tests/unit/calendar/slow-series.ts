/**
 * A second implementation of series (RFC 5545 §3.3.10), for comparison: it looks at one day after the other and asks whether the rule
 * means it. Slow, and without any code of the first one, its clocks included.
 */
export type SlowRule = {
  freq: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval: number;
  count: number | null;
  /** Epoch ms, inclusive. */
  until: number | null;
  /** "MO", "-1FR", "2TU". */
  byDay: string[];
  byMonthDay: number[];
  byMonth: number[];
};

const DAY = 86_400_000;
const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Days are numbers of days since 1970, clocks minutes of a day. */
const partsOf = (day: number) => {
  const date = new Date(day * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate(), weekday: date.getUTCDay() };
};
const daysInMonth = (day: number) => {
  const { year, month } = partsOf(day);
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
};

/** Whether the rule of a series that begins on `first` means a day. */
export function means(rule: SlowRule, first: number, day: number): boolean {
  const [begin, now] = [partsOf(first), partsOf(day)];
  if (day < first) return false;
  const months = (now.year - begin.year) * 12 + now.month - begin.month;
  const monday = (each: number) => each - ((partsOf(each).weekday + 6) % 7);
  const periods = {
    DAILY: day - first,
    WEEKLY: (monday(day) - monday(first)) / 7,
    MONTHLY: months,
    YEARLY: now.year - begin.year,
  }[rule.freq];
  if (periods % rule.interval !== 0) return false;
  if (rule.byMonth.length > 0 && !rule.byMonth.includes(now.month + 1)) return false;
  if (rule.byMonthDay.length > 0) {
    const fromEnd = now.date - daysInMonth(day) - 1;
    if (!rule.byMonthDay.some((each) => each === now.date || each === fromEnd)) return false;
  }
  if (rule.byDay.length > 0) return rule.byDay.some((text) => isDayOf(text, day));
  if (rule.byMonthDay.length > 0 || rule.freq === "DAILY") return true;
  if (rule.freq === "WEEKLY") return now.weekday === begin.weekday;
  if (rule.freq === "MONTHLY") return now.date === begin.date;
  return now.date === begin.date && (rule.byMonth.length > 0 || now.month === begin.month);
}

function isDayOf(text: string, day: number): boolean {
  const { date, weekday } = partsOf(day);
  if (WEEKDAYS[weekday] !== text.slice(-2)) return false;
  const place = text.slice(0, -2);
  if (place === "") return true;
  const fromStart = Math.ceil(date / 7);
  const fromEnd = -Math.ceil((daysInMonth(day) - date + 1) / 7);
  return Number(place) === fromStart || Number(place) === fromEnd;
}

/** The days that the rule means up to `last`, with the moments at which they begin. */
export function slowDays(
  rule: SlowRule,
  { first, minute, zone, last }: { first: number; minute: number; zone: string; last: number },
): { day: number; at: number }[] {
  const found: { day: number; at: number }[] = [];
  for (let day = first; day <= last; day += 1) {
    if (rule.count !== null && found.length >= rule.count) break;
    if (!means(rule, first, day)) continue;
    const at = slowMoment(day, minute, zone);
    if (rule.until !== null && at > rule.until) break;
    found.push({ day, at });
  }
  return found;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function shownAt(at: number, zone: string): string {
  const format =
    formats.get(zone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  formats.set(zone, format);
  return format.format(at);
}

/** Whether clocks skip this time of this day. */
export function isSkipped(day: number, minute: number, zone: string): boolean {
  const shown = new Date(day * DAY + minute * 60_000).toISOString().slice(0, 16).replace("T", " ");
  return shownAt(slowMoment(day, minute, zone), zone) !== shown;
}

/** The first moment at which the zone's clocks show this; of a time that they skip, by the clock of the day before. */
export function slowMoment(day: number, minute: number, zone: string): number {
  const utc = day * DAY + minute * 60_000;
  const shown = new Date(utc).toISOString().slice(0, 16).replace("T", " ");
  for (let offset = 14 * 60; offset >= -12 * 60; offset -= 15) {
    const at = utc - offset * 60_000;
    if (shownAt(at, zone) === shown) return at;
  }
  return slowMoment(day - 1, minute, zone) + DAY;
}
