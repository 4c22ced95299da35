import {
  type ActionFunctionArgs,
  type AppLoadContext,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmMailPage } from "#app/features/mail-links/mail-link-pages.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { authenticate } from "#app/server/identity/session.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { confirmAddress, readConfirmation } from "#app/server/auth/confirm-address.ts";
import { takeBackByLink } from "#app/server/auth/take-back-address.ts";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Acta" },
  { name: "robots", content: "noindex, nofollow" },
];

/** GET /confirm-mail/:token: names the asker and asks. Programs that follow the links of mails confirm nothing. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  await countVisit(request, services);
  const { t } = await openI18n(await localeOf(request));
  const link = await readConfirmation(services, params.token ?? "");
  return { title: `${t("mail:confirm.heading")} · ${t("common:product")}`, link };
}

/**
 * POST: confirms, or takes back (`act=take-back`). Neither needs a session: mail is often read on another device than the one that asked.
 * Only the session that asked proves the address by it.
 */
export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  await countVisit(request, services);
  const token = params.token ?? "";
  if (new URL(request.url).searchParams.get("act") === "take-back") {
    const isTaken = await takeBackByLink(services, token);
    return data({ end: isTaken ? ("taken-back" as const) : ("gone" as const) }, { status: isTaken ? 200 : 404 });
  }
  const reader = (await authenticate(request, services))?.actor ?? null;
  const end = await confirmAddress(services, token, reader);
  return data({ end }, { status: end === "gone" ? 404 : 200 });
}

/** By network; a token has 256 bits, so that this only keeps the database from work. */
async function countVisit(request: Request, { rates }: AppLoadContext["services"]): Promise<void> {
  const network = clientNetwork(request);
  if (network !== null && !(await rates.take("share", "confirm-mail", network))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
}

function ConfirmMail() {
  const { link } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <ConfirmMailPage link={link} end={answer?.end ?? null} />;
}

export default withTexts(["mail"], ConfirmMail);
