import { type ComponentType, createElement, type ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FieldBodies, FieldContent, SummaryItem, TableRow, TaskItem } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import { isDay } from "#app/domain/time.ts";
import { useMinutesParts } from "#app/features/minutes/minutes-parts.ts";

/** The words of a line that is no quotation. */
export function Words({ item }: { item: SummaryItem }) {
  return item.text;
}

/** §2: Title, Assigned, Deadline. What was not said is a value of its own, never a guess. */
function TasksView({ content }: { content: FieldBodies["tasks"] }) {
  const { t } = useTranslation("meeting");
  const columns = [t("tasks.title"), t("tasks.assigned"), t("tasks.deadline")];
  return (
    <MomentTable caption={t("tasks.caption")} columns={columns}>
      {content.items.map((task) => (
        <TaskRow key={task.id ?? `${task.segmentIds.join()} ${task.text}`} task={task} />
      ))}
    </MomentTable>
  );
}

function TaskRow({ task }: { task: TaskItem }) {
  const { t } = useTranslation("meeting");
  const { Marks, Words, TaskWords, PersonAvatar, Day, NotSaid, UnconfirmedMark } = useMinutesParts();
  const { assigned, deadline } = task;
  return (
    <tr className={task.done ? "is-done" : undefined}>
      <td>
        <Marks {...task} />
      </td>
      <td>
        <TaskWords task={task}>
          <Words item={task} />
        </TaskWords>
        <UnconfirmedMark line={task} />
      </td>
      <td className="who" data-label={t("tasks.assigned")}>
        {assigned === null ? (
          <NotSaid />
        ) : (
          <span className="person">
            <PersonAvatar name={assigned} />
            {assigned}
          </span>
        )}
      </td>
      <td className="due" data-label={t("tasks.deadline")}>
        {/* The words in which it was said, or a day that a person chose. */}
        {deadline === null ? <NotSaid /> : isDay(deadline) ? <Day day={deadline} /> : deadline}
      </td>
    </tr>
  );
}

/** A table that a template's author defined; an empty cell says that it was not said. */
function TableView({ content: { columns, rows } }: { content: FieldBodies["customTable"] }) {
  return (
    <MomentTable columns={columns}>
      {rows.map((row) => (
        <RowView key={row.id ?? `${row.segmentIds.join()} ${row.cells.join()}`} columns={columns} row={row} />
      ))}
    </MomentTable>
  );
}

function RowView({ columns, row }: { columns: string[]; row: TableRow }) {
  const { Marks, Cell, NotSaid, OutdatedMark, UnconfirmedMark } = useMinutesParts();
  return (
    <tr>
      <td>
        <Marks {...row} />
      </td>
      {columns.map((column, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name, and columns keep their places
        <Cell key={`${index} ${column}`} segmentIds={row.segmentIds} label={index === 0 ? undefined : column}>
          {row.cells[index]?.trim() ? row.cells[index] : <NotSaid />}
          {index === 0 && <OutdatedMark outdated={row.outdated} />}
          {index === 0 && <UnconfirmedMark line={row} />}
        </Cell>
      ))}
    </tr>
  );
}

/** A table whose first column holds the moments of each row. */
function MomentTable({ caption, columns, children }: { caption?: string; columns: string[]; children: ReactNode }) {
  const { t } = useTranslation("meeting");
  return (
    <table className="table minutes-table">
      {caption !== undefined && <caption className="sr">{caption}</caption>}
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("moment")}</span>
          </th>
          {columns.map((column, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two columns may have one name, and columns keep their places
            <th key={`${index} ${column}`} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type Items = { content: { items: SummaryItem[] } };

/** The view of every type of field (§3), on the meeting page and on the shared page. */
export const FIELD_VIEWS: { [Type in FieldType]: ComponentType<{ content: FieldBodies[Type] }> } = {
  summary: ProseView,
  keypoints: LinesView,
  keywords: WordsView,
  tasks: TasksView,
  bullets: LinesView,
  titleSubtitle: TitlesView,
  customText: ProseView,
  customBullets: LinesView,
  customHashtag: (props) => <WordsView {...props} tags />,
  customTable: TableView,
};

/** A field that has lines, within the parts of its page. */
export function FieldView({ content }: { content: FieldContent }) {
  return createElement(viewOf(content.type), { content });
}

function viewOf<Type extends FieldType>(type: Type): ComponentType<{ content: FieldBodies[Type] }> {
  return FIELD_VIEWS[type];
}

function ProseView({ content }: Items) {
  const { Sentence } = useMinutesParts();
  return (
    <p className="reading">
      {content.items.map((item) => (
        <Sentence key={keyOf(item)} item={item} />
      ))}
    </p>
  );
}

function LinesView({ content }: Items) {
  const { Line, Words } = useMinutesParts();
  return (
    <ul className="lines">
      {content.items.map((item) => (
        <Line key={keyOf(item)} item={item}>
          <p className="reading">
            <Words item={item} />
          </p>
        </Line>
      ))}
    </ul>
  );
}

function TitlesView({ content }: { content: FieldBodies["titleSubtitle"] }) {
  const { Line, Words } = useMinutesParts();
  return (
    <ul className="lines">
      {content.items.map((item) => (
        <Line key={keyOf(item)} item={item}>
          <p className="reading strong">
            <Words item={item} />
          </p>
          {item.subtitle !== null && <p className="reading">{item.subtitle}</p>}
        </Line>
      ))}
    </ul>
  );
}

/** Keywords or tags in a row, each with how often it stands in the transcript. */
function WordsView({ content, tags = false }: Items & { tags?: boolean }) {
  return (
    <ul className="words">
      {content.items.map((item) => (
        <li key={item.text}>
          <Word item={item} label={tags && !item.text.startsWith("#") ? `#${item.text}` : item.text} />
        </li>
      ))}
    </ul>
  );
}

function Word({ item, label }: { item: SummaryItem; label: string }) {
  const { t } = useTranslation("meeting");
  const { WordLink, UnconfirmedMark } = useMinutesParts();
  const { segmentIds } = item;
  if (item.unconfirmed) {
    return (
      <span>
        {label}
        <UnconfirmedMark line={item} />
      </span>
    );
  }
  return (
    <WordLink segmentIds={segmentIds}>
      {(count) => (
        <>
          {label}
          {count > 0 && (
            <>
              <sup aria-hidden="true">{count}</sup>
              <span className="sr">, {t("keywordMoments", { count })}</span>
            </>
          )}
        </>
      )}
    </WordLink>
  );
}

/** Two lines of one field never say the same at the same moment. */
export function keyOf(item: { id?: string | undefined; text: string; segmentIds: string[] }): string {
  return item.id ?? `${item.segmentIds.join()} ${item.text}`;
}
