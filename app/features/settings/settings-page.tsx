import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import type { PlanUse } from "#app/contracts/credits.ts";
import type { Plan } from "#app/domain/plan/plans.ts";
import { AccountSection } from "#app/features/settings/account-section.tsx";
import { LocalModelSection } from "#app/features/settings/local-model-section.tsx";
import { LanguageSection, ThemeSection } from "#app/features/settings/looks-sections.tsx";
import { PersonalSection } from "#app/features/settings/personal-section.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Page } from "#app/ui/page.tsx";
import { Tally } from "#app/ui/tally.tsx";
import type { Theme } from "#app/ui/theme.ts";
import { useToast } from "#app/ui/toast.tsx";

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
        <LocalModelSection />
        <LanguageSection />
        <ThemeSection theme={theme} />
      </div>
    </Page>
  );
}

const SAVED_PARAMETER = "saved";

/**
 * The language's form comes back as a whole new page, with `?saved=language`: it is said once, and the address forgets it, so
 * that nothing is said again on a reload.
 */
function useSavedToast(): void {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const parameters = new URLSearchParams(search);
    if (parameters.get(SAVED_PARAMETER) !== "language") return;
    toast("done", t("language.saved"));
    parameters.delete(SAVED_PARAMETER);
    navigate({ pathname, search: parameters.toString(), hash }, { replace: true, preventScrollReset: true });
  }, [search, pathname, hash, navigate, toast, t]);
}

function PlanSection({ plan, uploads: { used, limit } }: { plan: Plan; uploads: PlanUse }) {
  const { t } = useTranslation(["settings", "home"]);
  return (
    <section id="plan" aria-labelledby="plan-heading">
      <h2 id="plan-heading">{t("plan.heading")}</h2>
      <div className="rows rows--full">
        <div className="row between row--wrap">
          <div className="usage">
            <span className="strong">{t(`plan.name.${plan}`)}</span>
            {limit === null ? (
              <p>{t("plan.unlimited")}</p>
            ) : (
              <>
                <Tally used={used} of={limit} label={t("home:usage.label", { used, limit })} />
                <p className="num">
                  <b>{t("home:usage.count", { used, limit })}</b> {t("home:usage.after")}
                </p>
              </>
            )}
          </div>
          <Link className={buttonClass("line")} to="/pricing">
            {t("plan.seePlans")}
          </Link>
        </div>
      </div>
    </section>
  );
}
