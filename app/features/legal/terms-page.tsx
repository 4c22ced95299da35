import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PlanTerms } from "#app/domain/plan/plans.ts";
import { LegalPage } from "#app/features/legal/legal-page.tsx";

const SECTIONS = ["what", "consent", "content", "machine", "fair", "plan", "credits", "end"] as const;

type Props = { contactEmail: string; free: Pick<PlanTerms, "uploads" | "recordings"> };

export function TermsPage({ contactEmail, free }: Props) {
  const { t } = useTranslation("legal");
  const values = { email: contactEmail, uploads: free.uploads, recordings: free.recordings };
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
