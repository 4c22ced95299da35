import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PAYMENT_GRACE_MS } from "#app/domain/limits/billing.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { PLAN_TERMS } from "#app/domain/plan/plans.ts";
import { PricingPage } from "#app/features/pricing/pricing-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { readUsage } from "#app/server/usage/usage-ledger.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { readBilling } from "#app/server/billing/read-billing.ts";
import { onlyRead } from "#app/server/http/error-response.ts";

export const handle: TitleHandle = { title: "common:plans" };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const [billing, used] = await Promise.all([
    readBilling(services, actor, user.plan),
    readUsage(services.db, actor.workspaceId, services.now()),
  ]);
  return {
    billing,
    used,
    terms: PLAN_TERMS,
    graceDays: PAYMENT_GRACE_MS / DAY_MS,
    contactEmail: services.config.contactEmail,
  };
}

export const action = onlyRead;

function Pricing() {
  return <PricingPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["pricing"], Pricing);
