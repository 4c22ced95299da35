import { laterPart } from "#app/i18n/later-part.tsx";

/** Why a meeting ended without minutes, in one line for lists; its page says what to do. */
export const EndedLine = laterPart(async () => (await import("#app/i18n/ended-words.tsx")).EndedWords, { as: "span" });
