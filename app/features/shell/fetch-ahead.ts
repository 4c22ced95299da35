import { useEffect } from "react";
import { meetingProgress, quotedMinutes } from "#app/features/meeting/document/lazy-parts.tsx";
import { endedWords } from "#app/i18n/ended-line.tsx";
import { loadTexts } from "#app/i18n/load-texts.ts";

/** The texts of all pages that the menu and the lists lead to, so that a navigation finds them. */
const TEXTS_AHEAD = [
  ...(["home", "history", "pricing", "settings", "profile"] as const),
  ...(["meeting", "reading", "chatPanel", "editActions", "share"] as const),
] as const;

/** The page itself comes first. */
const AHEAD_MS = 2000;

/** Loads behind the first page what the next one needs. People go on to a meeting or to the list of all from there. */
export function useFetchAhead(): void {
  useEffect(() => {
    // If they do not come, the page that needs them asks again.
    loadTexts(TEXTS_AHEAD).catch(() => undefined);
    const timer = setTimeout(() => {
      meetingProgress.fetchAhead();
      quotedMinutes.fetchAhead();
      endedWords.fetchAhead();
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
}
