import { OnboardingFrame } from "#app/features/profile/onboarding-frame.tsx";
import type { OnboardingProps } from "#app/features/profile/onboarding-form.tsx";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** With the code that checks it, a fifth of the page. */
const OnboardingForm = lazyPart(
  lazy(
    async () => (await import("#app/features/profile/onboarding-form.tsx")).OnboardingForm,
    ["onboarding", "profile"],
  ),
);

/** §2, step 1: employment type, phone, company. It can be postponed, and works without JavaScript. */
export function OnboardingPage(props: OnboardingProps) {
  const { t } = useTranslation("onboarding");
  const name = props.profile.name.split(" ", 1)[0] ?? "";
  return (
    <OnboardingFrame
      step={1}
      minutes={2}
      title={name === "" ? t("welcome") : t("welcomeName", { name })}
      lead={t("lead")}
    >
      <OnboardingForm {...props} />
    </OnboardingFrame>
  );
}
