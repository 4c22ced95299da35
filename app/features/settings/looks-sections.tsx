import { useTranslation } from "react-i18next";
import { LOCALES } from "#app/domain/languages.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { applyTheme, THEMES, type Theme } from "#app/ui/theme.ts";

const PREFERENCES_PATH = "/api/acta/user/preferences";

/** A plain form, so that the whole page comes back in the new language. */
export function LanguageSection() {
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
export function ThemeSection({ theme }: { theme: Theme }) {
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
