import { lazy } from "#app/i18n/lazy.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";

export const endedWords = lazy(async () => (await import("#app/i18n/ended-words.tsx")).EndedWords, ["ended", "call"]);

/** Why a meeting ended without minutes, in one line for lists; its page says what to do. */
export const EndedLine = lazyPart(endedWords, { as: "span" });
