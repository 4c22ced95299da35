import { useEffect } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import {
  FIELD_DESCRIPTION_CHARS_MAX,
  FIELD_PROMPT_CHARS_MAX,
  FIELD_TITLE_CHARS_MAX,
} from "#app/domain/limits/templates.ts";
import { type FieldDraft, isActaField } from "#app/domain/template/template-rules.ts";
import {
  ACTA_FIELD_TYPES,
  CUSTOM_FIELD_TYPES,
  FIELD_TYPES,
  type FieldType,
  hasColumns,
} from "#app/domain/template/template.ts";
import { LimitedText } from "#app/features/templates/builder/limited-text.tsx";
import { explain, type Problems } from "#app/features/templates/builder/problems.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

const columnsEditor = lazy(
  async () => (await import("#app/features/templates/builder/columns-editor.tsx")).ColumnsEditor,
  ["templates", "templateBuilder"],
);

type Props = {
  field: FieldDraft;
  problems: Problems;
  onChange: (changes: Partial<FieldDraft>) => void;
};

/** Everything about one field: §3. The title of an Acta field is a text of the interface until a person writes another. */
export function FieldEditor({ field, problems, onChange }: Props) {
  const { t } = useTranslation(["templateBuilder", "templates"]);
  // So that a field that becomes a table has its columns at once.
  useEffect(() => columnsEditor.fetchAhead(), []);
  const isActa = isActaField(field);
  const own = isActa && field.type !== null ? t(`templates:type.${field.type}`) : undefined;
  const say = explain(t, problems);
  return (
    <>
      <LimitedText
        label={t("field.title")}
        value={field.title ?? ""}
        placeholder={own}
        onChange={(title) => onChange({ title: isActa && title === "" ? null : title })}
        charsMax={FIELD_TITLE_CHARS_MAX}
        error={say("title-missing") ?? say("duplicate-field")}
        isRequired={!isActa}
        isFull
      />
      <LimitedText
        label={t("field.prompt")}
        value={field.prompt}
        onChange={(prompt) => onChange({ prompt })}
        charsMax={FIELD_PROMPT_CHARS_MAX}
        hint={t("field.promptHint")}
        error={say("prompt-missing")}
        rows={3}
        isRequired
        isFull
      />
      <TypeField
        type={field.type}
        isFixed={isActa}
        error={say("type-missing")}
        onChange={(type) => onChange({ type })}
      />
      <LimitedText
        label={t("field.description")}
        value={field.description ?? ""}
        onChange={(description) => onChange({ description: description === "" ? null : description })}
        charsMax={FIELD_DESCRIPTION_CHARS_MAX}
        isOptional
      />
      {hasColumns(field.type) && (
        <WhenLoaded
          part={columnsEditor}
          props={{ columns: field.columns ?? [], problems, onChange: (columns) => onChange({ columns }) }}
        />
      )}
      <div className="full">
        <Checkbox
          checked={field.required}
          onChange={({ target }) => onChange({ required: target.checked })}
          label={
            <>
              {t("templates:required")} <span className="muted note">{t("field.requiredHint")}</span>
            </>
          }
        />
      </div>
    </>
  );
}

type TypeProps = {
  type: FieldType | null;
  /** An Acta field has its own type. */
  isFixed: boolean;
  error: string | undefined;
  onChange: (type: FieldType) => void;
};

function TypeField({ type, isFixed, error, onChange }: TypeProps) {
  const { t } = useTranslation(["templateBuilder", "templates", "common"]);
  const options = (types: readonly FieldType[]) =>
    types.map((each) => (
      <option key={each} value={each}>
        {t(`templates:type.${each}`)}
      </option>
    ));
  return (
    <Field label={t("field.type")} error={error}>
      {(wiring) => (
        <Select
          {...wiring}
          value={type ?? ""}
          disabled={isFixed}
          required
          onChange={({ target }) => {
            const chosen = FIELD_TYPES.find((each) => each === target.value);
            if (chosen) onChange(chosen);
          }}
        >
          {type === null && <option value="">{t("field.chooseType")}</option>}
          <optgroup label={t("templates:custom")}>{options(CUSTOM_FIELD_TYPES)}</optgroup>
          <optgroup label={t("add.acta", { product: t("common:product") })}>{options(ACTA_FIELD_TYPES)}</optgroup>
        </Select>
      )}
    </Field>
  );
}
