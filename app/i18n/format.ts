import type { Locale } from "#app/domain/languages.ts";

/**
 * Times and lengths as people read them. Pure: the zone is always an argument. Date and time are formatted apart
 * and joined here, and odd spaces are made plain, so that two versions of Intl's data write the same.
 */

/** §9 puts the day before the month, in every language. */
const TAGS: Record<Locale, string> = { en: "en-GB", es: "es-ES", ca: "ca-ES", fr: "fr-FR" };

const made = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: Locale, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(TAGS[locale], { ...options, timeZone });
  made.set(key, format);
  return format;
}

function plain(text: string): string {
  return text.replace(/[\u00a0\u2009\u202f]/g, " ");
}

/** §9: long weekday, day, month, year, hour and minute; 24 hours, in English 12. */
export function formatDateTime(at: number, locale: Locale, timeZone: string): string {
  return `${formatDate(at, locale, timeZone)}, ${formatTimeOfDay(at, locale, timeZone)}`;
}

/** "Friday, 20 November 2026" */
export function formatDate(at: number, locale: Locale, timeZone: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  const parts = dateFormat(locale, timeZone, options).formatToParts(at);
  const text = plain(parts.map((part) => part.value).join(""));
  // Some versions of the English data write no comma after the weekday.
  return locale === "en" ? text.replace(/^(\p{L}+),? /u, "$1, ") : text;
}

/** "Friday, 20 November", for today's date. */
export function formatDay(at: number, locale: Locale, timeZone: string): string {
  const text = plain(dateFormat(locale, timeZone, { weekday: "long", day: "numeric", month: "long" }).format(at));
  return locale === "en" ? text.replace(/^(\p{L}+),? /u, "$1, ") : text;
}

/** "November 2026", the heading of a month in a list. */
export function formatMonth(at: number, locale: Locale, timeZone: string): string {
  const text = plain(dateFormat(locale, timeZone, { month: "long", year: "numeric" }).format(at));
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** §9: month and day. */
export function formatShortDate(at: number, locale: Locale, timeZone: string): string {
  return plain(dateFormat(locale, timeZone, { day: "numeric", month: "short" }).format(at));
}

/** "16:00"; in English "4:00 pm". */
export function formatTimeOfDay(at: number, locale: Locale, timeZone: string): string {
  const options: Intl.DateTimeFormatOptions =
    locale === "en"
      ? { hour: "numeric", minute: "2-digit", hourCycle: "h12" }
      : { hour: "numeric", minute: "2-digit", hourCycle: "h23" };
  return plain(dateFormat(locale, timeZone, options).format(at)).replace(/\b([AP])M\b/, (half) => half.toLowerCase());
}

/** The hour of the day, 0 to 23, for a greeting. */
export function hourOf(at: number, timeZone: string): number {
  return Number(dateFormat("en", timeZone, { hour: "numeric", hourCycle: "h23" }).format(at));
}

/** "45 s", "47 min", "1 h 04 min": the same letters in all four languages. Rounded to what is shown, never to 60 of it. */
export function formatDuration(ms: number, locale: Locale): string {
  const number = new Intl.NumberFormat(TAGS[locale]);
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${number.format(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${number.format(minutes)} min`;
  const rest = minutes % 60;
  const hours = `${number.format(Math.floor(minutes / 60))} h`;
  return rest === 0 ? hours : `${hours} ${String(rest).padStart(2, "0")} min`;
}

/** The same to the second, for what is looked up rather than read: "47 min 12 s"; from an hour on in minutes. */
export function formatExactDuration(ms: number, locale: Locale): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60 || seconds >= 3600 || seconds % 60 === 0) return formatDuration(seconds * 1000, locale);
  const number = new Intl.NumberFormat(TAGS[locale]);
  return `${number.format(Math.floor(seconds / 60))} min ${number.format(seconds % 60)} s`;
}

/** "16:00:07", for a log: 24 hours and seconds in every language. */
export function formatClock(at: number, locale: Locale, timeZone: string): string {
  const options = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  return plain(dateFormat(locale, timeZone, options).format(at));
}

/**
 * An amount in minor units of a currency with two of them: "€12", "€12.50". Intl gets the decimal digits as a text, so that no amount
 * passes through a fraction.
 */
export function formatMoney(amount: number, currency: string, locale: Locale): string {
  const digits = String(amount).padStart(3, "0");
  const decimal = `${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
  const options = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return plain(new Intl.NumberFormat(TAGS[locale], options).format(decimal));
}
