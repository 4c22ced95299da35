import type { Locale } from "#app/domain/languages.ts";

/**
 * The country of a phone number that is typed without one, as ISO 3166-1 ("ES"). The browser's own list of languages says it where
 * it names a country for the page's language ("es-MX"); otherwise it is the country where most people speak that language, by CLDR's
 * likely subtags. Null where neither is known.
 */
export function guessCountry(acceptLanguage: string | null, locale: Locale): string | null {
  for (const part of (acceptLanguage ?? "").slice(0, HEADER_CHARS_MAX).split(",")) {
    const tag = parseTag(part.split(";", 1)[0]?.trim() ?? "");
    if (tag?.language === locale && tag.region) return tag.region;
  }
  return new Intl.Locale(locale).maximize().region ?? null;
}

/** Browsers send a few dozen characters. */
const HEADER_CHARS_MAX = 1000;

/** Null where it is no language tag (BCP 47). */
function parseTag(text: string): Intl.Locale | null {
  try {
    return new Intl.Locale(text);
  } catch {
    return null;
  }
}
