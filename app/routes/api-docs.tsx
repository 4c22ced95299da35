import document from "virtual:api-document";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ApiDocsPage } from "#app/features/docs/api-docs-page.tsx";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { type ApiDescription, operationsOf } from "#app/server/http/api-operations.ts";
import { onlyRead } from "#app/server/http/error-response.ts";

/** The same word in every language. */
export const meta: MetaFunction = () => [{ title: "API · Acta" }];

/** /api/docs, for anyone: our own page, made from the OpenAPI document. */
export function loader({ context: { services } }: LoaderFunctionArgs) {
  const { origin } = services.config;
  return { origin, operations: operationsOf(JSON.parse(document) as ApiDescription) };
}

export const action = onlyRead;

function ApiDocs() {
  return <ApiDocsPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["apiDocs"], ApiDocs);
