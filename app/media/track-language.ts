/**
 * The language of a track, named by either of ISO 639-2's codes ("ger", "deu"), by the code of a meeting's language ("de"); as it is where
 * nobody knows it.
 */
export function trackLanguage(code: string): string {
  try {
    return Intl.getCanonicalLocales(code)[0] ?? code;
  } catch {
    return code;
  }
}
