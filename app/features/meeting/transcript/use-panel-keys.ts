import { type RefObject, useEffect } from "react";
import { focusOf } from "#app/features/meeting/player/use-player-keys.ts";

type Keys = { field: RefObject<HTMLInputElement>; onFollow: () => void };

/** `/` goes to the search, F follows the recording; from anywhere on the page where nothing is typed. */
export function usePanelKeys({ field, onFollow }: Keys) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (focusOf(event.target) === "typing") return;
      if (event.key === "/") {
        event.preventDefault();
        openTranscript(field.current);
        field.current?.focus();
        field.current?.select();
      }
      if (event.key.toLowerCase() === "f") {
        event.preventDefault();
        onFollow();
      }
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [field, onFollow]);
}

/** On a narrow window the transcript is a tab, and another may be shown. */
function openTranscript(field: HTMLElement | null): void {
  if (field && field.getClientRects().length === 0) window.location.hash = "transcript";
}
