import { DAY_MS } from "#app/domain/limits/units.ts";

/** The ends that a share link can have, as epoch ms. Days are those of the browser's time zone. */

/** Lengths in days of 24 hours; null: no end. */
const LINK_ENDS = { never: null, oneDay: 1, week: 7, month: 30 } as const;
type LinkEnd = keyof typeof LINK_ENDS;

export function isLinkEnd(value: string): value is LinkEnd {
  return Object.hasOwn(LINK_ENDS, value);
}

export function endOfLink(chosen: LinkEnd, now: number): number | null {
  const days = LINK_ENDS[chosen];
  return days === null ? null : now + days * DAY_MS;
}

/** In days: ten years minus some days, which the server accepts in every time zone. */
const LAST_DAY = 3650;

/** The first and the last day that can be chosen, as a date field wants them. */
export function daysToChoose(now: number): { first: string; last: string } {
  return { first: dayOf(now), last: dayOf(now + LAST_DAY * DAY_MS) };
}

/** The last moment of a chosen day ("2026-12-18"); null for a text that is no day, a day that is over, or one too far away. */
export function endOfChosenDay(day: string, now: number): number | null {
  const [year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date + 1).getTime() - 1;
  return end > now && end <= now + LAST_DAY * DAY_MS ? end : null;
}

function dayOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
