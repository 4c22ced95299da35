import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { Sends } from "#app/features/connections/chosen-settings.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { FieldError } from "#app/ui/field.tsx";

/** `id`: null is Basic system. */
type TemplateChoice = { id: string | null; name: string };

type Props = {
  sends: Sends;
  chosen: readonly (string | null)[];
  templates: readonly TemplateChoice[];
  error: string | undefined;
  onSends: (sends: Sends) => void;
  onTemplates: (templates: (string | null)[]) => void;
};

const SENDS = ["hand", "all", "templates"] as const;

/** When minutes are sent, and for which templates. */
export function SendsFields({ sends, chosen, templates, error, onSends, onTemplates }: Props) {
  const { t } = useTranslation("collaboration");
  const id = useId();
  return (
    <fieldset className="place-sends" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className="label">{t("when")}</legend>
      {SENDS.map((each) => (
        <Checkbox
          key={each}
          type="radio"
          name={`${id}-sends`}
          value={each}
          checked={sends === each}
          onChange={() => onSends(each)}
          label={t(`sends.${each}`)}
        />
      ))}
      {sends === "templates" && (
        <div className="place-templates" role="group" aria-label={t("sends.templates")}>
          {templates.map((template) => (
            <Checkbox
              key={template.id ?? ""}
              checked={chosen.includes(template.id)}
              onChange={({ target }) =>
                onTemplates(target.checked ? [...chosen, template.id] : chosen.filter((each) => each !== template.id))
              }
              label={template.id === null ? t("basic") : template.name}
            />
          ))}
        </div>
      )}
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
