import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FREE_RECORDINGS_MAX, FREE_UPLOADS_MAX } from "#app/domain/limits/account.ts";
import { LegalPage } from "#app/features/legal/legal-page.tsx";

const SECTIONS = ["what", "consent", "content", "machine", "fair", "plan", "end"] as const;

export function TermsPage({ contactEmail }: { contactEmail: string }) {
  const { t } = useTranslation("legal");
  const values = { email: contactEmail, uploads: FREE_UPLOADS_MAX, recordings: FREE_RECORDINGS_MAX };
  return (
    <LegalPage
      title={t("terms.title")}
      lead={t("terms.lead")}
      sections={SECTIONS.map((name) => ({
        heading: t(`terms.${name}.heading`),
        text: t(`terms.${name}.text`, values),
      }))}
      other={<Link to="/privacy">{t("otherTerms")}</Link>}
    />
  );
}
