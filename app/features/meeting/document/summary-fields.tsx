import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { LineMarks, SummaryLine, SummarySentence, useSeekTo } from "#app/features/meeting/document/summary-line.tsx";
import { NotSaid, TasksTable } from "#app/features/meeting/document/tasks-table.tsx";
import { OutdatedMark } from "#app/features/meeting/edit/edit-marks.tsx";
import { ViewTasks } from "#app/features/meeting/edit/view-tasks.tsx";
import { isPlayable, useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { momentAddress } from "#app/features/meeting/transcript/segment-anchor.ts";

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

type Item = { text: string; segmentIds: string[] };

/** Keywords or tags in a row, each with how often it stands in the transcript; a click plays the first time. */
function FieldWords({ items, tags = false }: { items: Item[]; tags?: boolean }) {
  return (
    <ul className="words">
      {items.map((item) => (
        <li key={item.text}>
          <Word item={item} label={tags && !item.text.startsWith("#") ? `#${item.text}` : item.text} />
        </li>
      ))}
    </ul>
  );
}

function Word({ item, label }: { item: Item; label: string }) {
  const { t } = useTranslation("meeting");
  const facts = useMeetingFacts();
  const { places } = facts;
  const said = item.segmentIds.flatMap((id) => places.get(id) ?? []);
  const first = item.segmentIds.find((id) => places.has(id));
  const startMs = first === undefined ? undefined : places.get(first)?.startMs;
  const count = said.length > 0 && (
    <>
      <sup aria-hidden="true">{said.length}</sup>
      <span className="sr">, {t("keywordMoments", { count: said.length })}</span>
    </>
  );
  if (first === undefined || startMs === undefined || !isPlayable(facts, startMs)) {
    return (
      <span>
        {label}
        {count}
      </span>
    );
  }
  return (
    <a href={momentAddress(startMs, first)} data-seek={startMs} data-preview={first}>
      {label}
      {count}
    </a>
  );
}

type Row = {
  id?: string | undefined;
  cells: string[];
  segmentIds: string[];
  byHand?: true | undefined;
  outdated?: true | undefined;
};

/** A table that a template's author defined; an empty cell says that it was not said. */
function FieldTable({ columns, rows }: { columns: string[]; rows: Row[] }) {
  const { t } = useTranslation("meeting");
  return (
    <table className="table minutes-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("moment")}</span>
          </th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <FieldRow key={row.id ?? `${row.segmentIds.join()} ${row.cells.join()}`} columns={columns} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function FieldRow({ columns, row }: { columns: string[]; row: Row }) {
  const seekTo = useSeekTo(row.segmentIds);
  return (
    <tr>
      <td>
        <LineMarks segmentIds={row.segmentIds} byHand={row.byHand} />
      </td>
      {columns.map((column, index) => (
        <td key={column} className="prose" data-label={index === 0 ? undefined : column} data-seek={seekTo}>
          {row.cells[index]?.trim() ? row.cells[index] : <NotSaid />}
          {index === 0 && <OutdatedMark outdated={row.outdated} />}
        </td>
      ))}
    </tr>
  );
}
