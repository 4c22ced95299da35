/**
 * Turns either code of ISO 639-2 for the language of a track ("ger", "deu") into the code of a meeting's language ("de"). A code that is unknown
 * stays as it is.
 */
export function trackLanguage(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}
