import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { dialogHref, SEARCH_LINK } from "#app/features/shell/dialog-href.ts";
import { LazyDialog } from "#app/features/shell/lazy-dialog.tsx";
import { TypedAhead } from "#app/features/shell/typed-ahead.tsx";
import { lazy } from "#app/i18n/lazy.ts";

const searchBox = lazy(
  async () => (await import("#app/features/search/search-box.tsx")).SearchBox,
  ["search", "recordHere"],
);

const LINK = Object.keys(SEARCH_LINK.marked)
  .map((name) => `[${name}]`)
  .join("");

/**
 * Opens the search box over any page: by Ctrl/Cmd-K, and by the links to the search (SEARCH_LINK), which lead to its page until this
 * script has loaded. The box is not part of the address as other dialogs are: it must not wait for a loader, nor have one run.
 */
export function SearchLayer({ userId, onOpen }: { userId: string; onOpen: () => void }) {
  const place = useLocation();
  // Open on the page where it was opened: whoever goes back or elsewhere has left it.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  /** Before the box has loaded; it begins with this text. */
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const open = () => {
      setOpenedAt(place.key);
      setTyped("");
      onOpen();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== "k") return;
      // The browser has this key for its own search.
      event.preventDefault();
      // Not over another dialog: choosing a page there would lose what is written in it.
      if (document.querySelector("dialog[open]") === null) open();
    };
    const onClick = (event: MouseEvent) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      if (!(event.target instanceof Element) || event.target.closest(LINK) === null) return;
      // The link follows no click that was prevented.
      event.preventDefault();
      open();
    };
    window.addEventListener("keydown", onKeyDown);
    // Before React's own listener.
    window.addEventListener("click", onClick, { capture: true });
    document.documentElement.dataset.searchKey = "";
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("click", onClick, { capture: true });
    };
  }, [place.key, onOpen]);
  const onClose = useCallback(() => setOpenedAt(null), []);
  if (openedAt !== place.key) return null;
  const hrefs = {
    invite: dialogHref("invite", place),
    upload: dialogHref("upload", place),
    record: dialogHref("record", place),
  };
  const meanwhile = <TypedAhead typed={typed} onType={setTyped} onClose={onClose} />;
  return <LazyDialog dialog={searchBox} props={{ userId, hrefs, typedAhead: typed, onClose }} meanwhile={meanwhile} />;
}
