/** Scripts that are written from right to left, of those that the languages of a meeting have. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(["Arab", "Hebr"]);

/** The script in which a language is usually written, by its ISO 15924 code. */
export function scriptOf(language: string): string {
  return new Intl.Locale(language).maximize().script ?? "Latn";
}

/** The direction of a language's text where it is not that of the interface, for `dir`. */
export function directionOf(language: string | undefined): "rtl" | undefined {
  return language !== undefined && RIGHT_TO_LEFT.has(scriptOf(language)) ? "rtl" : undefined;
}
