import { useEffect } from "react";
import { assertNever } from "#app/domain/invariant.ts";
import type { Playback } from "#app/features/meeting/player/playback.ts";

/** The action of a key while the user is not typing. Seeking is relative, in ms. */
export type PlayerKey = { do: "toggle" } | { do: "seek"; byMs: number } | { do: "rate"; step: 1 | -1 };

export const SKIP_MS = 10_000;
export const NUDGE_MS = 5000;
export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

type Pressed = {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  /** Kind of the focused element: a text field keeps all keys, a control keeps the keys that it handles itself. */
  focus: "typing" | "control" | "page";
};

/** The player's keys, for the whole page: space and k, j and l, arrows, [ and ]. Null for other keys. */
export function readKey({ key, altKey, ctrlKey, metaKey, focus }: Pressed): PlayerKey | null {
  if (altKey || ctrlKey || metaKey || focus === "typing") return null;
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case " ":
      return focus === "page" ? { do: "toggle" } : null;
    case "k":
      return { do: "toggle" };
    case "j":
      return { do: "seek", byMs: -SKIP_MS };
    case "l":
      return { do: "seek", byMs: SKIP_MS };
    case "ArrowLeft":
      return { do: "seek", byMs: -NUDGE_MS };
    case "ArrowRight":
      return { do: "seek", byMs: NUDGE_MS };
    case "[":
      return { do: "rate", step: -1 };
    case "]":
      return { do: "rate", step: 1 };
    default:
      return null;
  }
}

/** The next speed in that direction. It stops at the ends; with `round` it starts again at the other end. */
export function nextRate(rate: number, step: 1 | -1, round = false): number {
  const at = RATES.findIndex((known) => known === rate);
  const next = (at === -1 ? RATES.indexOf(1) : at) + step;
  if (round) return RATES[(next + RATES.length) % RATES.length] ?? 1;
  return RATES[Math.min(RATES.length - 1, Math.max(0, next))] ?? 1;
}

/** Converts `?t=754` (seconds of the recording) to ms; null when the text is not a valid number of seconds. */
export function parseStart(text: string | null): number | null {
  if (text === null || !/^\d{1,6}(\.\d{1,3})?$/.test(text)) return null;
  return Math.round(Number(text) * 1000);
}

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
