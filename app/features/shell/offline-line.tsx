import { useEffect } from "react";
import { lazy } from "#app/i18n/lazy.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useIsCutOff } from "#app/ui/cut-off.ts";
import { StaleNote } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** A toast whose code cannot be fetched any more would say nothing. */
const toastStack = lazy(async () => (await import("#app/ui/toast-stack.tsx")).ToastStack);

/**
 * One line while the server cannot be reached for want of a network. Links that would leave the page for another one, or download something,
 * say it too: followed, they would end on a page of the browser, and what is open here would be lost. There is no service worker, so a page
 * that is loaded anew without a network is the browser's.
 */
export function OfflineLine() {
  const { t } = useTranslation("network");
  const toast = useToast();
  const isCutOff = useIsCutOff();
  useEffect(() => toastStack.fetchAhead(), []);
  useEffect(() => {
    if (!isCutOff) return;
    // Before React hears of it: a link of the router leaves a click alone that was prevented, and menus close as usual.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || !needsServer(link)) return;
      event.preventDefault();
      toast("error", t("needed"));
    };
    window.addEventListener("click", onClick, { capture: true });
    return () => window.removeEventListener("click", onClick, { capture: true });
  }, [isCutOff, toast, t]);
  return isCutOff && <StaleNote>{t("cutOff")}</StaleNote>;
}

/** A moment of the recording, and a part of this page, need nothing more than the page. A file in this browser's memory is here already. */
function needsServer(link: HTMLAnchorElement): boolean {
  if (link.href === "" || link.dataset.seek !== undefined) return false;
  const { protocol, origin, pathname, search } = new URL(link.href);
  if (protocol !== "http:" && protocol !== "https:") return false;
  return (
    origin !== location.origin ||
    link.hasAttribute("download") ||
    pathname + search !== location.pathname + location.search
  );
}
