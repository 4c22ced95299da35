import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { track } from "#app/analytics/track.ts";
import type { PlanUse } from "#app/contracts/credits.ts";
import { LOCALES } from "#app/domain/languages.ts";
import type { Plan } from "#app/domain/plan/plans.ts";
import { LocalModelSection } from "#app/features/settings/local-model-section.tsx";
import { providerName } from "#app/features/settings/provider-name.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { Select } from "#app/ui/select.tsx";
import { Tally } from "#app/ui/tally.tsx";
import { applyTheme, type Theme, THEMES } from "#app/ui/theme.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** §2: active session, signed-in e-mail, sign out, and three security tips. */
function AccountSection({ user }: { user: SettingsUser }) {
  const { t } = useTranslation("settings");
  return (
    <section id="account" aria-labelledby="account-heading">
      <h2 id="account-heading">{t("account.heading")}</h2>
      <div className="rows rows--full">
        {/* A plain form: signing out is a whole navigation, and works without JavaScript. */}
        <form
          className="row between row--wrap"
          method="post"
          action="/api/auth/signout"
          onSubmit={() => track("close session")}
        >
          <span>
            {t("account.signedInAs")} <span className="strong">{user.email ?? user.name}</span>{" "}
            <span className="muted">{t("account.with", { provider: providerName(user.provider) })}</span>
          </span>
          <Button type="submit">
            <Icon name="sign-out" />
            {t("account.signOut")}
          </Button>
        </form>
        <ul className="entries">
          <li className="entry">
            <p className="strong">{t("account.thisBrowser")}</p>
            <Badge kind="done">{t("account.session")}</Badge>
          </li>
        </ul>
        <div>
          <h3 className="label" id="tips">
            {t("account.tips")}
          </h3>
          <ol className="tips" aria-labelledby="tips">
            <li>{t("account.tip1")}</li>
            <li>{t("account.tip2")}</li>
            <li>{t("account.tip3")}</li>
          </ol>
        </div>
      </div>
    </section>
  );
}

const PREFERENCES_PATH = "/api/acta/user/preferences";

/** A plain form, so that the whole page comes back in the new language. */
function LanguageSection() {
  const { t } = useTranslation("settings");
  const current = useLocale();
  return (
    <section id="language" aria-labelledby="language-heading">
      <h2 id="language-heading">{t("language.heading")}</h2>
      <div className="rows rows--full">
        <form className="two" method="post" action={PREFERENCES_PATH}>
          <input type="hidden" name="returnTo" value="/settings?saved=language#language" />
          <Field label={t("language.label")}>
            {(wiring) => (
              <Select {...wiring} name="locale" defaultValue={current}>
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale} lang={locale}>
                    {t(`language.own.${locale}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <div className="row full">
            <Button type="submit" kind="primary" large>
              {t("language.save")}
            </Button>
          </div>
        </form>
      </div>
    </section>
  );
}

/** Takes effect at once and is kept in the browser: the next person at this desk may like it dark. */
function ThemeSection({ theme }: { theme: Theme }) {
  const { t } = useTranslation("settings");
  return (
    <section id="theme" aria-labelledby="theme-heading">
      <h2 id="theme-heading">{t("theme.heading")}</h2>
      <div className="rows rows--full">
        <fieldset className="row row--wrap themes">
          <legend className="sr">{t("theme.heading")}</legend>
          {THEMES.map((choice) => (
            <Checkbox
              key={choice}
              type="radio"
              name="theme"
              value={choice}
              defaultChecked={choice === theme}
              onChange={() => applyTheme(choice)}
              label={t(`theme.${choice}`)}
            />
          ))}
        </fieldset>
      </div>
    </section>
  );
}

/** The user's data from the sign-in provider. It is read-only. */
function PersonalSection({ user }: { user: SettingsUser }) {
  const { t } = useTranslation(["settings", "common"]);
  return (
    <section id="personal" aria-labelledby="personal-heading">
      <h2 id="personal-heading">{t("personal.heading")}</h2>
      <div className="rows rows--full">
        <dl className="person">
          <div>
            <dt>{t("personal.name")}</dt>
            <dd>{user.name || t("common:menu.user")}</dd>
          </div>
          <div>
            <dt>{t("personal.email")}</dt>
            <dd>{user.email ?? <span className="unsaid">{t("personal.noEmail")}</span>}</dd>
          </div>
        </dl>
        <p className="hint">{t("personal.fromProvider", { provider: providerName(user.provider) })}</p>
      </div>
    </section>
  );
}

type SettingsUser = { name: string; email: string | null; provider: string; plan: Plan };

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
