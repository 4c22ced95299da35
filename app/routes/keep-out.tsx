import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { KeepOutPage } from "#app/features/mail-links/mail-link-pages.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { keepOut } from "#app/server/calendars/keep-out.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Acta" },
  { name: "robots", content: "noindex, nofollow" },
];

/** GET /keep-out/:token: asks. Programs that follow the links of mails change nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { t } = await openI18n(await localeOf(request));
  return { title: `${t("mail:soon.keepOut")} · ${t("common:product")}` };
}

/** POST: keeps Acta out of the one event of the link, without a session: mail is often read on another device. */
export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const network = clientNetwork(request);
  if (network !== null && !(await services.rates.take("share", "keep-out", network))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const isKeptOut = await keepOut(services, params.token ?? "");
  return data({ isKeptOut }, { status: isKeptOut ? 200 : 404 });
}

function KeepOut() {
  const answer = useActionData<typeof action>();
  return <KeepOutPage isKeptOut={answer?.isKeptOut ?? null} />;
}

export default withTexts(["mail"], KeepOut);
