import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FieldMapping } from "#app/contracts/connections.ts";
import type { TemplatesAnswer } from "#app/contracts/template/template-answers.ts";
import { CRM_MAPPINGS_MAX } from "#app/domain/limits/deliveries.ts";
import { ACTA_FIELD_TYPES } from "#app/domain/template/template.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";

/** A property at the receiver: `id` never changes there, `label` may. */
export type Property = { id: string; label: string };
type Props = {
  /** The label of the second choice of a row. */
  label: string;
  templates: TemplatesAnswer;
  properties: readonly Property[];
  mappings: readonly FieldMapping[];
  onChange: (mappings: readonly FieldMapping[]) => void;
};

/** Rows of a field of the person's templates and the property into which it is written, both chosen from lists. */
export function FieldMappings({ label, templates, properties, mappings, onChange }: Props) {
  const { t } = useTranslation("connections");
  const known = new Map<string, string>();
  for (const { key, title, type } of templates.flatMap(({ fields }) => fields)) {
    const acta = ACTA_FIELD_TYPES.find((each) => each === type);
    const shown = title ?? (acta === undefined ? null : t(`fields.acta.${acta}`));
    if (shown !== null && !known.has(key)) known.set(key, shown);
  }
  const change = (place: number, over: Partial<FieldMapping>) =>
    onChange(mappings.map((mapping, index) => (index === place ? { ...mapping, ...over } : mapping)));
  return (
    <>
      {mappings.map(({ field, key, property }, place) => {
        const chosen = key ?? keyOf(known, field) ?? field;
        const title = known.get(chosen) ?? field;
        return (
          // The place is the identity of a row: both of its choices can be changed.
          // oxlint-disable-next-line react/no-array-index-key -- the rows have no id, and hold no state of their own
          <div className="app-mapping" key={place}>
            <Field label={t("fields.field")}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={chosen}
                  onChange={({ target: { value } }) => change(place, { field: known.get(value) ?? "", key: value })}
                >
                  {withChosen([{ id: "", label: "" }, ...listed(known)], { id: chosen, label: title }).map(option)}
                </Select>
              )}
            </Field>
            <Field label={label}>
              {(wiring) => (
                <Select
                  {...wiring}
                  value={property}
                  onChange={({ target }) => change(place, { property: target.value })}
                >
                  {withChosen([{ id: "", label: "" }, ...properties], { id: property, label: property }).map(option)}
                </Select>
              )}
            </Field>
            <Button
              kind="quiet"
              aria-label={t("fields.remove", { field: title })}
              onClick={() => onChange(mappings.filter((_mapping, index) => index !== place))}
            >
              <Icon name="trash" />
            </Button>
          </div>
        );
      })}
      {mappings.length < CRM_MAPPINGS_MAX && (
        <p>
          <Button onClick={() => onChange([...mappings, { field: "", property: "" }])}>
            <Icon name="plus" />
            {t("fields.add")}
          </Button>
        </p>
      )}
    </>
  );
}

/** The rows in which both were chosen. */
export function wholeMappings(mappings: readonly FieldMapping[]): FieldMapping[] {
  return mappings.filter(({ field, property }) => field.trim() !== "" && property !== "");
}

function option({ id, label }: Property) {
  return (
    <option key={id} value={id}>
      {label}
    </option>
  );
}

/** The field of a title that was typed before fields had keys here. */
function keyOf(known: ReadonlyMap<string, string>, field: string): string | undefined {
  const title = field.trim().toLocaleLowerCase();
  return [...known].find(([, shown]) => shown.toLocaleLowerCase() === title)?.[0];
}

/** One option for each title: minutes are searched by title too. */
function listed(known: ReadonlyMap<string, string>): Property[] {
  return [
    ...new Map([...known].toReversed().map(([id, label]) => [label.toLocaleLowerCase(), { id, label }])).values(),
  ].toReversed();
}

/** A choice that is not offered any more stays in the list. */
function withChosen(offered: readonly Property[], chosen: Property): readonly Property[] {
  return offered.some(({ id }) => id === chosen.id) ? offered : [...offered, chosen];
}
