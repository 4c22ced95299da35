import { type RefObject, useEffect } from "react";

const ELSEWHERE =
  "input:not([type='range'], [type='checkbox'], [type='radio'], [type='button']), textarea, select, dialog, [role='dialog'], [role='menu']";

/** D takes the PDF away; where it is not ready yet, it opens the menu, which says so. Off while something is typed. */
export function useDownloadKey(menu: RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key.toLowerCase() !== "d" || !menu.current) return;
      const { target } = event;
      if (target instanceof HTMLElement && (target.isContentEditable || target.closest(ELSEWHERE))) return;
      event.preventDefault();
      const link = menu.current.querySelector<HTMLAnchorElement>("a[data-pdf]");
      if (link) return link.click();
      menu.current.open = true;
      menu.current.querySelector("summary")?.focus();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [menu]);
}
