import type { ReactNode } from "react";
import { Mark } from "#app/ui/icon.tsx";
import { ThemeToggle } from "#app/ui/theme.tsx";

type Props = {
  /** "bare": in the middle of the window, for one question. */
  layout?: "doc" | "bare";
  /** Further classes of the element around the content. */
  inner?: string;
  busy?: boolean;
  children: ReactNode;
};

/** A page outside the shell, which anybody may open: the mark, the choice of the theme, and the content. */
export function PublicPage({ layout = "doc", inner, busy, children }: Props) {
  return (
    <div className="public">
      <header>
        <a className="mark" href="/">
          <Mark />
        </a>
        <ThemeToggle />
      </header>
      <main className={layout} id="main" tabIndex={-1}>
        <div className={`${layout}__in${inner ? ` ${inner}` : ""}`} aria-busy={busy || undefined}>
          {children}
        </div>
      </main>
    </div>
  );
}
