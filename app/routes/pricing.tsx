import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PricingPage } from "#app/features/pricing/pricing-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withPageTexts } from "#app/i18n/with-page-texts.tsx";
import { requireUser } from "#app/server/auth/require-user.ts";
import { onlyRead } from "#app/server/http/method-not-allowed.ts";

export const handle: TitleHandle = { title: "common:plans" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { plan: (await requireUser(request, context.services)).user.plan };
}

export const action = onlyRead;

function Pricing() {
  return <PricingPage plan={useLoaderData<typeof loader>().plan} />;
}

export default withPageTexts(Pricing);
