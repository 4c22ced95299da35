import type { ReadPhone } from "#app/contracts/profile-form.ts";
import { guessCountry } from "#app/domain/account/guess-country.ts";
import type { Locale } from "#app/domain/languages.ts";
import { PHONE_CHARS_MAX } from "#app/domain/limits/account.ts";

/**
 * Phone numbers as typed, to E.164 and back. libphonenumber-js knows the numbering plans; its smallest set ("min") checks lengths and
 * leading digits. It is loaded with the first number: 80 kB that no other request needs, and that the browser does not load at all.
 */
const loadNumbers = () => import("libphonenumber-js/min");

/**
 * Reads the numbers of one person. A number without a country belongs to the country that the browser's languages suggest
 * (`acceptLanguage`, as in the header of that name).
 */
export async function phoneReader(acceptLanguage: string | null, locale: Locale): Promise<ReadPhone> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await loadNumbers();
  const guessed = guessCountry(acceptLanguage, locale);
  const country = guessed !== null && isSupportedCountry(guessed) ? { defaultCountry: guessed } : {};
  return (text) => {
    if (text.length > PHONE_CHARS_MAX) return null;
    // Without `extract`, a number within other words would be found.
    const number = parsePhoneNumberFromString(text, { ...country, extract: false });
    return number?.isValid() ? number.number : null;
  };
}

/** A stored number in groups, as people write it abroad: "+34 600 00 00 00". */
export async function showPhone(stored: string | null): Promise<string | null> {
  if (stored === null) return null;
  const { parsePhoneNumberFromString } = await loadNumbers();
  return parsePhoneNumberFromString(stored)?.formatInternational() ?? stored;
}
