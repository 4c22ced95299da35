import { useTranslation } from "react-i18next";
import { charsMaxOf } from "#app/domain/summary/edits/apply-edit.ts";
import { SUMMARY_ITEMS_MAX, SUMMARY_ITEM_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import type { EditableField, Line } from "#app/domain/summary/edits/line.ts";
import { CompareLine } from "#app/features/meeting/edit/compare-line.tsx";
import { isTooLong } from "#app/features/meeting/edit/draft.ts";
import { EditProse } from "#app/features/meeting/edit/edit-prose.tsx";
import { EditTable } from "#app/features/meeting/edit/edit-table.tsx";
import { EditTasks } from "#app/features/meeting/edit/edit-tasks.tsx";
import { EditTerms } from "#app/features/meeting/edit/edit-terms.tsx";
import { GrowingText } from "#app/features/meeting/edit/growing-text.tsx";
import { type FieldProps, WhenOf } from "#app/features/meeting/edit/line-when.tsx";
import { LineTools } from "#app/features/meeting/edit/line-tools.tsx";
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
