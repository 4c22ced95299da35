import { type ReactNode, useEffect, useRef } from "react";
import { closeLikeAMenu } from "#app/ui/close-like-a-menu.ts";
import { Icon } from "#app/ui/icon.tsx";

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
