/** Sizes and rates in decimal units, as systems show them for files, written in the reader's language. */
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

function scaled(bytes: number): { value: number; unit: (typeof UNITS)[number]; digits: number } {
  let value = bytes;
  let index = 0;
  // 999,950 bytes would be written as 1,000 kB.
  while (value >= 999.5 && index < UNITS.length - 1) {
    value /= 1000;
    index += 1;
  }
  const unit = UNITS[index] ?? "byte";
  const digits = unit === "gigabyte" ? 2 : unit === "byte" || value >= 100 ? 0 : 1;
  return { value, unit, digits };
}

/** 1.24 GB, 769 MB, 11.8 MB. */
export function formatSize(bytes: number, locale: string): string {
  const { value, unit, digits } = scaled(bytes);
  // In English the short form of a byte is the word itself, without its plural.
  const unitDisplay = unit === "byte" ? "long" : "short";
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay, maximumFractionDigits: digits }).format(
    value,
  );
}

export function formatRate(bytesPerSecond: number, locale: string): string {
  const { value, unit, digits } = scaled(bytesPerSecond);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: `${unit}-per-second`,
    maximumFractionDigits: digits,
  }).format(value);
}

/** A size beside its limit: to the byte where both would be rounded to the same text. */
export function formatApart(bytes: number, limit: number, locale: string): { size: string; limit: string } {
  const short = { size: formatSize(bytes, locale), limit: formatSize(limit, locale) };
  if (short.size !== short.limit) return short;
  const exact = new Intl.NumberFormat(locale, { style: "unit", unit: "byte", unitDisplay: "long" });
  return { size: exact.format(bytes), limit: exact.format(limit) };
}

export function formatPercent(whole: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "percent" }).format(whole / 100);
}
