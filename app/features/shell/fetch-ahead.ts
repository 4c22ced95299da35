import { useEffect } from "react";
import { meetingProgress, quotedMinutes } from "#app/features/meeting/document/lazy-parts.tsx";
import { endedWords } from "#app/i18n/ended-line.tsx";
import { loadTexts } from "#app/i18n/load-texts.ts";

/** Texts that a meeting's page begins with. They are in the script of the page's own texts, so no request is made for them. */
const MEETING_TEXTS = ["meeting", "reading", "chatPanel", "editActions", "share"] as const;

/** Texts of the pages that the menu leads to: 8 kB, which a visitor who only reads this page never needs. */
const PAGE_TEXTS = ["home", "history", "pricing", "settings", "profile"] as const;

/** The page itself comes first. */
const AHEAD_MS = 2000;

/** Loads behind the first page what the next one needs. People go on to a meeting or to the list of all from there. */
export function useFetchAhead(): void {
  useEffect(() => {
    // If they do not come, the page that needs them asks again.
    loadTexts(MEETING_TEXTS).catch(() => undefined);
    const timer = setTimeout(() => {
      meetingProgress.fetchAhead();
      quotedMinutes.fetchAhead();
      endedWords.fetchAhead();
    }, AHEAD_MS);
    const forget = onFirstLink(() => void loadTexts(PAGE_TEXTS).catch(() => undefined));
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, []);
}

/**
 * Calls back once, when somebody points at a link, touches one or moves the focus to one. Texts that are fetched then come together with
 * the page's script and data, which the click asks for.
 */
function onFirstLink(callback: () => void): () => void {
  const listening = new AbortController();
  const onEvent = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest("a[href]")) return;
    listening.abort();
    callback();
  };
  for (const type of ["pointerover", "focusin"]) {
    document.addEventListener(type, onEvent, { passive: true, signal: listening.signal });
  }
  return () => listening.abort();
}
