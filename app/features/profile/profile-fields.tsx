import { useTranslation } from "#app/i18n/use-translation.ts";
import { profileError } from "#app/contracts/profile-form.ts";
import { EMPLOYMENT_TYPES } from "#app/domain/account/profile.ts";
import { COMPANY_CHARS_MAX, PERSON_NAME_CHARS_MAX, PHONE_CHARS_MAX } from "#app/domain/limits/account.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";

/** The part of the form kit that a field needs. */
type FormField = { id: string; name: string; initialValue?: unknown; errors?: string[] | undefined };
type Props = { field: FormField };

const MAXIMA = { "company-too-long": COMPANY_CHARS_MAX, "name-too-long": PERSON_NAME_CHARS_MAX } as const;

/** The error of a field in words; null where there is none. */
function useError(): (field: FormField) => string | null {
  const { t } = useTranslation("profile");
  return ({ errors }) => {
    const error = profileError(errors);
    if (error === null) return null;
    return t(`error.${error}`, { max: error in MAXIMA ? MAXIMA[error as keyof typeof MAXIMA] : undefined });
  };
}

const textOf = ({ initialValue }: FormField) => (typeof initialValue === "string" ? initialValue : "");

/** The question of the onboarding, with both answers in sight. */
export function EmploymentChoice({ field, onChoose }: Props & { onChoose: (type: string) => void }) {
  const { t } = useTranslation("profile");
  const error = useError()(field);
  const errorId = `${field.id}-error`;
  return (
    <fieldset className="stack" aria-describedby={error ? errorId : undefined}>
      <legend className="shown">{t("employment.question")}</legend>
      {EMPLOYMENT_TYPES.map((type) => (
        <Checkbox
          key={type}
          type="radio"
          name={field.name}
          value={type}
          defaultChecked={textOf(field) === type}
          onChange={() => onChoose(type)}
          label={t(`employment.${type}`)}
        />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}

/** The same in the settings, as a list. */
export function EmploymentField({ field, onChoose }: Props & { onChoose: (type: string) => void }) {
  const { t } = useTranslation("profile");
  return (
    <Field label={t("employment.label")} id={field.id} error={useError()(field)} full>
      {(wiring) => (
        <Select
          {...wiring}
          name={field.name}
          defaultValue={textOf(field)}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {EMPLOYMENT_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`employment.${type}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** §5: required. Somebody who works for themselves may have no other name. */
export function CompanyField({ field, isFreelance }: Props & { isFreelance: boolean }) {
  const { t } = useTranslation("profile");
  const hint = isFreelance ? <span className="cap">{t("companyHint")}</span> : null;
  return (
    <Field label={t("company")} id={field.id} error={useError()(field)} hint={hint}>
      {(wiring) => (
        <input
          {...wiring}
          className="input"
          name={field.name}
          defaultValue={textOf(field)}
          autoComplete="organization"
          maxLength={COMPANY_CHARS_MAX}
          required
        />
      )}
    </Field>
  );
}

/** §5: required and valid, which the server decides. */
export function PhoneField({ field }: Props) {
  const { t } = useTranslation("profile");
  return (
    <Field label={t("phone")} id={field.id} error={useError()(field)} hint={t("phoneHint")}>
      {(wiring) => (
        <input
          {...wiring}
          className="input num"
          name={field.name}
          type="tel"
          defaultValue={textOf(field)}
          autoComplete="tel"
          maxLength={PHONE_CHARS_MAX}
          required
        />
      )}
    </Field>
  );
}

export function NameField({ field }: Props) {
  const { t } = useTranslation("profile");
  return (
    <Field label={t("name")} id={field.id} error={useError()(field)}>
      {(wiring) => (
        <input
          {...wiring}
          className="input"
          name={field.name}
          defaultValue={textOf(field)}
          autoComplete="name"
          maxLength={PERSON_NAME_CHARS_MAX}
          required
        />
      )}
    </Field>
  );
}
