import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData } from "@remix-run/react";
import { ConfirmMailPage } from "#app/features/mail-links/mail-link-pages.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { confirmAddress } from "#app/server/mail/confirm-address.ts";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Acta" },
  { name: "robots", content: "noindex, nofollow" },
];

/** GET /confirm-mail/:token: asks. Programs that follow the links of mails confirm nothing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { t } = await openI18n(await localeOf(request));
  return { title: `${t("mail:confirm.heading")} · ${t("common:product")}` };
}

/** POST: confirms, without a session: mail is often read on another device than the one that asked. */
export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const network = clientNetwork(request);
  if (network !== null && !(await services.rates.take("share", "confirm-mail", network))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const isConfirmed = await confirmAddress(services, params.token ?? "");
  return data({ isConfirmed }, { status: isConfirmed ? 200 : 404 });
}

function ConfirmMail() {
  const answer = useActionData<typeof action>();
  return <ConfirmMailPage isConfirmed={answer?.isConfirmed ?? null} />;
}

export default withTexts(["mail"], ConfirmMail);
