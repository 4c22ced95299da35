import type { Translate } from "#app/i18n/translate.ts";
import { COLUMN_CHOICES_MAX, TABLE_COLUMNS_MAX, TEMPLATE_FIELDS_MAX } from "#app/domain/limits/templates.ts";
import type { ProblemReason, TemplateProblem } from "#app/domain/template/template-rules.ts";
import { assertNever } from "#app/domain/invariant.ts";

/** The rules that a field or a column breaks, as the builder shows them. */
export type Problems = readonly Omit<TemplateProblem, "field">[];

export function problemsOfField(problems: readonly TemplateProblem[], index: number): Problems {
  return problems.filter(({ field }) => field === index);
}

/** Null: those of the table as a whole. */
export function problemsOfColumn(problems: Problems, index: number | null): Problems {
  return problems.filter(({ column }) => column === index);
}

type Texts = Translate<"templateBuilder">;

/** Returns the text of a reason that is among the problems; undefined of any other. */
export function explain(t: Texts, problems: Problems) {
  return (reason: ProblemReason): string | undefined =>
    problems.some((problem) => problem.reason === reason) ? textOf(t, reason) : undefined;
}

function textOf(t: Texts, reason: ProblemReason): string {
  switch (reason) {
    case "name-missing":
    case "fields-missing":
      return t("error.incomplete");
    case "title-missing":
      return t("error.fieldTitle");
    case "prompt-missing":
      return t("error.fieldPrompt");
    case "type-missing":
      return t("error.fieldType");
    case "columns-missing":
      return t("error.columns");
    case "column-name-missing":
      return t("error.columnName");
    case "duplicate-column":
      return t("error.columnTwice");
    case "choices-missing":
      return t("error.choices");
    case "duplicate-field":
      return t("error.duplicateTitle");
    case "too-many-fields":
      return t("add.full", { max: TEMPLATE_FIELDS_MAX });
    case "too-many-columns":
      return t("error.columnsMax", { max: TABLE_COLUMNS_MAX });
    case "too-many-choices":
      return t("error.choicesMax", { max: COLUMN_CHOICES_MAX });
    case "name-too-long":
    case "description-too-long":
    case "title-too-long":
    case "prompt-too-long":
    case "field-description-too-long":
    case "column-name-too-long":
    case "choice-too-long":
      return t("error.tooLong");
    default:
      return assertNever(reason);
  }
}
