import { useEffect, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { listTemplates } from "#app/contracts/endpoints/templates.ts";
import type { RuleTest } from "#app/domain/folders/rule.ts";
import { BASIC_SYSTEM_WORD } from "#app/domain/template/template.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

type Value = { chosen: readonly RuleTest[]; templateId: string | null };
type Props = { offers: readonly RuleTest[]; value: Value; onChange: (value: Value) => void };

/** "Always put meetings with @girona.example here", and with which template. */
export function RuleOffers({ offers, value, onChange }: Props) {
  const { t } = useTranslation("folders");
  const { chosen, templateId } = value;
  if (offers.length === 0) return null;
  return (
    <fieldset className="field">
      <legend className="strong">{t("always.label")}</legend>
      {offers.map((offer) => (
        <Checkbox
          key={`${offer.kind} ${offer.value}`}
          label={t(`always.${offer.kind}`, { value: offer.value })}
          checked={chosen.includes(offer)}
          onChange={({ target }) =>
            onChange({
              ...value,
              chosen: target.checked ? [...chosen, offer] : chosen.filter((each) => each !== offer),
            })
          }
        />
      ))}
      {chosen.length > 0 && (
        <TemplateChoice value={templateId} onChange={(id) => onChange({ ...value, templateId: id })} />
      )}
    </fieldset>
  );
}

function TemplateChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { t } = useTranslation("folders");
  const [templates, setTemplates] = useState<readonly { id: string | null; name: string }[]>([]);
  useEffect(() => {
    const leave = new AbortController();
    const read = async () => {
      const end = await callApi(listTemplates, { signal: leave.signal });
      if (end.ok && !leave.signal.aborted) setTemplates(end.value);
    };
    void read();
    return () => leave.abort();
  }, []);
  return (
    <Field label={t("always.template")}>
      {(wiring) => (
        <Select {...wiring} value={value ?? ""} onChange={({ target }) => onChange(target.value || null)}>
          <option value="">{t("always.anyTemplate")}</option>
          {templates.map(({ id, name }) => (
            <option key={id ?? BASIC_SYSTEM_WORD} value={id ?? BASIC_SYSTEM_WORD}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
