import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ConnectPage } from "#app/features/docs/connect-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { mcpResource } from "#app/server/apps/describe-server.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { TOOLS } from "#app/server/mcp/tools.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];

/** /api/docs/mcp, for anyone. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const tools = TOOLS.map(({ name, scope, description }) => ({ name, scope, description }));
  const { t } = await openI18n(await localeOf(request));
  return { title: `${t("apps:help.title")} · ${t("common:product")}`, address: mcpResource(services.config), tools };
}

export const action = onlyRead;

function Help() {
  const { address, tools } = useLoaderData<typeof loader>();
  return <ConnectPage address={address} tools={tools} />;
}

export default withTexts(["apps"], Help);
