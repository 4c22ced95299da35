import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PurchasePage } from "#app/features/pricing/purchase-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { readPurchase } from "#app/server/billing/read-purchase.ts";
import { onlyRead, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { sendDueInvitations } from "#app/server/teams/send-invitation.ts";

export const handle: TitleHandle = { title: "common:plans" };

/** The page to which Stripe sends the browser after a payment. A purchase of another workspace, and none at all: the same 404. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  if (!(await services.rates.take("poll", "purchase", actor.userId))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const purchase = await readPurchase(services, actor, new URL(request.url).searchParams.get("session_id") ?? "");
  if (!purchase.ok) throw new Response(null, { status: 404 });
  // The invitations of a team wait for this; what is not sent now is sent by the sweep.
  services.waitUntil(sendDueInvitations(services, null));
  return purchase.value;
}

export const action = onlyRead;

function Purchase() {
  return <PurchasePage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["pricing"], Purchase);
