import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Code, DocsFrame, Section } from "#app/features/docs/docs-frame.tsx";
import { commandOf, firstCall, RECIPES } from "#app/features/docs/recipes.ts";

/** An operation of the OpenAPI document. Its texts are English, as the names that they explain. */
export type ShownOperation = {
  id: string;
  method: string;
  path: string;
  scope: "read" | "write";
  summary: string;
  parameters: { name: string; place: "path" | "query" | "header" | "body"; required: boolean; about: string }[];
  /** Examples as JSON; null where there is none. */
  body: string | null;
  answer: string | null;
  /** Status and codes. */
  errors: { status: string; codes: string }[];
};

type Props = { origin: string; operations: readonly ShownOperation[] };

/** The page about the public API, for people who write programs. Open to anyone. */
export function ApiDocsPage({ origin, operations }: Props) {
  const { t } = useTranslation("apiDocs");
  return (
    <DocsFrame title={t("title")} lead={t("lead")}>
      <Section heading={t("start.heading")}>
        <p className="reading">{t("start.text")}</p>
        <Code>{firstCall(origin)}</Code>
        <p className="reading">
          <Link to="/settings/integrations#keys">{t("start.settings")}</Link> ·{" "}
          <a href="/api/v1/openapi.json">{t("start.document")}</a>
        </p>
      </Section>
      <Section heading={t("rules.heading")}>
        <ul className="reading api-docs__rules">
          {RULES.map((rule) => (
            <li key={rule}>{t(`rules.${rule}`)}</li>
          ))}
        </ul>
      </Section>
      <Section heading={t("recipes.heading")}>
        {RECIPES.map((recipe) => (
          <div className="stack" key={recipe}>
            <h3 className="strong">{t(`recipes.${recipe}`)}</h3>
            <Code>{commandOf(recipe, origin)}</Code>
          </div>
        ))}
      </Section>
      <Section heading={t("operations.heading")}>
        <p className="reading">{t("operations.lead")}</p>
        <div className="api-docs__operations">
          {operations.map((operation) => (
            <Operation key={operation.id} {...operation} />
          ))}
        </div>
      </Section>
    </DocsFrame>
  );
}

const RULES = ["rights", "pages", "once", "match", "errors", "rate"] as const;

function Operation({ id, method, path, scope, summary, parameters, body, answer, errors }: ShownOperation) {
  const { t } = useTranslation("apiDocs");
  return (
    <details className="api-docs__operation" id={id}>
      <summary>
        <span className="api-docs__name" translate="no">
          <span className="strong">{method}</span> {path}
        </span>
        <span className="note" lang="en">
          {summary}
        </span>
      </summary>
      <p className="note muted">{t(`operations.${scope}`)}</p>
      {parameters.length > 0 && (
        <>
          <h3 className="label">{t("operations.parameters")}</h3>
          <dl>
            {parameters.map(({ name, place, required, about }) => (
              <div key={`${place} ${name}`}>
                <dt translate="no">{name}</dt>
                <dd>
                  {t(`operations.place.${place}`)}
                  {required && `, ${t("operations.required")}`}
                  {about !== "" && (
                    <span className="api-docs__about" lang="en">
                      {about}
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <Example name={t("operations.body")} json={body} />
      <Example name={t("operations.answer")} json={answer} />
      <h3 className="label">{t("operations.errors")}</h3>
      <dl>
        {errors.map(({ status, codes }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd translate="no">{codes}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Example({ name, json }: { name: string; json: string | null }) {
  if (json === null) return null;
  return (
    <>
      <h3 className="label">{name}</h3>
      <Code>{json}</Code>
    </>
  );
}
