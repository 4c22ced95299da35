import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { linesOf } from "#app/domain/summary/summary.ts";
import { PAGE_PARTS } from "#app/features/meeting/document/page-parts.tsx";
import { ViewTasks } from "#app/features/meeting/edit/view-tasks.tsx";
import { FieldView } from "#app/features/minutes/field-views.tsx";
import { MinutesPartsProvider } from "#app/features/minutes/minutes-parts.ts";

type SummaryView = NonNullable<MeetingView["summary"]>;
type TemplateField = SummaryView["template"]["fields"][number];
type FieldContent = SummaryView["fields"][number]["content"];

/** The summary's fields in the order of the template that wrote them, the empty ones too. */
export function SummaryFields({ summary }: { summary: SummaryView }) {
  const byKey = new Map(summary.fields.map((field) => [field.key, field]));
  return (
    <MinutesPartsProvider value={PAGE_PARTS}>
      {summary.template.fields.map((field, index) => (
        <SummaryField
          key={field.key}
          field={field}
          content={byKey.get(field.key)?.content ?? null}
          first={index === 0}
        />
      ))}
    </MinutesPartsProvider>
  );
}

type FieldProps = { field: TemplateField; content: FieldContent | null; first: boolean };

function SummaryField({ field, content, first }: FieldProps) {
  const { t } = useTranslation("meeting");
  const titleId = useId();
  return (
    <section className={first ? "fieldset fieldset--first" : "fieldset"} aria-labelledby={titleId}>
      <header>
        <h2 className="section" id={titleId}>
          {field.title ?? t(`field.${field.type}`)}
        </h2>
        {field.type === "tasks" && <ViewTasks />}
      </header>
      {content && linesOf(content).length > 0 ? (
        <FieldView content={content} />
      ) : (
        <p className="muted">{t("nothingFound")}</p>
      )}
    </section>
  );
}
