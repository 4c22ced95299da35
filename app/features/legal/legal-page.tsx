import { type ReactNode, useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { PublicPage } from "#app/ui/public-page.tsx";

export type LegalSection = { heading: string; text: string };

type Props = { title: string; lead: string; sections: LegalSection[]; other: ReactNode };

/** A page to be read, without the menu: anybody may read it before they sign in. */
export function LegalPage({ title, lead, sections, other }: Props) {
  const { t } = useTranslation(["legal", "common"]);
  return (
    <PublicPage>
      <h1 className="title">{title}</h1>
      <p className="reading lead">{lead}</p>
      <p className="note muted lead">{t("draft")}</p>
      {sections.map((section) => (
        <Section key={section.heading} section={section} />
      ))}
      <p className="colophon">{other}</p>
    </PublicPage>
  );
}

function Section({ section: { heading, text } }: { section: LegalSection }) {
  const id = useId();
  return (
    <section className="fieldset" aria-labelledby={id}>
      <header>
        <h2 className="section" id={id}>
          {heading}
        </h2>
      </header>
      <p className="reading">{text}</p>
    </section>
  );
}
