import { useEffect, useState, useSyncExternalStore } from "react";

export const CHAT_HASH = "#chat";
const FIELD = "chat-question";
export const CHAT_FIELD_ID = FIELD;

/** Matches when the chat fits beside the minutes: only then opening it focuses the input. On a phone that would open the keyboard. */
const BESIDE = "(min-width: 68.75rem)";

/** The fragment of the address, "" on the server. */
export function useHash(): string {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener("hashchange", listener);
      return () => window.removeEventListener("hashchange", listener);
    },
    () => window.location.hash,
    () => "",
  );
}

/**
 * Whether the chat has been opened; from then on it stays loaded. `A` opens it and focuses the question field from anywhere
 * on the page, unless the user is typing.
 */
export function useChatPlace(): boolean {
  const isHere = useHash() === CHAT_HASH;
  const [opened, setOpened] = useState(false);
  if (isHere && !opened) setOpened(true);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== "a" || isTyping(event.target)) return;
      event.preventDefault();
      openChat();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
  return opened;
}

let wanted = false;

/** Shows the chat and focuses the question field, now or as soon as it exists. */
export function openChat(): void {
  wanted = true;
  if (window.location.hash !== CHAT_HASH) window.location.hash = CHAT_HASH;
  focusWanted();
}

/** For a link to the chat: focuses the question field when the chat fits beside the minutes. */
export function wantFocus(): void {
  wanted = window.matchMedia(BESIDE).matches;
  // Runs after the link's default action.
  setTimeout(focusWanted);
}

export function focusWanted(): void {
  const field = document.getElementById(FIELD);
  if (!wanted || !field || field.offsetParent === null) return;
  wanted = false;
  field.focus({ preventScroll: true });
}

const TYPING =
  "input:not([type='range'], [type='checkbox'], [type='radio'], [type='button']), textarea, select, dialog, [role='dialog'], [role='menu']";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest(TYPING) !== null);
}
