import { useTranslation } from "react-i18next";
import type { PlanUse } from "#app/contracts/upload-answers.ts";
import type { Plan } from "#app/domain/plan/plans.ts";
import { AccountSection } from "#app/features/settings/account-section.tsx";
import { LanguageSection, ThemeSection } from "#app/features/settings/looks-sections.tsx";
import { PersonalSection } from "#app/features/settings/personal-section.tsx";
import { PlanSection } from "#app/features/settings/plan-section.tsx";
import { useSavedToast } from "#app/features/settings/use-saved-toast.ts";
import { Page } from "#app/ui/page.tsx";
import type { Theme } from "#app/ui/theme.ts";

export type SettingsUser = { name: string; email: string | null; provider: string; plan: Plan };

type Props = { user: SettingsUser; theme: Theme; uploads: PlanUse };

/** §2, as far as there is something to set: calendars, templates and the profile join here later. */
export function SettingsPage({ user, theme, uploads }: Props) {
  const { t } = useTranslation(["settings", "common"]);
  useSavedToast();
  return (
    <Page title={t("common:menu.settings")} className="parts settings">
      <div className="block--s">
        <PersonalSection user={user} />
        <AccountSection user={user} />
        <PlanSection plan={user.plan} uploads={uploads} />
        <LanguageSection />
        <ThemeSection theme={theme} />
      </div>
    </Page>
  );
}
