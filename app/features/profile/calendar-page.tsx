import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { onboardingPath } from "#app/domain/account/return-path.ts";
import { OnboardingFrame } from "#app/features/profile/onboarding-frame.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** §2, step 2: connecting a calendar, or going on without one. `connect`: the ways to connect one. */
export function CalendarPage({ returnTo, connect }: { returnTo: string; connect: ReactNode }) {
  const { t } = useTranslation("onboarding");
  return (
    <OnboardingFrame step={2} minutes={1} title={t("calendar.title")} lead={t("calendar.lead")}>
      {connect}
      <p className="hint">{t("calendar.hint")}</p>
      <div className="row row--wrap between">
        <Link className={buttonClass("quiet", "btn--l back")} to={onboardingPath(returnTo)}>
          <Icon name="previous" />
          {t("calendar.back")}
        </Link>
        <Link className={buttonClass("quiet", "btn--l fwd")} to={returnTo}>
          {t("calendar.without")}
        </Link>
      </div>
    </OnboardingFrame>
  );
}
