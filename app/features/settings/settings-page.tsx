import { useTranslation } from "#app/i18n/use-translation.ts";
import { Link, useLocation, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { type Locale, LOCALES } from "#app/domain/languages.ts";
import { ADDRESS_ENDS, type MailSettings } from "#app/domain/mail/mail-settings.ts";
import { AccountSection, type ShownSession } from "#app/features/settings/account-section.tsx";
import {
  NotificationsSection,
  type ShownChoices,
  TemplateSection,
  TimeZoneSection,
  WaitingSection,
} from "#app/features/settings/choices-sections.tsx";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Page } from "#app/ui/page.tsx";
import { Select } from "#app/ui/select.tsx";
import { applyTheme, type Theme, THEMES } from "#app/ui/theme.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** Most installations have no model on their own machine, and what it sends is checked by code that nothing else here needs. */
const LocalModelSection = lazyPart(
  lazy(async () => (await import("#app/features/settings/local-model-section.tsx")).LocalModelSection, ["model"]),
);

const PREFERENCES_PATH = "/api/acta/user/preferences";

const changer = lazy(async () => (await import("#app/features/settings/change-language.ts")).changeLanguage);
/** Own choice: arrow keys go through the languages, and the page is to come back in the last of them only. */
const LANGUAGE_DELAY_MS = 700;

/** Saves the language and loads the page again; a language that could not be saved goes back by itself. */
function useLanguage(): (locale: Locale, was: Locale | null) => Promise<boolean> {
  const { t } = useTranslation("common");
  const toast = useToast();
  return async (locale, was) => {
    const change = await changer.load().catch(() => null);
    const refusal = change === null ? { message: null } : await change(locale, was);
    if (refusal !== null) toast("error", refusal.message ?? t("error.somethingWrong"));
    return refusal === null;
  };
}

/** Saved as soon as it is chosen; the whole page comes back in it. A plain form with a button where there is no JavaScript. */
function LanguageSection() {
  const { t } = useTranslation("settings");
  const current = useLocale();
  const change = useLanguage();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const save = async (select: HTMLSelectElement) => {
    const locale = LOCALES.find((each) => each === select.value);
    if (locale === undefined || locale === current) return;
    if (!(await change(locale, current))) select.value = current;
  };
  const choose = (select: HTMLSelectElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(select), LANGUAGE_DELAY_MS);
  };
  return (
    <section id="language" aria-labelledby="language-heading">
      <h2 id="language-heading">{t("language.heading")}</h2>
      <div className="rows rows--full">
        <form className="two" method="post" action={PREFERENCES_PATH}>
          <input type="hidden" name="returnTo" value="/settings?saved=language#language" />
          <Field label={t("language.label")} hint={t("language.hint")}>
            {(wiring) => (
              <Select
                {...wiring}
                name="locale"
                defaultValue={current}
                onChange={({ currentTarget }) => choose(currentTarget)}
              >
                {LOCALES.map((locale) => (
                  <option key={locale} value={locale} lang={locale}>
                    {t(`language.own.${locale}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <noscript>
            <Button type="submit" large>
              {t("save")}
            </Button>
          </noscript>
        </form>
      </div>
    </section>
  );
}

/** Takes effect at once and is kept in the browser: the next person at this computer may want another one. */
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

type SettingsUser = { name: string; email: string | null; provider: string };

type Props = {
  user: SettingsUser;
  theme: Theme;
  /** The section of the personal information. */
  personal: ReactNode;
  /** The section of the calendars. */
  calendars: ReactNode;
  /** The section of the team. */
  team: ReactNode;
  /** The section of the names and terms. */
  words: ReactNode;
  /** The section of the plan. */
  plans: ReactNode;
  listed: { sessions: readonly ShownSession[]; hasMore: boolean };
  choices: ShownChoices;
  mail: MailSettings;
  templates: readonly { id: string; name: string }[];
  /** Time zones that can be chosen. */
  zones: readonly string[];
};

/** §2, as far as there is something to set. */
export function SettingsPage(props: Props) {
  const { user, theme, personal, calendars, words, plans, team, listed, choices, mail, templates, zones } = props;
  const { t } = useTranslation(["settings", "common"]);
  useSavedToast();
  return (
    <Page title={t("common:menu.settings")} className="parts settings">
      <SettingsIndex />
      <div className="block--s">
        {personal}
        {calendars}
        <TemplateSection {...choices} templates={templates} />
        {plans}
        <OwnPageSection id="integrations" to="/settings/integrations" />
        {team}
        <AccountSection user={user} {...listed} />
        <WaitingSection {...choices} />
        {words}
        <LocalModelSection />
        <SampleSection />
        <LanguageSection />
        <TimeZoneSection zone={choices.zone} zones={zones} />
        <ThemeSection theme={theme} />
        <NotificationsSection mail={mail} provider={user.provider} />
        <OwnPageSection id="privacy" to="/settings/privacy" />
      </div>
    </Page>
  );
}

/** The sections in their order, those first that people look for first. The texts of some load with their section. */
const INDEX = [
  ["personal", "profile:heading"],
  ["calendars", "index.calendars"],
  ["template", "template.heading"],
  ["plan", "index.plan"],
  ["integrations", "integrations.heading"],
  ["team", "index.team"],
  ["account", "account.heading"],
  ["waiting", "waiting.heading"],
  ["words", "index.words"],
  ["sample", "sample.heading"],
  ["language", "language.heading"],
  ["time-zone", "zone.heading"],
  ["theme", "theme.heading"],
  ["notifications", "mails.heading"],
  ["privacy", "privacy.heading"],
] as const;

function SettingsIndex() {
  const { t } = useTranslation(["settings", "profile"]);
  return (
    <nav className="row row--wrap note block--s" aria-label={t("index.label")}>
      {INDEX.map(([id, heading]) => (
        <a key={id} href={`#${id}`}>
          {t(heading)}
        </a>
      ))}
    </nav>
  );
}

/** The link to a page of its own. */
function OwnPageSection({ id, to }: { id: "integrations" | "privacy"; to: string }) {
  const { t } = useTranslation("settings");
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{t(`${id}.heading`)}</h2>
      <div className="rows rows--full">
        <div className="row between row--wrap">
          <p>{t(`${id}.lead`)}</p>
          <Link className={buttonClass("line")} to={to}>
            {t(`${id}.open`)}
          </Link>
        </div>
      </div>
    </section>
  );
}

const SAVED_PARAMETER = "saved";
/** The language of before, for the way back. */
const FORMER_LANGUAGE_PARAMETER = "was";
/** End of a request to confirm an address for mails. */
const ADDRESS_PARAMETER = "address";
/** Messages for the forms of the page that were saved. */
const SAVED = [
  "personal",
  "session",
  "sessions",
  "template",
  "language",
  "time-zone",
  "waiting",
  "notifications",
] as const;

/**
 * The page's forms come back with `?saved=language`, and most of them as a whole new page: it is said once, and the address forgets
 * it, so that nothing is said again on a reload. It forgets the section too: the router would scroll back to it when the data have come,
 * away from what a person has focused meanwhile.
 */
function useSavedToast(): void {
  const { t } = useTranslation("settings");
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const changeLanguage = useLanguage();
  const latest = useRef(changeLanguage);
  useEffect(() => {
    latest.current = changeLanguage;
  });
  useEffect(() => {
    const parameters = new URLSearchParams(search);
    const saved = SAVED.find((what) => what === parameters.get(SAVED_PARAMETER));
    const address = ADDRESS_ENDS.find((end) => end === parameters.get(ADDRESS_PARAMETER));
    if (saved === undefined && address === undefined) return;
    const was = LOCALES.find((locale) => locale === parameters.get(FORMER_LANGUAGE_PARAMETER));
    const undo = was && { label: t("undo"), run: () => void latest.current(was, null) };
    if (saved !== undefined) toast("done", t(`saved.${saved}`), saved === "language" ? undo : undefined);
    if (saved === "language" && was) document.querySelector<HTMLElement>("#language select")?.focus();
    if (address !== undefined) toast(address === "sent" ? "done" : "error", t(`confirming.${address}`));
    parameters.delete(SAVED_PARAMETER);
    parameters.delete(FORMER_LANGUAGE_PARAMETER);
    parameters.delete(ADDRESS_PARAMETER);
    navigate({ pathname, search: parameters.toString() }, { replace: true, preventScrollReset: true });
  }, [search, pathname, navigate, toast, t]);
}

/** Opens the sample meeting, and makes it again after it was deleted: a form, so that it works without JavaScript. */
function SampleSection() {
  const { t } = useTranslation("settings");
  return (
    <section id="sample" aria-labelledby="sample-heading">
      <h2 id="sample-heading">{t("sample.heading")}</h2>
      <div className="rows rows--full">
        <form className="row between row--wrap" method="post" action="/api/acta/sample">
          <p>{t("sample.lead")}</p>
          <Button type="submit">{t("sample.open")}</Button>
        </form>
      </div>
    </section>
  );
}
