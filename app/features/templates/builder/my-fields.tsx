import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SavedField } from "#app/contracts/template/template-answers.ts";
import { AddButton } from "#app/features/templates/builder/add-button.tsx";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Spinner } from "#app/ui/progress.tsx";

export type MyFieldsProps = {
  /** Null before they are read. */
  fields: readonly SavedField[] | null;
  isFailed: boolean;
  onAgain: () => void;
  isIn: (field: SavedField) => boolean;
  onAdd: (field: SavedField) => void;
  onDelete: (field: SavedField) => void;
  /** Gives the newest version to all templates that have an earlier one. */
  onApply: (field: SavedField) => void;
};

/** §2: 'My fields', each with the templates that have it. */
export function MyFields({ fields, isFailed, onAgain, isIn, onAdd, onDelete, onApply }: MyFieldsProps) {
  const { t } = useTranslation(["templateBuilder", "templates", "common"]);
  const { titleOf, typeOf } = useTemplateNames();
  if (fields === null) {
    return isFailed ? (
      <div className="row" role="alert">
        <p>{t("templates:failed")}</p>
        <Button onClick={onAgain}>{t("common:action.retry")}</Button>
      </div>
    ) : (
      <p className="row muted">
        <Spinner />
        {t("mine.loading")}
      </p>
    );
  }
  if (fields.length === 0) return <p className="muted">{t("mine.empty")}</p>;
  return (
    <ul className="entries">
      {fields.map((saved) => {
        const title = titleOf(saved.field);
        const outdated = saved.usedIn.filter(({ version }) => version < saved.version);
        return (
          <li className="entry" key={saved.id}>
            <div>
              <p className="strong">{title}</p>
              <p className="note muted">
                {typeOf(saved.field.type)}.{" "}
                {saved.usedIn.length === 0
                  ? t("mine.unused")
                  : t("mine.usedIn", { names: saved.usedIn.map(({ name }) => name).join(", ") })}
              </p>
              {outdated.length > 0 && (
                <p className="note row row--wrap">
                  {t("mine.outdated", { count: outdated.length })}{" "}
                  <Button kind="quiet" onClick={() => onApply(saved)}>
                    {t("mine.apply")}
                  </Button>
                </p>
              )}
            </div>
            <div className="row">
              <AddButton title={title} isIn={isIn(saved)} onAdd={() => onAdd(saved)} />
              <Button
                kind="quiet"
                icon
                className="muted"
                aria-label={t("mine.delete", { title })}
                onClick={() => onDelete(saved)}
              >
                <Icon name="trash" />
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
