import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { anyPhone } from "#app/contracts/profile-form.ts";
import type { Profile } from "#app/domain/account/profile.ts";
import { parseOnboarding } from "#app/features/profile/parse-profile.ts";
import { CompanyField, EmploymentChoice, PhoneField } from "#app/features/profile/profile-fields.tsx";
import { Button } from "#app/ui/button.tsx";

export type OnboardingProps = {
  /** `phone` as it is shown. */
  profile: Profile;
  /** The page that the onboarding leads on to. */
  returnTo: string;
  /** The answer to the form, where it was refused. */
  lastResult: SubmissionResult | null | undefined;
};

const LATER = "onboarding-later";

/** The form of step 1, which checks what is typed. */
export function OnboardingForm({ profile, returnTo, lastResult }: OnboardingProps) {
  const { t } = useTranslation("onboarding");
  // Null while nothing is sent: each button shows the work of its own form.
  const sent = useNavigation().formData?.get("intent") ?? null;
  const [employmentType, setEmploymentType] = useState<string>(profile.employmentType ?? "company");
  const [form, fields] = useForm({
    id: "onboarding",
    lastResult,
    defaultValue: {
      employmentType: profile.employmentType ?? "company",
      company: profile.company ?? "",
      phone: profile.phone ?? "",
    },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseOnboarding(formData, anyPhone),
  });
  return (
    <>
      <Form method="post" className="bare__in" {...getFormProps(form)}>
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="returnTo" value={returnTo} />
        <EmploymentChoice field={fields.employmentType} onChoose={setEmploymentType} />
        <CompanyField field={fields.company} isFreelance={employmentType === "freelance"} />
        <PhoneField field={fields.phone} />
        <div className="row row--wrap between">
          {/* Of a form of its own: Enter in a field presses the first button of the field's form. */}
          <Button type="submit" kind="quiet" large className="back" form={LATER} busy={sent === "later"} still>
            {t("later")}
          </Button>
          <Button type="submit" kind="primary" large busy={sent === "save"} still>
            {t("continue")}
          </Button>
        </div>
      </Form>
      <Form id={LATER} method="post">
        <input type="hidden" name="intent" value="later" />
        <input type="hidden" name="returnTo" value={returnTo} />
      </Form>
    </>
  );
}
