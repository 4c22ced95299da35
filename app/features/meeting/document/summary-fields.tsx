import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { FieldTable } from "#app/features/meeting/document/field-table.tsx";
import { FieldWords } from "#app/features/meeting/document/field-words.tsx";
import { ViewTasks } from "#app/features/meeting/edit/view-tasks.tsx";
import { SummaryLine, SummarySentence } from "#app/features/meeting/document/summary-line.tsx";
import { TasksTable } from "#app/features/meeting/document/tasks-table.tsx";

type SummaryView = NonNullable<MeetingView["summary"]>;
type TemplateField = SummaryView["template"]["fields"][number];
type FieldContent = SummaryView["fields"][number]["content"];

/** The summary's fields in the order of the template that wrote them, the empty ones too. */
export function SummaryFields({ summary }: { summary: SummaryView }) {
  const byKey = new Map(summary.fields.map((field) => [field.key, field]));
  return summary.template.fields.map((field, index) => (
    <SummaryField key={field.key} field={field} content={byKey.get(field.key)?.content ?? null} first={index === 0} />
  ));
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
      {content && !isEmpty(content) ? <FieldBody content={content} /> : <p className="muted">{t("nothingFound")}</p>}
    </section>
  );
}

function isEmpty(content: FieldContent): boolean {
  return content.type === "customTable" ? content.rows.length === 0 : content.items.length === 0;
}

/** One way of drawing for each type of field (§3). */
function FieldBody({ content }: { content: FieldContent }) {
  switch (content.type) {
    case "summary":
    case "customText":
      return (
        <p className="reading">
          {content.items.map((item) => (
            <SummarySentence key={keyOf(item)} item={item} />
          ))}
        </p>
      );
    case "keypoints":
    case "bullets":
    case "customBullets":
      return (
        <ul className="lines">
          {content.items.map((item) => (
            <SummaryLine key={keyOf(item)} item={item}>
              <p className="reading">{item.text}</p>
            </SummaryLine>
          ))}
        </ul>
      );
    case "titleSubtitle":
      return (
        <ul className="lines">
          {content.items.map((item) => (
            <SummaryLine key={keyOf(item)} item={item}>
              <p className="reading strong">{item.text}</p>
              {item.subtitle !== null && <p className="reading">{item.subtitle}</p>}
            </SummaryLine>
          ))}
        </ul>
      );
    case "keywords":
      return <FieldWords items={content.items} />;
    case "customHashtag":
      return <FieldWords items={content.items} tags />;
    case "tasks":
      return <TasksTable tasks={content.items} />;
    case "customTable":
      return <FieldTable columns={content.columns} rows={content.rows} />;
    default:
      return assertNever(content);
  }
}

/** Two lines of one field never say the same at the same moment. */
function keyOf(item: { id?: string | undefined; text: string; segmentIds: string[] }): string {
  return item.id ?? `${item.segmentIds.join()} ${item.text}`;
}
