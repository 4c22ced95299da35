import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** A `<details>` that opens like a menu: it closes on Escape, on a choice, and when the pointer or the focus goes elsewhere. Answers how to stop. */
export function closeLikeAMenu(details: HTMLDetailsElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const closeOutside = ({ target }: Event) => {
    if (!(target instanceof Node && details.contains(target))) details.open = false;
  };
  document.addEventListener("pointerdown", closeOutside, { signal });
  document.addEventListener("focusin", closeOutside, { signal });
  details.addEventListener(
    "click",
    ({ target }) => {
      if (!(target instanceof Element && target.closest("a"))) return;
      // A link may open a dialog over this page, which gives the focus back to where it was: the link is hidden by then.
      details.querySelector("summary")?.focus({ preventScroll: true });
      details.open = false;
    },
    { signal },
  );
  details.addEventListener(
    "keydown",
    ({ key }) => {
      if (key !== "Escape" || !details.open) return;
      details.open = false;
      details.querySelector("summary")?.focus();
    },
    { signal },
  );
  return () => stop.abort();
}

/** Three dots and what stands behind them: a disclosure, so that it opens without JavaScript. Children are list items. */
export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => (details.current ? closeLikeAMenu(details.current) : undefined), []);
  return (
    <details className="export" ref={details}>
      <summary className="btn btn--quiet btn--icon" aria-label={label} title={label}>
        <Icon name="more" />
      </summary>
      <ul className="menu export__list">{children}</ul>
    </details>
  );
}
