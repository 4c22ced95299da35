import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PORTAL_PARAMETER } from "#app/domain/limits/billing.ts";
import { LazyCalendars } from "#app/features/calendars/lazy-calendars.tsx";
import { LazyPlans, LazyTeamPayment } from "#app/features/pricing/lazy-plans.tsx";
import { LazyPersonal } from "#app/features/profile/lazy-personal.tsx";
import { parseName, parsePersonal } from "#app/features/profile/parse-profile.ts";
import { LazyTeam } from "#app/features/teams/lazy-team.tsx";
import { LazyWords } from "#app/features/words/lazy-words.tsx";
import { SettingsPage } from "#app/features/settings/settings-page.tsx";
import { localeOf } from "#app/i18n/server.ts";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { saveName, saveProfile } from "#app/server/account/profile.ts";
import { phoneReader } from "#app/server/account/read-phone.ts";
import { readSettings } from "#app/server/account/read-settings.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { refreshSubscriptions } from "#app/server/billing/refresh-subscriptions.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readPreferenceCookie } from "#app/server/http/preference-cookie.ts";
import { readFormData } from "#app/server/http/read-body.ts";
import { parseTheme, THEME_COOKIE } from "#app/ui/theme.tsx";

export const handle: TitleHandle = { title: "common:menu.settings" };

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const caller = await requireUser(request, services);
  // Back from Stripe's pages: the plan of this request was read before.
  const back = new URL(request.url).searchParams.get(PORTAL_PARAMETER);
  if (back !== null) {
    await refreshSubscriptions(services, caller.actor);
    throw redirect(back === "team" ? "/settings#team" : "/settings#plan");
  }
  const settings = await readSettings(services, caller, await localeOf(request));
  return { ...settings, theme: parseTheme(readPreferenceCookie(request, THEME_COOKIE)) };
}

/** The form of the personal information, with or without JavaScript. The other sections have endpoints of their own. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const { actor } = await requireUser(request, services);
  if (!(await services.rates.take("retry", "profile", actor.userId))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const form = await readFormData(request);
  const fields = form.ok ? form.value : new FormData();
  switch (fields.get("intent")) {
    case "name": {
      const submission = parseName(fields);
      if (submission.status !== "success") return data({ lastResult: submission.reply() }, { status: 422 });
      await saveName(services, actor.userId, submission.value.name);
      break;
    }
    case "personal": {
      const acceptLanguage = request.headers.get("Accept-Language");
      const submission = parsePersonal(fields, await phoneReader(acceptLanguage, await localeOf(request)));
      if (submission.status !== "success") return data({ lastResult: submission.reply() }, { status: 422 });
      await saveProfile(services, actor.userId, submission.value);
      break;
    }
    default:
      // No form of ours: the page again.
      return data({ lastResult: null }, { status: 400 });
  }
  return redirect("/settings?saved=personal#personal", 303);
}

function Settings() {
  const {
    profile,
    progress,
    isOnboarded,
    calendars: connected,
    connectable,
    team: joined,
    visibility,
    billing,
    usage,
    wordLists,
    ...rest
  } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const personal = (
    <LazyPersonal
      profile={profile}
      progress={progress}
      isOnboarded={isOnboarded}
      provider={rest.user.provider}
      lastResult={refused?.lastResult}
    />
  );
  const calendars = <LazyCalendars initial={connected} connectable={connectable} templates={rest.templates} />;
  const team = <LazyTeam initial={joined} visibility={visibility} Payment={LazyTeamPayment} />;
  const plans = <LazyPlans billing={billing} usage={usage} />;
  const words = <LazyWords initial={wordLists} />;
  return <SettingsPage {...rest} {...{ personal, calendars, words, plans, team }} />;
}

export default withTexts(["settings", "profile", "mail"], Settings);
