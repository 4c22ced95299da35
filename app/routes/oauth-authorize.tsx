import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectPlace } from "#app/domain/account/app-access.ts";
import { ConsentPage, type ShownConsent } from "#app/features/apps/consent-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { allowApp, consentTicket, refuseApp } from "#app/server/apps/answer-consent.ts";
import { checkAuthorization } from "#app/server/apps/check-authorization.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readFormData } from "#app/server/http/read-body.ts";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Acta" },
  { name: "robots", content: "noindex, nofollow" },
];

/** GET /oauth/authorize: an app asks for access. A faulty request is told before anyone has to sign in for it. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { t } = await openI18n(await localeOf(request));
  const title = `${t("apps:consent.title")} · ${t("common:product")}`;
  const page = (shown: ShownConsent, status: 200 | 400 = 400) => data({ title, shown }, { status });
  const checked = await checkAuthorization(services, new URL(request.url).searchParams);
  if (checked.state === "unknown") return page(checked);
  if (checked.state === "refused") {
    const { app, redirectUri, returnTo } = checked;
    return page({ state: "refused", name: app.name, ...redirectPlace(redirectUri), returnTo });
  }
  const { actor, user } = await requireUser(request, services);
  const { asked } = checked;
  const shown: ShownConsent = {
    state: "asked",
    name: asked.app.name,
    ...redirectPlace(asked.redirectUri),
    asksToWrite: asked.scopes.includes("write"),
    person: user.email ?? user.name,
    ticket: await consentTicket(actor, asked),
  };
  return page(shown, 200);
}

/**
 * The person's answer. It comes back as a page that goes on to the app, and not as a redirect: browsers hold redirects after a form to
 * `form-action` of the content policy, which would have to name every app.
 */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const checked = await checkAuthorization(services, new URL(request.url).searchParams);
  if (checked.state !== "asked") return data<ShownConsent | null>(null, { status: 400 });
  const { actor } = await requireUser(request, services);
  if (!(await services.rates.take("retry", "app-consent", actor.userId))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const { asked } = checked;
  const form = await readFormData(request);
  const fields = form.ok ? form.value : new FormData();
  // Only our own page has the ticket; without it the page is shown again.
  const isOurs = fields.get("ticket") === (await consentTicket(actor, asked));
  const answer = fields.get("answer");
  if (!isOurs || (answer !== "allow" && answer !== "refuse")) return data<ShownConsent | null>(null, { status: 400 });
  const isAllowed = answer === "allow";
  const returnTo = isAllowed
    ? await allowApp(services, actor, { asked, write: fields.get("write") === "yes" })
    : refuseApp(services, asked);
  const name = asked.app.name;
  return data<ShownConsent | null>({
    state: "answered",
    name,
    ...redirectPlace(asked.redirectUri),
    isAllowed,
    returnTo,
  });
}

function Authorize() {
  const { shown } = useLoaderData<typeof loader>();
  return <ConsentPage shown={useActionData<typeof action>() ?? shown} />;
}

export default withTexts(["apps"], Authorize);
