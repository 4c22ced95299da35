import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { LegalPage } from "#app/features/legal/legal-page.tsx";

/** The configured engines decide which provider processes recordings and transcripts; the page names only those. */
const SPEECH = {
  none: "speechNone",
  openai: "speechServer",
  "workers-ai": "speechCloudflare",
  local: "speechLocal",
} as const;
const VOICES = { none: [], local: ["voicesLocal", "voicesSaved"], container: ["voicesServer", "voicesSaved"] } as const;
const LANGUAGE = {
  extractive: "languageLocal",
  openai: "languageServer",
  ollama: "languageServer",
  "workers-ai": "languageCloudflare",
  local: "languageLocal",
} as const;

type Props = {
  /** Acta runs on a server of the operator's own. */
  isSelfHosted: boolean;
  contactEmail: string;
  speech: keyof typeof SPEECH;
  voices: keyof typeof VOICES;
  language: keyof typeof LANGUAGE;
  sellsPlans: boolean;
};

export function PrivacyPage({ isSelfHosted, contactEmail, speech, voices, language, sellsPlans }: Props) {
  const { t } = useTranslation("legal");
  const names = [
    "stored",
    "notStored",
    "cookies",
    "duration",
    isSelfHosted ? "hostingOwn" : "hosting",
    SPEECH[speech],
    ...VOICES[voices],
    LANGUAGE[language],
    ...(sellsPlans ? (["payments"] as const) : []),
    "rights",
  ] as const;
  return (
    <LegalPage
      title={t("privacy.title")}
      lead={t("privacy.lead")}
      sections={names.map((name) => ({
        heading: t(`privacy.${name}.heading`),
        text: t(`privacy.${name}.text`, { email: contactEmail }),
      }))}
      other={<Link to="/terms">{t("otherPrivacy")}</Link>}
    />
  );
}
