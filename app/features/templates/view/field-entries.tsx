import { useTranslation } from "#app/i18n/use-translation.ts";
import type { TableColumn, TemplateField } from "#app/domain/template/template.ts";
import { useTemplateNames } from "#app/features/templates/template-names.ts";

/** The fields of a template as they are read: title, prompt or description, type, and the columns of a table with their choices. */
export function FieldEntries({ fields }: { fields: readonly TemplateField[] }) {
  const { t } = useTranslation("templates");
  const { titleOf, promptOf, typeOf } = useTemplateNames();
  const kindOf = ({ kind, choices }: TableColumn) =>
    kind === "choice" && choices?.length
      ? t("kindWithChoices", { kind: t("kind.choice"), choices: choices.join(", ") })
      : t(`kind.${kind}`);
  return (
    <ol className="entries" aria-label={t("fieldsInOrder")}>
      {fields.map((field) => (
        <li className="entry" key={field.key}>
          <div>
            <p className="strong">
              {titleOf(field)} {field.required && <span className="plan">{t("required")}</span>}
            </p>
            {field.description && <p className="note">{field.description}</p>}
            <p className="note muted">{promptOf(field)}</p>
            {field.columns && field.columns.length > 0 && (
              <p className="note muted">
                {t("columnsOf", {
                  names: field.columns.map((column) => `${column.name} (${kindOf(column)})`).join(", "),
                })}
              </p>
            )}
          </div>
          <span className="note muted">{typeOf(field.type)}</span>
        </li>
      ))}
    </ol>
  );
}
