import { useTranslation } from "react-i18next";
import { useState } from "react";
import { EDIT_TERMS_CHARS_MAX, SUMMARY_ITEM_CHARS_MAX, SUMMARY_ITEMS_MAX } from "#app/domain/limits/minutes.ts";
import { charsMaxOf } from "#app/domain/summary/edits/apply-edit.ts";
import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";
import { proseOf } from "#app/domain/summary/edits/prose-lines.ts";
import { CompareLine } from "#app/features/meeting/edit/versions/compare-line.tsx";
import { isTooLong } from "#app/features/meeting/edit/minutes/draft.ts";
import { EditTable } from "#app/features/meeting/edit/minutes/edit-table.tsx";
import { EditTasks } from "#app/features/meeting/edit/minutes/edit-tasks.tsx";
import { GrowingText } from "#app/features/meeting/edit/minutes/growing-text.tsx";
import { LineTools } from "#app/features/meeting/edit/minutes/line-tools.tsx";
import { type FieldProps, WhenOf } from "#app/features/meeting/edit/versions/line-when.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** One field of the minutes as boxes that grow outward; its marks stay where they are. */
export function EditField({ field, editing, first }: Omit<FieldProps, "name"> & { first: boolean }) {
  const { t } = useTranslation(["edit", "meeting"]);
  const name = field.title ?? t(`meeting:field.${field.type}`);
  const isOneBox = isTerms(field) || isProse(field);
  return (
    <section
      className={first ? "fieldset fieldset--first" : "fieldset"}
      aria-label={name}
      {...(isTooLong(field) ? { "data-too-long": "" } : {})}
    >
      <header>
        <h2 className="section">{name}</h2>
        {!isOneBox && (
          <button
            className="btn btn--quiet"
            type="button"
            disabled={field.lines.length >= SUMMARY_ITEMS_MAX}
            onClick={() => editing.add(field.key)}
          >
            <Icon name="plus" />
            {t(addKey(field))}
          </button>
        )}
      </header>
      <FieldBody field={field} name={name} editing={editing} />
      {isTooLong(field) && (
        <FieldError>
          {t(isProse(field) ? "edit:tooMany.sentences" : "edit:tooMany.entries", {
            written: field.lines.length,
            max: SUMMARY_ITEMS_MAX,
          })}
        </FieldError>
      )}
    </section>
  );
}

/** Words between commas. */
function isTerms({ type }: EditableField): boolean {
  return type === "keywords" || type === "customHashtag";
}

/** Sentences one after the other, as they are read. */
function isProse({ type }: EditableField): boolean {
  return type === "summary" || type === "customText";
}

function addKey({ type }: EditableField) {
  if (type === "tasks") return "add.task" as const;
  return type === "customTable" ? ("add.row" as const) : ("add.line" as const);
}

function FieldBody(props: FieldProps) {
  const { field } = props;
  if (field.type === "tasks") return <EditTasks {...props} />;
  if (field.type === "customTable") return <EditTable {...props} />;
  if (isTerms(field)) return <EditTerms {...props} />;
  if (isProse(field)) return <EditProse {...props} />;
  return (
    <ul className="lines">
      {props.field.lines.map((line, index) => (
        <EditLine key={line.id} {...props} line={line} number={index + 1} />
      ))}
    </ul>
  );
}

function EditLine({ field, name, editing, line, number }: FieldProps & { line: Line; number: number }) {
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
            className={`edit reading${field.type === "titleSubtitle" ? " strong" : ""}${both}`}
            label={label}
            value={line.text}
            charsMax={charsMaxOf(field.type)}
            focused={editing.isNew(line.id)}
            onChange={(text) => say({ text })}
            onKeyDown={editing.moveByKey(field.key, line.id)}
          />
          {field.type === "titleSubtitle" && (
            <GrowingText
              label={t("subtitle", { field: name, number })}
              value={line.subtitle ?? ""}
              charsMax={SUMMARY_ITEM_CHARS_MAX}
              onChange={(subtitle) => say({ subtitle: subtitle || null })}
            />
          )}
          <CompareLine id={line.id} editing={editing} fieldKey={field.key} />
        </div>
        <LineTools label={label} fieldKey={field.key} line={line} editing={editing} />
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
