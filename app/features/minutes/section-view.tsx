import { directionOf } from "#app/i18n/direction.ts";
import { type ComponentType, type ReactNode, useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { fieldSections, type Section } from "#app/domain/summary/field-sections.ts";
import type { FieldContent } from "#app/domain/summary/summary.ts";
import type { Places } from "#app/domain/transcript/moments.ts";
import { FieldView } from "#app/features/minutes/field-views.tsx";

export type MinutesProps = {
  summary: NonNullable<MeetingView["summary"]>;
  places: Places;
  /** Links beside the heading of the tasks. */
  besideTasks?: ReactNode;
  /** For a page in another language than its minutes. */
  lang?: string;
  /** The quotations stand below the fields of the minutes. */
  isBelow?: boolean;
  /** The key of a field that is being edited beside a preview. */
  editedKey?: string | null;
};

/** Minutes that an engine or a person wrote: the fields of the template. Quotations have sections of their own (quoted-sections.tsx). */
export function FieldSections({ summary, besideTasks, lang, editedKey = null }: MinutesProps) {
  const { t } = useTranslation("meeting");
  return fieldSections(summary).map(({ key, heading, content, absence }, index) => (
    <SectionView
      key={key}
      heading={heading.kind === "title" ? heading.title : heading.kind === "field" ? t(`field.${heading.type}`) : null}
      headingLang={heading.kind === "title" ? lang : undefined}
      content={content}
      absence={absence}
      className={`${index === 0 ? "fieldset--first" : ""} ${key === editedKey ? "is-edited" : ""}`}
      lang={lang}
    >
      {isOfTasks(heading, content) && besideTasks}
    </SectionView>
  ));
}

/** Tells whether a section is that of the tasks, also where there are none. */
export function isOfTasks(heading: Section["heading"], content: FieldContent | null): boolean {
  return content?.type === "tasks" || (heading.kind === "field" && heading.type === "tasks");
}

type SectionProps = Pick<Section, "content" | "absence"> & {
  heading: ReactNode;
  headingLang: string | undefined;
  /** Besides that of every section. */
  className: string;
  level?: "h2" | "h3";
  /** The header names the section: two topics may have the same heading, and differ in their times. */
  isNamedByHeader?: boolean;
  lang: string | undefined;
  /** The view of the content. */
  View?: ComponentType<{ content: FieldContent }>;
  /** Beside the heading. */
  children: ReactNode;
};

const ABSENCES = { "not-said": "nothingFound", emptied: "check.emptied", "needs-model": "needsModel" } as const;

/** A section with its heading. A field without lines says why. */
export function SectionView(props: SectionProps) {
  const { heading, headingLang, content, className, level: Heading = "h2", lang, View = FieldView, children } = props;
  const { isNamedByHeader = false } = props;
  const { t } = useTranslation("meeting");
  const id = useId();
  return (
    <section className={`fieldset ${className}`} aria-labelledby={id}>
      <header id={isNamedByHeader ? id : undefined}>
        <Heading
          className="section"
          id={isNamedByHeader ? undefined : id}
          lang={headingLang}
          dir={directionOf(headingLang)}
        >
          {heading}
        </Heading>
        {children}
      </header>
      {content === null ? (
        <p className="muted">{t(ABSENCES[props.absence])}</p>
      ) : (
        <div lang={lang} dir={directionOf(lang)}>
          <View content={content} />
        </div>
      )}
    </section>
  );
}
