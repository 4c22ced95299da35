import { type ReactNode, useId } from "react";
import { PublicPage } from "#app/ui/public-page.tsx";
import "#app/features/docs/docs.css";

/** The frame of pages for people who connect a program. */
export function DocsFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <PublicPage>
      <h1 className="title">{title}</h1>
      <p className="reading lead">{lead}</p>
      {children}
    </PublicPage>
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
