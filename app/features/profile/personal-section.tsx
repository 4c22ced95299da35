import { type SubmissionResult, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { onboardingPath } from "#app/domain/account/return-path.ts";
import type { Profile } from "#app/domain/account/profile.ts";
import { CompanyField, EmploymentField, NameField, PhoneField } from "#app/features/profile/profile-fields.tsx";
import { useProfileSave } from "#app/features/profile/use-profile-save.ts";
import { Badge, Dot } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  /** `phone` as it is shown. */
  profile: Profile;
  progress: { filled: number; of: number; isComplete: boolean };
  /** Whether phone, company and employment type are known; only then are they shown (§2). */
  isOnboarded: boolean;
  /** The name of the sign-in's provider. */
  provider: string;
  /** The answer to the form, where it was refused. Only a page without JavaScript sends it. */
  lastResult: SubmissionResult | null | undefined;
};

/** §2: e-mail, full name, phone, company, employment type, and whether the profile is complete. */
export function PersonalSection(props: Props) {
  const { t } = useTranslation("profile");
  const { isOnboarded } = props;
  return (
    <section id="personal" aria-labelledby="personal-heading">
      <h2 id="personal-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        {!isOnboarded && (
          <Notice
            action={
              <Link className={buttonClass("line")} to={onboardingPath("/settings")}>
                {t("finish")}
              </Link>
            }
          >
            {t("unfinished")}
          </Notice>
        )}
        {isOnboarded ? <WholeForm {...props} /> : <ShortForm {...props} />}
      </div>
    </section>
  );
}

/** Before the onboarding: what the provider has said. */
function ShortForm(props: Props) {
  const { name } = props.profile;
  const [, fields] = useForm({ id: "personal-form", lastResult: props.lastResult, defaultValue: { name } });
  const saving = useProfileSave({ name });
  return (
    <SavedForm saving={saving} intent="name">
      <NameField field={withError(fields.name, saving.errors.name)} />
      <EmailField {...props} />
      <Foot {...props} />
    </SavedForm>
  );
}

function WholeForm(props: Props) {
  const { name, phone, company, employmentType } = props.profile;
  const [chosen, setChosen] = useState<string | null>(employmentType);
  const stored = { name, phone: phone ?? "", company: company ?? "", employmentType: employmentType ?? "company" };
  const [, fields] = useForm({ id: "personal-form", lastResult: props.lastResult, defaultValue: stored });
  const saving = useProfileSave(stored);
  const { errors } = saving;
  return (
    <SavedForm saving={saving} intent="personal">
      <NameField field={withError(fields.name, errors.name)} />
      <EmailField {...props} />
      <PhoneField field={withError(fields.phone, errors.phone)} />
      <CompanyField field={withError(fields.company, errors.company)} isFreelance={chosen === "freelance"} />
      <EmploymentField field={withError(fields.employmentType, errors.employmentType)} onChoose={setChosen} />
      <Foot {...props} />
    </SavedForm>
  );
}

type SavedFormProps = { saving: ReturnType<typeof useProfileSave>; intent: "name" | "personal"; children: ReactNode };

/** Saves itself. Without JavaScript it is a form with a button. */
function SavedForm({ saving: { form, onChange, save }, intent, children }: SavedFormProps) {
  return (
    <form
      ref={form}
      className="two"
      method="post"
      noValidate
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
    </form>
  );
}

type FormField = { id: string; name: string; initialValue?: unknown; errors?: string[] | undefined };

/** The error of the last save counts; before there was one, that of a page without JavaScript. */
function withError({ id, name, initialValue, errors }: FormField, error: string | undefined): FormField {
  return { id, name, initialValue, errors: error === undefined ? errors : [error] };
}

/** Read-only: the address belongs to the sign-in. */
function EmailField({ profile, provider }: Props): ReactNode {
  const { t } = useTranslation("profile");
  return (
    <Field label={t("email")} hint={t("fromProvider", { provider })}>
      {(wiring) => <input {...wiring} className="input" value={profile.email ?? t("noEmail")} disabled readOnly />}
    </Field>
  );
}

function Foot({ progress: { filled, of, isComplete } }: Props) {
  const { t } = useTranslation("profile");
  return (
    <div className="row between row--wrap full">
      <span role="status">
        {isComplete ? (
          <Badge kind="done">{t("complete")}</Badge>
        ) : (
          <span className="badge badge--attention">
            <Dot kind="transcribing" />
            {t("incomplete", { filled, of })}
          </span>
        )}
      </span>
      <noscript>
        <Button type="submit" kind="primary" large>
          {t("save")}
        </Button>
      </noscript>
    </div>
  );
}
