import { useEffect } from "react";
import { assertNever } from "#app/domain/invariant.ts";
import { nextRate, readKey } from "#app/features/meeting/player/player-keys.ts";
import type { Playback } from "#app/features/meeting/player/playback.ts";

/** The player's keys, wherever the focus is, but not while something is typed or a dialog is open. */
export function usePlayerKeys(playback: Playback, playable: boolean) {
  useEffect(() => {
    if (!playable) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      const action = readKey({
        key: event.key,
        altKey: event.altKey,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        focus: focusOf(event.target),
      });
      if (!action) return;
      event.preventDefault();
      switch (action.do) {
        case "toggle":
          return playback.toggle();
        case "seek":
          return playback.seekBy(action.byMs);
        case "rate":
          return playback.setRate(nextRate(playback.getState().rate, action.step));
        default:
          return assertNever(action);
      }
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [playback, playable]);
}

const TYPING =
  "input:not([type='range'], [type='checkbox'], [type='radio'], [type='button']), textarea, select, dialog";
const CONTROL = "a, button, input, summary, video, [role='button'], [role='menuitem'], [role='tab']";

export function focusOf(target: EventTarget | null): "typing" | "control" | "page" {
  if (!(target instanceof HTMLElement)) return "page";
  if (target.isContentEditable || target.closest(`${TYPING}, [role='dialog'], [role='menu']`)) return "typing";
  return target.closest(CONTROL) ? "control" : "page";
}
