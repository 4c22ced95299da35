import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Code, DocsFrame, Section } from "#app/features/docs/docs-frame.tsx";

/** Names and descriptions are English, as a model reads them. */
type ShownTool = { name: string; scope: "read" | "write"; description: string };

/** The page that shows how to connect an assistant. Open to anyone. */
export function ConnectPage({ address, tools }: { address: string; tools: readonly ShownTool[] }) {
  const { t } = useTranslation("apps");
  return (
    <DocsFrame title={t("help.title")} lead={t("help.lead")}>
      <Section heading={t("help.address")}>
        <Code>{address}</Code>
      </Section>
      <Section heading={t("help.claude.heading")}>
        <p className="reading">{t("help.claude.web")}</p>
        <p className="reading">{t("help.claude.code")}</p>
        <Code>{`claude mcp add --transport http acta ${address}`}</Code>
      </Section>
      <Section heading={t("help.chatgpt.heading")}>
        <p className="reading">{t("help.chatgpt.text")}</p>
      </Section>
      <Section heading={t("help.cursor.heading")}>
        <p className="reading">{t("help.cursor.text")}</p>
        <Code>{JSON.stringify({ mcpServers: { acta: { url: address } } }, null, 2)}</Code>
      </Section>
      <Section heading={t("help.key.heading")}>
        <p className="reading">{t("help.key.text")}</p>
        <Code>{"Authorization: Bearer acta_…"}</Code>
        <p className="reading">
          <Link to="/settings/integrations#keys">{t("help.key.settings")}</Link>
        </p>
      </Section>
      <Section heading={t("help.rights.heading")}>
        <ul className="reading api-docs__rules">
          {RIGHTS.map((right) => (
            <li key={right}>{t(`help.rights.${right}`)}</li>
          ))}
        </ul>
      </Section>
      <Section heading={t("help.tools.heading")}>
        {(["read", "write"] as const).map((scope) => (
          <div className="stack" key={scope}>
            <h3 className="strong">{t(`help.tools.${scope}`)}</h3>
            <ul className="reading api-docs__rules">
              {tools
                .filter((tool) => tool.scope === scope)
                .map(({ name, description }) => (
                  <li key={name} lang="en">
                    <span className="api-docs__name" translate="no">
                      {name}
                    </span>{" "}
                    {description}
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </Section>
    </DocsFrame>
  );
}

const RIGHTS = ["yours", "readOnly", "provider", "data", "end"] as const;
