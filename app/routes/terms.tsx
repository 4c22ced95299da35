import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PLAN_TERMS } from "#app/domain/plan/plans.ts";
import { TermsPage } from "#app/features/legal/terms-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { onlyRead } from "#app/server/http/error-response.ts";

export const handle: TitleHandle = { title: "legal:terms.title" };

export function loader({ context: { services } }: LoaderFunctionArgs) {
  const { uploads, recordings } = PLAN_TERMS.free;
  return { contactEmail: services.config.contactEmail, free: { uploads, recordings } };
}

export const action = onlyRead;

function Terms() {
  return <TermsPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["legal"], Terms);
