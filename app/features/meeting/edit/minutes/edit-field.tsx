import { useTranslation } from "#app/i18n/use-translation.ts";
import { type ComponentType, type ReactNode, useState } from "react";
import { EDIT_TERMS_CHARS_MAX, SUMMARY_ITEM_CHARS_MAX, SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import type { Line } from "#app/domain/summary/edits/line.ts";
import { proseOf } from "#app/domain/summary/edits/prose-lines.ts";
import type { EditBoxes } from "#app/domain/summary/fields/field-rules.ts";
import { rulesOf } from "#app/domain/summary/fields/field-types.ts";
import { isTooLong } from "#app/features/meeting/edit/minutes/draft.ts";
import type { TopicLine } from "#app/features/meeting/edit/minutes/edit-sections.ts";
import { EditTasks } from "#app/features/meeting/edit/minutes/edit-tasks.tsx";
import { GrowingText } from "#app/features/meeting/edit/minutes/growing-text.tsx";
import { LineTools } from "#app/features/meeting/edit/minutes/line-tools.tsx";
import { CompareLine, type FieldProps, WhenOf } from "#app/features/meeting/edit/minutes/line-notes.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** A table of the template's author: its cells, row by row. */
function EditTable(props: FieldProps) {
  const { t } = useTranslation(["meeting", "edit"]);
  const { field } = props;
  if (field.lines.length === 0) return null;
  return (
    <table className="table minutes-table edit-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{t("moment")}</span>
          </th>
          {field.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="sr">{t("edit:tools")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {field.lines.map((line, index) => (
          <EditRow key={line.id} {...props} line={line} number={index + 1} />
        ))}
      </tbody>
    </table>
  );
}

function EditRow({ field, name, editing, line, number }: FieldProps & { line: Line; number: number }) {
  const { t } = useTranslation("edit");
  return (
    <tr>
      <td>
        <WhenOf line={line} />
      </td>
      {field.columns.map((column, index) => (
        <td key={column} data-label={index === 0 ? undefined : column}>
          <GrowingText
            className={editing.isBoth(line.id) ? "input is-both" : "input"}
            label={t("cell", { column, number })}
            value={line.cells[index] ?? ""}
            charsMax={SUMMARY_ITEM_CHARS_MAX}
            focused={index === 0 && editing.isNew(line.id)}
            onChange={(text) =>
              editing.say(field.key, line.id, {
                cells: field.columns.map((_, at) => (at === index ? text : (line.cells[at] ?? ""))),
              })
            }
          />
          {index === 0 && <CompareLine id={line.id} fieldKey={field.key} editing={editing} />}
        </td>
      ))}
      <td className="rm">
        <LineTools label={t("line", { field: name, number })} fieldKey={field.key} line={line} editing={editing} />
      </td>
    </tr>
  );
}

type SectionProps = {
  name: string;
  /** Its quotations stand under a heading of their own. */
  level: "h2" | "h3";
  first: boolean;
  boxes: EditBoxes;
  /** All lines of the field that a new line belongs to. */
  whole: FieldProps["field"];
  /** Null where the field is one box. */
  onAdd: (() => void) | null;
  children: ReactNode;
};

/** A part of the minutes with its heading, the button for one more line, and what is wrong with it. */
function EditSectionView({ name, level: Heading, first, boxes, whole, onAdd, children }: SectionProps) {
  const { t } = useTranslation("edit");
  return (
    <section
      className={first ? "fieldset fieldset--first" : "fieldset"}
      aria-label={name}
      {...(isTooLong(whole) ? { "data-too-long": "" } : {})}
    >
      <header>
        <Heading className="section">{name}</Heading>
        {onAdd && (
          <button
            className="btn btn--quiet"
            type="button"
            disabled={whole.lines.length >= SUMMARY_ITEMS_MAX}
            onClick={onAdd}
          >
            <Icon name="plus" />
            {t(ADD[boxes])}
          </button>
        )}
      </header>
      {children}
      {isTooLong(whole) && (
        <FieldError>
          {t(boxes === "prose" ? "tooMany.sentences" : "tooMany.entries", {
            written: whole.lines.length,
            max: SUMMARY_ITEMS_MAX,
          })}
        </FieldError>
      )}
    </section>
  );
}

type EditFieldProps = Omit<FieldProps, "name"> & Pick<SectionProps, "whole" | "level" | "first">;

/** One field of the minutes as boxes that grow outward; its marks stay where they are. */
export function EditField({ field, whole, editing, level, first }: EditFieldProps) {
  const { t } = useTranslation("meeting");
  const name = field.title ?? t(`field.${field.type}`);
  const boxes = boxesOf(whole);
  const isOneBox = boxes === "terms" || boxes === "prose";
  const Boxes = BOXES[boxes];
  const add = () => editing.add(field.key, field.lines.at(-1)?.id);
  return (
    <EditSectionView {...{ name, level, first, boxes, whole }} onAdd={isOneBox ? null : add}>
      <Boxes field={field} name={name} editing={editing} />
    </EditSectionView>
  );
}

type EditTopicProps = { lines: readonly TopicLine[]; name: string; editing: FieldProps["editing"] };

/** Quotations about one subject, in the order of the talk. Only a line that a person added has a place to be moved to. */
export function EditTopic({ lines, name, editing }: EditTopicProps) {
  const last = lines.at(-1);
  if (!last) return null;
  const add = () => editing.add(last.field.key, last.line.id);
  return (
    <EditSectionView name={name} level="h3" first={false} boxes="lines" whole={last.field} onAdd={add}>
      <ul className="lines">
        {lines.map(({ field, line }, index) => (
          <EditLine
            key={line.id}
            {...{ field, name, editing, line }}
            number={index + 1}
            subtitles={false}
            fixed={line.segmentIds.length > 0}
          />
        ))}
      </ul>
    </EditSectionView>
  );
}

/** Quotations are edited line by line, as they are read. */
function boxesOf({ type, lines }: FieldProps["field"]): EditBoxes {
  const { boxes } = rulesOf(type);
  return boxes === "prose" && lines.some(({ quoted }) => quoted !== undefined) ? "lines" : boxes;
}

const ADD = {
  prose: "add.line",
  terms: "add.line",
  lines: "add.line",
  titles: "add.line",
  tasks: "add.task",
  table: "add.row",
} as const satisfies Record<EditBoxes, string>;

const BOXES: Record<EditBoxes, ComponentType<FieldProps>> = {
  prose: EditProse,
  terms: EditTerms,
  lines: EditLines,
  titles: (props) => <EditLines {...props} subtitles />,
  tasks: EditTasks,
  table: EditTable,
};

function EditLines({ subtitles = false, ...props }: FieldProps & { subtitles?: boolean }) {
  return (
    <ul className="lines">
      {props.field.lines.map((line, index) => (
        <EditLine key={line.id} {...props} subtitles={subtitles} line={line} number={index + 1} />
      ))}
    </ul>
  );
}

type LineProps = FieldProps & { subtitles: boolean; line: Line; number: number; fixed?: boolean };

/** `fixed`: its place is that of its moment, so it is not moved. */
function EditLine({ field, name, editing, subtitles, line, number, fixed = false }: LineProps) {
  const { t } = useTranslation("edit");
  const label = t("line", { field: name, number });
  const both = editing.isBoth(line.id) ? " is-both" : "";
  const say = (words: Partial<Line>) => editing.say(field.key, line.id, words);
  return (
    <li className="line">
      <div className="line__when">
        <WhenOf line={line} />
      </div>
      <div className="edit__row">
        <div className="stack">
          <GrowingText
            className={`edit reading${subtitles ? " strong" : ""}${both}`}
            label={label}
            value={line.text}
            charsMax={rulesOf(field.type).lineCharsMax}
            focused={editing.isNew(line.id)}
            onChange={(text) => say({ text })}
            {...(fixed ? {} : { onKeyDown: editing.moveByKey(field.key, line.id) })}
          />
          {subtitles && (
            <GrowingText
              label={t("subtitle", { field: name, number })}
              value={line.subtitle ?? ""}
              charsMax={SUMMARY_ITEM_CHARS_MAX}
              onChange={(subtitle) => say({ subtitle: subtitle || null })}
            />
          )}
          <CompareLine id={line.id} editing={editing} fieldKey={field.key} />
        </div>
        <LineTools label={label} fieldKey={field.key} line={line} editing={editing} fixed={fixed} />
      </div>
    </li>
  );
}

/** Keywords or tags as one line of words between commas. One that stays keeps its moments. */
function EditTerms({ field, name, editing }: FieldProps) {
  const { t } = useTranslation("edit");
  // As it is typed: a comma at the end is the beginning of the next word, and no word yet.
  const [text, setText] = useState(() => field.lines.map((line) => line.text).join(", "));
  return (
    <GrowingText
      label={t("words", { field: name })}
      value={text}
      charsMax={EDIT_TERMS_CHARS_MAX}
      onChange={(typed) => {
        setText(typed);
        const terms = typed.split(",").map((term) => term.replace(/\s+/gu, " ").trim());
        editing.setTerms(field.key, [...new Set(terms.filter((term) => term !== ""))]);
      }}
    />
  );
}

/**
 * Running text as one box, as it is read. Beneath it, sentence by sentence, the moments that hold as long as the words do;
 * a sentence that somebody else changed too is compared there.
 */
function EditProse({ field: { key, lines }, name, editing }: FieldProps) {
  const prose = proseOf(lines);
  // As it is typed, with the space after the last word; what changes the lines from elsewhere (another's words) is shown.
  const [typed, setTyped] = useState(prose);
  const text = sameWords(typed, prose) ? typed : prose;
  const isBoth = lines.some(({ id }) => editing.isBoth(id));
  return (
    <div className="stack">
      <GrowingText
        className={isBoth ? "edit reading is-both" : "edit reading"}
        label={name}
        value={text}
        charsMax={SUMMARY_ITEMS_MAX * SUMMARY_ITEM_CHARS_MAX}
        onChange={(words) => {
          setTyped(words);
          editing.setProse(key, words);
        }}
      />
      <p className="row row--wrap note">
        {lines.map((line) => (
          <WhenOf key={line.id} line={line} />
        ))}
      </p>
      {lines.map(({ id }) => (
        <CompareLine key={id} id={id} editing={editing} fieldKey={key} />
      ))}
    </div>
  );
}

function sameWords(a: string, b: string): boolean {
  return a.split(/\s+/u).filter(Boolean).join(" ") === b.split(/\s+/u).filter(Boolean).join(" ");
}
