import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { anyPhone } from "#app/contracts/profile-form.ts";
import { onboardingPath } from "#app/domain/account/return-path.ts";
import type { Profile } from "#app/domain/account/profile.ts";
import { parseName, parsePersonal } from "#app/features/profile/parse-profile.ts";
import { CompanyField, EmploymentField, NameField, PhoneField } from "#app/features/profile/profile-fields.tsx";
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
  /** The answer to the form, where it was refused. */
  lastResult: SubmissionResult | null | undefined;
};

/** §2: e-mail, full name, phone, company, employment type, and whether the profile is complete. */
export function PersonalSection(props: Props) {
  const { t } = useTranslation("profile");
  const { profile, isOnboarded } = props;
  // A saved form begins again with what was stored, such as the number in its international form.
  const stored = JSON.stringify(profile);
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
        {isOnboarded ? <WholeForm key={stored} {...props} /> : <ShortForm key={stored} {...props} />}
      </div>
    </section>
  );
}

/** Before the onboarding: what the provider has said. */
function ShortForm(props: Props) {
  const [form, fields] = useForm({
    id: "personal-form",
    lastResult: props.lastResult,
    defaultValue: { name: props.profile.name },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseName(formData),
  });
  return (
    <Form method="post" className="two" {...getFormProps(form)}>
      <input type="hidden" name="intent" value="name" />
      <NameField field={fields.name} />
      <EmailField {...props} />
      <Foot {...props} />
    </Form>
  );
}

function WholeForm(props: Props) {
  const { name, phone, company, employmentType } = props.profile;
  const [chosen, setChosen] = useState<string | null>(employmentType);
  const [form, fields] = useForm({
    id: "personal-form",
    lastResult: props.lastResult,
    defaultValue: { name, phone: phone ?? "", company: company ?? "", employmentType: employmentType ?? "company" },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parsePersonal(formData, anyPhone),
  });
  return (
    <Form method="post" className="two" {...getFormProps(form)}>
      <input type="hidden" name="intent" value="personal" />
      <NameField field={fields.name} />
      <EmailField {...props} />
      <PhoneField field={fields.phone} />
      <CompanyField field={fields.company} isFreelance={chosen === "freelance"} />
      <EmploymentField field={fields.employmentType} onChoose={setChosen} />
      <Foot {...props} />
    </Form>
  );
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
  const isBusy = useNavigation().formMethod === "POST";
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
      <Button type="submit" kind="primary" large busy={isBusy} still>
        {t("save")}
      </Button>
    </div>
  );
}
