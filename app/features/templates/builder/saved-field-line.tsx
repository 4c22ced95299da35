import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SavedField } from "#app/contracts/template/template-answers.ts";
import { type FieldDraft, isActaField } from "#app/domain/template/template-rules.ts";
import { comparableField } from "#app/features/templates/builder/builder-draft.ts";
import { Button } from "#app/ui/button.tsx";

export type SavedFieldActions = {
  /** Null before they are read, or when they could not be. */
  fields: readonly SavedField[] | null;
  /** Keeps the field under 'My fields'; the answer is what the template's copy is to have. */
  keep: (field: FieldDraft) => Promise<Partial<FieldDraft> | null>;
  /** Saves the field's new wording under 'My fields', too. */
  saveNewer: (saved: SavedField, field: FieldDraft) => Promise<Partial<FieldDraft> | null>;
};

type Props = { field: FieldDraft; actions: SavedFieldActions; onChange: (changes: Partial<FieldDraft>) => void };

/** Actions between a field of the template and 'My fields': keep it there, take the newer version, or give it one. */
export function SavedFieldLine({ field, actions, onChange }: Props) {
  const { t } = useTranslation("templateBuilder");
  if (isActaField(field) || actions.fields === null) return null;
  const saved = actions.fields.find(({ id }) => id === field.savedFieldId);
  const apply = async (asked: Promise<Partial<FieldDraft> | null>) => {
    const changes = await asked;
    if (changes) onChange(changes);
  };
  if (saved === undefined) {
    return (
      <p className="full">
        <Button kind="quiet" onClick={() => void apply(actions.keep(field))}>
          {t("mine.keepThis")}
        </Button>
      </p>
    );
  }
  if (saved.version > (field.savedFieldVersion ?? 0)) {
    return (
      <p className="full row row--wrap">
        <span className="note muted">{t("mine.newer")}</span>
        <Button kind="quiet" onClick={() => onChange(copyOf(saved))}>
          {t("mine.update")}
        </Button>
      </p>
    );
  }
  const isSame = wordingOf(field) === wordingOf(saved.field);
  return isSame ? null : (
    <p className="full">
      <Button kind="quiet" onClick={() => void apply(actions.saveNewer(saved, field))}>
        {t("mine.saveNewer")}
      </Button>
    </p>
  );
}

/** The saved field's own parts, as a template's copy has them; whether it is required belongs to the template. */
export function copyOf({ id, version, field }: SavedField): Partial<FieldDraft> {
  const { title, prompt, type, description, columns } = field;
  return { title, prompt, type, description, columns, savedFieldId: id, savedFieldVersion: version };
}

function wordingOf(field: FieldDraft): string {
  const { title, prompt, type, description, columns } = comparableField(field);
  return JSON.stringify([title, prompt, type, description, columns]);
}
