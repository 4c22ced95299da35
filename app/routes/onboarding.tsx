import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { onboardingPath, safeReturnPath } from "#app/domain/account/return-path.ts";
import { OnboardingPage } from "#app/features/profile/onboarding-page.tsx";
import { parseOnboarding } from "#app/features/profile/parse-profile.ts";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { postponeOnboarding, readProfile, saveProfile } from "#app/server/account/profile.ts";
import { phoneReader, showPhone } from "#app/server/account/read-phone.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readFormData } from "#app/server/http/read-body.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];
export const headers = pageHeaders;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const profile = await readProfile(services, actor.userId);
  const { t } = await openI18n(await localeOf(request));
  return {
    title: `${t("onboarding:welcome")} · ${t("common:product")}`,
    profile: { ...profile, phone: await showPhone(profile.phone) },
    returnTo: safeReturnPath(new URL(request.url).searchParams.get("returnTo")),
  };
}

/** The page's form, with or without JavaScript: on to the next step, the page again with what is wrong, or later. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const { actor } = await requireUser(request, services);
  if (!(await services.rates.take("retry", "profile", actor.userId))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const form = await readFormData(request);
  const fields = form.ok ? form.value : new FormData();
  const place = fields.get("returnTo");
  const returnTo = safeReturnPath(typeof place === "string" ? place : null);
  switch (fields.get("intent")) {
    case "later":
      await postponeOnboarding(services, actor.userId);
      return redirect(returnTo, 303);
    case "save": {
      const acceptLanguage = request.headers.get("Accept-Language");
      const submission = parseOnboarding(fields, await phoneReader(acceptLanguage, await localeOf(request)));
      if (submission.status !== "success") return data({ lastResult: submission.reply() }, { status: 422 });
      await saveProfile(services, actor.userId, submission.value);
      return redirect(onboardingPath(returnTo, "calendar"), 303);
    }
    default:
      // No form of ours: the page again.
      return data({ lastResult: null }, { status: 400 });
  }
}

function Onboarding() {
  const refused = useActionData<typeof action>();
  return <OnboardingPage {...useLoaderData<typeof loader>()} lastResult={refused?.lastResult} />;
}

export default withTexts(["onboarding"], Onboarding);
