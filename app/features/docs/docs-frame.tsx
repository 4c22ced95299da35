import { Link } from "@remix-run/react";
import { type ReactNode, useId } from "react";
import { Mark } from "#app/ui/icon.tsx";
import { ThemeToggle } from "#app/ui/theme.tsx";
import "#app/features/docs/docs.css";

/** The frame of pages for people who connect a program. */
export function DocsFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="public">
      <header>
        <Link className="mark" to="/">
          <Mark />
        </Link>
        <ThemeToggle />
      </header>
      <main className="doc api-docs" id="main">
        <div className="doc__in">
          <h1 className="title">{title}</h1>
          <p className="reading lead">{lead}</p>
          {children}
        </div>
      </main>
    </div>
  );
}

export function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="fieldset" aria-labelledby={id}>
      <header>
        <h2 className="section" id={id}>
          {heading}
        </h2>
      </header>
      <div className="api-docs__part">{children}</div>
    </section>
  );
}

export function Code({ children }: { children: string }) {
  return (
    <pre className="api-docs__code" lang="en" translate="no">
      <code>{children}</code>
    </pre>
  );
}
