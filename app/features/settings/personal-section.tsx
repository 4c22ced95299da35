import { useTranslation } from "react-i18next";
import { providerName } from "#app/features/settings/provider-name.ts";
import type { SettingsUser } from "#app/features/settings/settings-page.tsx";
import { Field, Input } from "#app/ui/field.tsx";

/** Who one is, as the provider says it. */
export function PersonalSection({ user }: { user: SettingsUser }) {
  const { t } = useTranslation(["settings", "common"]);
  const hint = t("personal.fromProvider", { provider: providerName(user.provider) });
  return (
    <section id="personal" aria-labelledby="personal-heading">
      <h2 id="personal-heading">{t("personal.heading")}</h2>
      <div className="rows rows--full">
        <div className="two">
          <Field label={t("personal.name")} hint={hint}>
            {(wiring) => <Input {...wiring} value={user.name || t("common:menu.user")} readOnly autoComplete="off" />}
          </Field>
          <Field label={t("personal.email")} hint={hint}>
            {(wiring) => <Input {...wiring} value={user.email ?? t("personal.noEmail")} readOnly autoComplete="off" />}
          </Field>
        </div>
      </div>
    </section>
  );
}
