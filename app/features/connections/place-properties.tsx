import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Place } from "#app/contracts/connections.ts";
import { NOTION_FIELDS, type NotionMapping, propertiesFor } from "#app/domain/collaboration/notion-fields.ts";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

type Props = { place: Place; mapping: NotionMapping; onChange: (mapping: NotionMapping) => void };

/** The properties of a database into which the fields of a meeting go. Only fields are shown that some property can take. */
export function PlaceProperties({ place, mapping, onChange }: Props) {
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
                  onChange(target.value === "" ? others : { ...others, [field]: target.value });
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
    </fieldset>
  );
}
