import { useTranslation } from "#app/i18n/use-translation.ts";
import {
  COLUMN_CHOICE_CHARS_MAX,
  COLUMN_CHOICES_MAX,
  COLUMN_NAME_CHARS_MAX,
  TABLE_COLUMNS_MAX,
} from "#app/domain/limits/templates.ts";
import { COLUMN_KINDS, type TableColumn } from "#app/domain/template/template.ts";
import { explain, type Problems, problemsOfColumn } from "#app/features/templates/builder/problems.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";

type Props = {
  columns: readonly TableColumn[];
  problems: Problems;
  onChange: (columns: TableColumn[]) => void;
};

/** The columns of a table, each with its name and its kind. */
export function ColumnsEditor({ columns, problems, onChange }: Props) {
  const { t } = useTranslation("templateBuilder");
  const say = explain(t, problemsOfColumn(problems, null));
  const change = (index: number, changes: Partial<TableColumn>) =>
    onChange(columns.map((column, each) => (each === index ? { ...column, ...changes } : column)));
  const wrong = say("columns-missing") ?? say("too-many-columns");
  return (
    <fieldset className="stack full">
      <legend className="shown">{t("field.columns")}</legend>
      <div className="bf__columns">
        {columns.map((column, index) => (
          <ColumnRow
            // oxlint-disable-next-line react/no-array-index-key -- a column is known by its place alone
            key={index}
            number={index + 1}
            column={column}
            problems={problemsOfColumn(problems, index)}
            onChange={(changes) => change(index, changes)}
            onRemove={() => onChange(columns.toSpliced(index, 1))}
          />
        ))}
      </div>
      {wrong !== undefined && <FieldError>{wrong}</FieldError>}
      {columns.length < TABLE_COLUMNS_MAX && (
        <p>
          <Button kind="quiet" onClick={() => onChange([...columns, { name: "", kind: "text" }])}>
            <Icon name="plus" />
            {t("field.addColumn")}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

type RowProps = {
  number: number;
  column: TableColumn;
  problems: Problems;
  onChange: (changes: Partial<TableColumn>) => void;
  onRemove: () => void;
};

function ColumnRow({ number, column, problems, onChange, onRemove }: RowProps) {
  const { t } = useTranslation(["templateBuilder", "templates"]);
  const say = explain(t, problems);
  const isLong = Array.from(column.name).length > COLUMN_NAME_CHARS_MAX;
  const wrongName = isLong ? t("error.tooLong") : (say("column-name-missing") ?? say("duplicate-column"));
  const choices = column.choices ?? [];
  const isMany = choices.length > COLUMN_CHOICES_MAX;
  const isLongChoice = choices.some((choice) => Array.from(choice).length > COLUMN_CHOICE_CHARS_MAX);
  const wrongChoices = isMany
    ? t("error.choicesMax", { max: COLUMN_CHOICES_MAX })
    : isLongChoice
      ? t("error.tooLong")
      : say("choices-missing");
  return (
    <div className="stack">
      <div className="bf__column">
        <input
          className="input"
          aria-label={t("field.column", { number })}
          placeholder={t("field.column", { number })}
          aria-invalid={wrongName !== undefined || undefined}
          value={column.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <Select
          aria-label={t("field.kindOf", { number })}
          value={column.kind}
          onChange={({ target }) => {
            const kind = COLUMN_KINDS.find((each) => each === target.value);
            if (kind) onChange({ kind, choices: kind === "choice" ? (column.choices ?? []) : undefined });
          }}
        >
          {COLUMN_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`templates:kind.${kind}`)}
            </option>
          ))}
        </Select>
        <Button kind="quiet" icon aria-label={t("field.removeColumn", { number })} onClick={onRemove}>
          <Icon name="close" />
        </Button>
      </div>
      {column.kind === "choice" && (
        <input
          className="input"
          aria-label={t("field.choices", { number })}
          placeholder={t("field.choices", { number })}
          aria-invalid={wrongChoices !== undefined || undefined}
          value={choices.join(",")}
          onChange={({ target }) => onChange({ choices: target.value === "" ? [] : target.value.split(",") })}
        />
      )}
      {wrongName !== undefined && <FieldError>{wrongName}</FieldError>}
      {wrongChoices !== undefined && <FieldError>{wrongChoices}</FieldError>}
    </div>
  );
}
