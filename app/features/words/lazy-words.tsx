import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
// With the page, so that nothing moves when the section's script has come.
import "#app/features/words/words.css";

/** The section of Settings, which loads with that page only. */
export const LazyWords = lazyPart(
  lazy(async () => (await import("#app/features/words/words-section.tsx")).WordsSection, ["words"]),
  { isAbove: true },
);
