import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { WebhooksPage } from "#app/features/docs/webhooks-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { onlyRead } from "#app/server/http/error-response.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];

/** /api/docs/webhooks, for anyone. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { t } = await openI18n(await localeOf(request));
  return { title: `${t("webhookDocs:title")} · ${t("common:product")}`, origin: services.config.origin };
}

export const action = onlyRead;

function Help() {
  const { origin } = useLoaderData<typeof loader>();
  return <WebhooksPage origin={origin} />;
}

export default withTexts(["webhookDocs"], Help);
