import { useCallback, useRef } from "react";

/** Keeps the focus where a button was pressed that words of what became of it replace: `place` is theirs, with a tabIndex of -1. */
export function useKeptFocus(): { press: () => void; place: (element: HTMLElement | null) => void } {
  const isPressed = useRef(false);
  const press = useCallback(() => {
    isPressed.current = true;
  }, []);
  const place = useCallback((element: HTMLElement | null) => {
    if (isPressed.current) element?.focus();
  }, []);
  return { press, place };
}
