import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CrmSettings } from "#app/contracts/connections.ts";
import { listProperties } from "#app/contracts/endpoints/connections.ts";
import { CRM_MAPPINGS_MAX } from "#app/domain/limits/deliveries.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";

export type Mapping = CrmSettings["properties"][number];
type Props = { connectionId: string; mappings: readonly Mapping[]; onChange: (mappings: readonly Mapping[]) => void };

/** Fields of the minutes that are written into fields of contacts. The CRM is asked which of its fields take text. */
export function PropertyFields({ connectionId, mappings, onChange }: Props) {
  const { t } = useTranslation("connections");
  const [properties, setProperties] = useState<readonly { name: string; label: string }[]>([]);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    let isLeft = false;
    const load = async () => {
      const read = await callApi(listProperties, { params: { connection_id: connectionId } });
      if (isLeft) return;
      if (read.ok) setProperties(read.value.properties);
      else setFailed(true);
    };
    void load();
    return () => {
      isLeft = true;
    };
  }, [connectionId]);
  const change = (place: number, over: Partial<Mapping>) =>
    onChange(mappings.map((mapping, index) => (index === place ? { ...mapping, ...over } : mapping)));
  return (
    <fieldset className="app-choices">
      <legend className="label">{t("fields.legend")}</legend>
      <p className="hint">{t("fields.hint")}</p>
      {isFailed && <p role="alert">{t("fields.failed")}</p>}
      {mappings.map(({ field, property }, place) => (
        // The place is the identity of a row: both of its words can be changed.
        // oxlint-disable-next-line react/no-array-index-key -- the rows have no id, and hold no state of their own
        <div className="app-mapping" key={place}>
          <Field label={t("fields.field")}>
            {(wiring) => (
              <input
                {...wiring}
                className="input"
                maxLength={120}
                value={field}
                onChange={({ target }) => change(place, { field: target.value })}
              />
            )}
          </Field>
          <Field label={t("fields.property")}>
            {(wiring) => (
              <Select {...wiring} value={property} onChange={({ target }) => change(place, { property: target.value })}>
                {[{ name: "", label: "" }, ...withChosen(properties, property)].map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button
            kind="quiet"
            aria-label={t("fields.remove", { field })}
            onClick={() => onChange(mappings.filter((_mapping, index) => index !== place))}
          >
            <Icon name="trash" />
          </Button>
        </div>
      ))}
      {mappings.length < CRM_MAPPINGS_MAX && (
        <p>
          <Button onClick={() => onChange([...mappings, { field: "", property: "" }])}>
            <Icon name="plus" />
            {t("fields.add")}
          </Button>
        </p>
      )}
    </fieldset>
  );
}

/** A field that was chosen stays in the list while the CRM does not answer. */
function withChosen(properties: readonly { name: string; label: string }[], chosen: string) {
  const isListed = chosen === "" || properties.some(({ name }) => name === chosen);
  return isListed ? properties : [{ name: chosen, label: chosen }, ...properties];
}
