import type { Locale } from "#app/domain/languages.ts";

const GIGABYTE = 1_000_000_000;

/** Size of a model, as download pages name it: "1.1 GB", "640 MB". */
export function modelSize(bytes: number, locale: Locale): string {
  const isLarge = bytes >= GIGABYTE;
  const value = bytes / (isLarge ? GIGABYTE : 1_000_000);
  const unit = isLarge ? "gigabyte" : "megabyte";
  return new Intl.NumberFormat(locale, { style: "unit", unit, maximumFractionDigits: isLarge ? 1 : 0 }).format(value);
}
