import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";

export const endedWords = lazy(
  async () => (await import("#app/i18n/ended-words.tsx")).EndedWords,
  ["ended", "call", "progress"],
);

/** Why a meeting ended without minutes, for lists, and where it is asked for what to do. The meeting's page says more. */
export const EndedLine = lazyPart(endedWords, { as: "span" });
