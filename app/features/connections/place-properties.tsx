import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Place } from "#app/contracts/connections.ts";
import type { TemplatesAnswer } from "#app/contracts/template/template-answers.ts";
import { isWorded, NOTION_FIELDS, propertiesFor } from "#app/domain/collaboration/notion-fields.ts";
import type { ChosenSettings } from "#app/features/connections/chosen-settings.ts";
import { FieldMappings } from "#app/features/connections/field-mappings.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

type Chosen = Pick<ChosenSettings, "mapping" | "fields">;
type Props = { place: Place; templates: TemplatesAnswer; chosen: Chosen; onChange: (over: Partial<Chosen>) => void };

/** The properties of a database into which the fields of a meeting go. Only fields are shown that some property can take. */
export function PlaceProperties({ place, templates, chosen: { mapping, fields }, onChange }: Props) {
  const { t } = useTranslation("collaboration");
  const offered = NOTION_FIELDS.flatMap((field) => {
    const properties = propertiesFor(field, place.properties);
    return properties.length === 0 ? [] : [{ field, properties }];
  });
  return (
    <fieldset className="place-sends">
      <legend className="label">{t("fields")}</legend>
      <p className="hint">{t("fieldsHint")}</p>
      <div className="two">
        {offered.map(({ field, properties }) => (
          <Field key={field} label={t(`field.${field}`)}>
            {(wiring) => (
              <Select
                {...wiring}
                value={mapping[field] ?? ""}
                onChange={({ target }) => {
                  const { [field]: _before, ...others } = mapping;
                  onChange({ mapping: target.value === "" ? others : { ...others, [field]: target.value } });
                }}
              >
                <option value="">{t("unmapped")}</option>
                {properties.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ))}
      </div>
      <FieldMappings
        label={t("property")}
        templates={templates}
        properties={place.properties.filter(isWorded).map(({ id, name: shown }) => ({ id, label: shown }))}
        mappings={fields}
        onChange={(next) => onChange({ fields: next })}
      />
    </fieldset>
  );
}
