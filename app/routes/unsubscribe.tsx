import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { parseStoppableKind } from "#app/domain/mail/mail-kinds.ts";
import { UnsubscribePage } from "#app/features/mail-links/mail-link-pages.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { methodNotAllowed } from "#app/server/http/error-response.ts";
import { unsubscribe } from "#app/server/account/mail-preferences.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Acta" },
  { name: "robots", content: "noindex, nofollow" },
];

/** GET /unsubscribe/:kind/:token: asks. Programs that follow the links of mails switch nothing off. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { t } = await openI18n(await localeOf(request));
  return { title: `${t("mail:unsubscribe.title")} · ${t("common:product")}`, kind: parseStoppableKind(params.kind) };
}

/**
 * POST: switches the mails off, for the page's button and for mail programs (RFC 8058: one request without a cookie, whose body says
 * nothing that the address does not). Every link gets the same answer, so that nobody learns whether an account exists.
 */
export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  await unsubscribe(services, { kind: params.kind, token: params.token });
  return { isDone: true };
}

function Unsubscribe() {
  const { kind } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <UnsubscribePage kind={kind} isDone={answer?.isDone === true} />;
}

export default withTexts(["mail"], Unsubscribe);
