import { useLanguageName } from "#app/i18n/language-name.ts";
import { useLanguageOptions } from "#app/i18n/language-options.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { changeTeam } from "#app/contracts/endpoints/teams.ts";
import { MEETING_LANGUAGES } from "#app/domain/meeting-languages.ts";
import type { Team, TeamActions } from "#app/features/teams/use-team.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Options, Select } from "#app/ui/select.tsx";

type Defaults = Team["defaults"];
type FormProps = Omit<TeamActions, "team"> & { defaults: Defaults; templates: readonly { id: string; name: string }[] };

const VISIBILITIES = ["private", "team"] as const;
const NONE = "";

/** The defaults of members' new meetings, as an administrator chooses them. */
export function TeamDefaultsForm({ defaults, templates, busy, change }: FormProps) {
  const { t } = useTranslation(["team", "settings"]);
  const languages = useLanguageOptions();
  const [templateId, setTemplateId] = useState(defaults.template?.id ?? NONE);
  const [language, setLanguage] = useState<string>(defaults.language ?? NONE);
  const [visibility, setVisibility] = useState<string>(defaults.visibility ?? NONE);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy === "defaults") return;
    const body = {
      defaults: {
        templateId: templateId === NONE ? null : templateId,
        language: MEETING_LANGUAGES.find((each) => each === language) ?? null,
        visibility: VISIBILITIES.find((each) => each === visibility) ?? null,
      },
    };
    void change("defaults", () => callApi(changeTeam, { body }), t("defaults.saved"));
  };
  return (
    <form className="team__part stack" onSubmit={submit}>
      <h3 className="label">{t("defaults.heading")}</h3>
      <p className="note muted">{t("defaults.lead")}</p>
      <div className="two">
        <Field label={t("defaults.template")}>
          {(wiring) => (
            <Select {...wiring} value={templateId} onChange={({ target }) => setTemplateId(target.value)}>
              <option value={NONE}>{t("defaults.none")}</option>
              {templates.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("defaults.language")}>
          {(wiring) => (
            <Select {...wiring} value={language} onChange={({ target }) => setLanguage(target.value)}>
              <option value={NONE}>{t("defaults.none")}</option>
              <Options options={languages} />
            </Select>
          )}
        </Field>
        <Field label={t("defaults.visibility")} hint={t("defaults.teamHint")} full>
          {(wiring) => (
            <Select {...wiring} value={visibility} onChange={({ target }) => setVisibility(target.value)}>
              <option value={NONE}>{t("defaults.none")}</option>
              {VISIBILITIES.map((each) => (
                <option key={each} value={each}>
                  {t(`defaults.${each}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <div className="row">
        <Button type="submit" busy={busy === "defaults"}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

/** The same for a member, in words; nothing where the team has no defaults. */
export function DefaultsOfTeam({ defaults }: { defaults: Defaults }) {
  const { t } = useTranslation(["team", "settings"]);
  const nameOf = useLanguageName();
  const { template, language, visibility } = defaults;
  const said = [
    ["template", template?.name],
    ["language", language && nameOf(language)],
    ["visibility", visibility && t(`defaults.${visibility}`)],
  ] as const;
  const known = said.filter(([, value]) => value);
  if (known.length === 0) return null;
  return (
    <div>
      <p className="note muted">{t("defaults.member")}</p>
      <ul className="note">
        {known.map(([name, value]) => (
          <li key={name}>
            {t(`defaults.${name}`)}: <span className="strong">{value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
