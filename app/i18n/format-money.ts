import type { Locale } from "#app/domain/languages.ts";
import type { MinorUnits } from "#app/domain/plan/prices.ts";

const MINOR_DIGITS = 2;

/** An amount in the reader's language. As digits and not as a fraction: Intl takes a decimal text without rounding it. */
export function formatMoney(amount: MinorUnits, currency: string, locale: Locale): string {
  const digits = String(amount).padStart(MINOR_DIGITS + 1, "0");
  const decimal = `${digits.slice(0, -MINOR_DIGITS)}.${digits.slice(-MINOR_DIGITS)}`;
  return new Intl.NumberFormat(locale, { style: "currency", currency: currency.toUpperCase() }).format(
    decimal as `${number}`,
  );
}
