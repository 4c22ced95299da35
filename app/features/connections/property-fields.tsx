import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { FieldMapping } from "#app/contracts/connections.ts";
import { listProperties } from "#app/contracts/endpoints/connections.ts";
import { listTemplates } from "#app/contracts/endpoints/templates.ts";
import type { TemplatesAnswer } from "#app/contracts/template/template-answers.ts";
import { FieldMappings, type Property } from "#app/features/connections/field-mappings.tsx";

type Props = {
  connectionId: string;
  mappings: readonly FieldMapping[];
  onChange: (mappings: readonly FieldMapping[]) => void;
};
type Offered = { properties: readonly Property[]; templates: TemplatesAnswer; isFailed: boolean };

/** Fields of the minutes that are written into fields of contacts. The CRM is asked which of its fields take text. */
export function PropertyFields({ connectionId, mappings, onChange }: Props) {
  const { t } = useTranslation("connections");
  const [offered, setOffered] = useState<Offered>({ properties: [], templates: [], isFailed: false });
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    const load = async () => {
      const [properties, templates] = await Promise.all([
        callApi(listProperties, { params: { connection_id: connectionId }, signal }),
        callApi(listTemplates, { signal }),
      ]);
      if (signal.aborted) return;
      setOffered({
        properties: properties.ok ? properties.value.properties.map(({ name: id, label }) => ({ id, label })) : [],
        templates: templates.ok ? templates.value : [],
        isFailed: !properties.ok || !templates.ok,
      });
    };
    void load();
    return () => leave.abort();
  }, [connectionId]);
  const { properties, templates, isFailed } = offered;
  return (
    <fieldset className="app-choices">
      <legend className="label">{t("fields.legend")}</legend>
      <p className="hint">{t("fields.hint")}</p>
      {isFailed && <p role="alert">{t("fields.failed")}</p>}
      <FieldMappings label={t("fields.property")} {...{ templates, properties, mappings, onChange }} />
    </fieldset>
  );
}
