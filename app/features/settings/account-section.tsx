import { useTranslation } from "react-i18next";
import { track } from "#app/analytics/track.ts";
import { providerName } from "#app/features/settings/provider-name.ts";
import type { SettingsUser } from "#app/features/settings/settings-page.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** §2: active session, signed-in e-mail, sign out, and three security tips. */
export function AccountSection({ user }: { user: SettingsUser }) {
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
