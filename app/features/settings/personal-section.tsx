import { useTranslation } from "react-i18next";
import { providerName } from "#app/features/settings/provider-name.ts";
import type { SettingsUser } from "#app/features/settings/settings-page.tsx";

/** The user's data from the sign-in provider. It is read-only. */
export function PersonalSection({ user }: { user: SettingsUser }) {
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
