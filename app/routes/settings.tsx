import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SettingsPage } from "#app/features/settings/settings-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { readCredits } from "#app/server/account/read-credits.ts";
import { requireUser } from "#app/server/auth/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { readPreferenceCookie } from "#app/server/http/preference-cookie.ts";
import { parseTheme, THEME_COOKIE } from "#app/ui/theme.tsx";

export const handle: TitleHandle = { title: "common:menu.settings" };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const caller = await requireUser(request, services);
  const { name, email, provider, plan } = caller.user;
  const { uploads } = (await readCredits(services, caller)).usage;
  return {
    user: { name, email, provider, plan },
    theme: parseTheme(readPreferenceCookie(request, THEME_COOKIE)),
    uploads,
  };
}

export const action = onlyRead;

function Settings() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["settings", "home"], Settings);
