import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { safeReturnPath } from "#app/domain/account/return-path.ts";
import { CalendarPage } from "#app/features/profile/calendar-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/auth/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];
export const headers = pageHeaders;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await requireUser(request, services);
  const { t } = await openI18n(await localeOf(request));
  return {
    title: `${t("onboarding:calendar.title")} · ${t("common:product")}`,
    returnTo: safeReturnPath(new URL(request.url).searchParams.get("returnTo")),
  };
}

export const action = onlyRead;

function OnboardingCalendar() {
  return <CalendarPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["onboarding"], OnboardingCalendar);
