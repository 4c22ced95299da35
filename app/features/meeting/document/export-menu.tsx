import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { Icon } from "#app/ui/icon.tsx";
import { closeLikeAMenu } from "#app/ui/more-menu.tsx";

const ExportList = lazyPart(
  lazy(async () => (await import("#app/features/meeting/document/export-list.tsx")).ExportList, ["exporting"]),
);

/**
 * The meeting to take away, as files. A disclosure of plain links: it opens and its links work without JavaScript,
 * and before the list has loaded.
 */
export function ExportMenu({ meetId, pdf, playable }: Pick<MeetingHead, "meetId" | "pdf" | "playable">) {
  const { t } = useTranslation("meeting");
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => (details.current ? closeLikeAMenu(details.current) : undefined), []);
  useDownloadKey(details);
  return (
    <details className="export" ref={details}>
      <summary className="btn btn--quiet" title={t("export.label")}>
        <Icon name="download" />
        <span className="wide">{t("export.label")}</span>
      </summary>
      <ExportList meetId={meetId} pdf={pdf} playable={playable} />
    </details>
  );
}

const ELSEWHERE =
  "input:not([type='range'], [type='checkbox'], [type='radio'], [type='button']), textarea, select, dialog, [role='dialog'], [role='menu']";

/** D takes the PDF away; where it is not ready yet, it opens the menu, which says so. Off while something is typed. */
function useDownloadKey(menu: RefObject<HTMLDetailsElement | null>) {
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
