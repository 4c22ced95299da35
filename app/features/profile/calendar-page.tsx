import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { onboardingPath } from "#app/domain/account/return-path.ts";
import { OnboardingFrame } from "#app/features/profile/onboarding-frame.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

const NOT_YET = "calendar-not-yet";

/** §2, step 2: connecting a calendar, which is not possible yet. The buttons say so, and the page leads on. */
export function CalendarPage({ returnTo }: { returnTo: string }) {
  const { t } = useTranslation("onboarding");
  return (
    <OnboardingFrame step={2} minutes={1} title={t("calendar.title")} lead={t("calendar.lead")}>
      <div className="stack">
        <Button kind="primary" large wide disabled aria-describedby={NOT_YET}>
          <span className="glyph" aria-hidden="true">
            G
          </span>
          {t("calendar.google")}
        </Button>
        <Button large wide disabled aria-describedby={NOT_YET}>
          <span className="glyph" aria-hidden="true">
            M
          </span>
          {t("calendar.outlook")}
        </Button>
        <p id={NOT_YET}>{t("calendar.notYet")}</p>
      </div>
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
