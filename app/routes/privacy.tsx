import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { PrivacyPage } from "#app/features/legal/privacy-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { onlyRead } from "#app/server/http/error-response.ts";

export const handle: TitleHandle = { title: "legal:privacy.title" };

export function loader({ context: { services } }: LoaderFunctionArgs) {
  const { environment, contactEmail, speech, voices, language } = services.config;
  return {
    isSelfHosted: environment === "self-hosted",
    contactEmail,
    speech,
    voices,
    language,
    sellsPlans: services.billing !== null,
  };
}

export const action = onlyRead;

function Privacy() {
  return <PrivacyPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["legal"], Privacy);
