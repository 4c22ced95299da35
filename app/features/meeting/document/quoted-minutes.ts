import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";

export const quotedMinutes = lazy(
  async () => (await import("#app/features/minutes/quoted-sections.tsx")).QuotedSections,
  ["highlights"],
);

/** Minutes that only quote. Pages of meetings whose minutes a model wrote never load them. */
export const QuotedMinutes = lazyPart(quotedMinutes);
