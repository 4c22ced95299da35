import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PLAN_TERMS } from "#app/domain/plan/plans.ts";
import { PricingPage } from "#app/features/pricing/pricing-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/auth/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";

export const handle: TitleHandle = { title: "common:plans" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { uploads, recordings } = PLAN_TERMS.free;
  return { plan: (await requireUser(request, context.services)).user.plan, free: { uploads, recordings } };
}

export const action = onlyRead;

function Pricing() {
  return <PricingPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["pricing"], Pricing);
