import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data, useLoaderData } from "@remix-run/react";
import { SharedTemplatePage } from "#app/features/templates/shared-template-page.tsx";
import styles from "#app/features/templates/templates.css?url";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { authenticate } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";
import { isOpening, mayAskShared } from "#app/server/http/share-request.ts";
import { openSharedTemplate } from "#app/server/templates/share-template.ts";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Acta" },
  { name: "robots", content: "noindex, nofollow, noarchive" },
  { name: "referrer", content: "no-referrer" },
];

export const headers = pageHeaders;

/** GET /t/:token: a template for anyone with its link. A link that opens nothing is one 404, whatever became of it. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const refusal = await mayAskShared(services, request);
  if (refusal) throw refusal;
  const token = params.token ?? "";
  const locale = await localeOf(request);
  const [template, caller, i18n] = await Promise.all([
    openSharedTemplate(services, { token, isOpening: isOpening(request) }),
    authenticate(request, services),
    openI18n(locale),
  ]);
  const t = translator(i18n, locale, ["templates", "common"]);
  const title = `${template?.name ?? t("shared.label")} · ${t("common:product")}`;
  return data({ title, template, token, isSignedIn: caller !== null }, { status: template === null ? 404 : 200 });
}

export const action = onlyRead;

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

function SharedTemplate() {
  const { template, token, isSignedIn } = useLoaderData<typeof loader>();
  return <SharedTemplatePage template={template} token={token} isSignedIn={isSignedIn} />;
}

export default withTexts(["templates"], SharedTemplate);
