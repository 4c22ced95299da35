import { Link } from "@remix-run/react";
import type { WebhookBody } from "#app/contracts/webhook-message.ts";
import { Code, DocsFrame, Section } from "#app/features/docs/docs-frame.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";

const ID = "k3v9q2m8x1c7b5n4z6l0w8ya";

/** The page about receiving webhooks. Open to anyone. */
export function WebhooksPage({ origin }: { origin: string }) {
  const { t } = useTranslation("webhookDocs");
  return (
    <DocsFrame title={t("title")} lead={t("lead")}>
      <Recipe name="Zapier" steps={ZAPIER.map((step) => t(`zapier.${step}`))} />
      <Recipe name="Make" steps={MAKE.map((step) => t(`make.${step}`))} />
      <Recipe name="n8n" steps={N8N.map((step) => t(`n8n.${step}`))} />
      <Section heading={t("message.heading")}>
        <p className="reading">{t("message.text")}</p>
        <Code>{JSON.stringify(exampleOf(origin), null, 2)}</Code>
        <p className="reading">
          <Link to="/settings/integrations#hooks">{t("settings")}</Link>
        </p>
      </Section>
      <Section heading={t("rules.heading")}>
        <ul className="reading api-docs__rules">
          {RULES.map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
      </Section>
      <Section heading={t("verify.heading")}>
        <p className="reading">{t("verify.text")}</p>
        <Code>{VERIFY}</Code>
        <p className="reading">{t("verify.own")}</p>
      </Section>
    </DocsFrame>
  );
}

const ZAPIER = ["trigger", "add", "test", "filter", "verify"] as const;
const MAKE = ["module", "structure", "verify"] as const;
const N8N = ["node", "add", "verify"] as const;
const RULES = ["answer", "twice", "order", "tries", "address"] as const;

const VERIFY = `import { Webhook } from "standardwebhooks";

const message = new Webhook(process.env.ACTA_WEBHOOK_SECRET).verify(body, headers);`;

const exampleOf = (origin: string): WebhookBody => ({
  type: "meeting.summarized",
  timestamp: "2026-11-26T10:14:03.512Z",
  data: { meeting: { id: ID, status: "SUMMARIZED", url: `${origin}/${ID}` } },
});

function Recipe({ name, steps }: { name: string; steps: readonly string[] }) {
  return (
    <Section heading={name}>
      <ol className="reading api-docs__rules api-docs__rules--steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Section>
  );
}
