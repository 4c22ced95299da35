import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { safeReturnPath, onboardingPath } from "#app/domain/account/return-path.ts";
import { CONNECT_RESULTS } from "#app/domain/calendar/calendar.ts";
import { LazyConnect } from "#app/features/calendars/lazy-calendars.tsx";
import { CalendarPage } from "#app/features/profile/calendar-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { connectable } from "#app/server/calendars/list-calendars.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];
export const headers = pageHeaders;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  await requireUser(request, services);
  const { searchParams } = new URL(request.url);
  const returnTo = safeReturnPath(searchParams.get("returnTo"));
  const result = CONNECT_RESULTS.find((each) => each === searchParams.get("calendar")) ?? null;
  // The last step ends where the person was going: Home shows what comes next, and the settings the calendars of the account.
  if (result === "connected")
    throw redirect(returnTo === "/settings" ? "/settings?calendar=connected#calendars" : returnTo, 303);
  const { t } = await openI18n(await localeOf(request));
  return {
    title: `${t("onboarding:calendar.title")} · ${t("common:product")}`,
    returnTo,
    problem: result,
    connectable: connectable(services.config),
  };
}

export const action = onlyRead;

function OnboardingCalendar() {
  const { returnTo, problem, connectable } = useLoaderData<typeof loader>();
  const here = onboardingPath(returnTo, "calendar");
  return (
    <CalendarPage
      returnTo={returnTo}
      connect={<LazyConnect connectable={connectable} returnTo={here} problem={problem} />}
    />
  );
}

export default withTexts(["onboarding"], OnboardingCalendar);
