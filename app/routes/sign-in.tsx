import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { parseSignInProblem, SIGNED_OUT_MARK, signInForm, type SignInProblem } from "#app/contracts/sign-in.ts";
import { safeReturnPath } from "#app/domain/account/return-path.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { forgetSearches } from "#app/features/search/recent-searches.ts";
import { forgetAllDrafts } from "#app/features/templates/builder/keep-template-draft.ts";
import { SignInPage } from "#app/features/sign-in/sign-in-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { authenticate } from "#app/server/identity/session.ts";
import { signInPath } from "#app/server/identity/sign-in-path.ts";
import { startSignIn } from "#app/server/auth/start-sign-in.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readForm } from "#app/server/http/read-body.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = safeReturnPath(searchParams.get("returnTo"));
  if (await authenticate(request, services)) throw redirect(returnTo);
  const locale = await localeOf(request);
  const { t } = await openI18n(locale);
  return {
    title: `${t("signIn:title")} · ${t("common:product")}`,
    locale,
    returnTo,
    problem: parseSignInProblem(searchParams.get("problem")),
    hasLeft: searchParams.has(SIGNED_OUT_MARK),
    choices: services.config.signIn,
  };
}

/** The page's form, with or without JavaScript: on to the provider, or the page again with what is missing (any other form too). */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const network = clientNetwork(request);
  if (network !== null && !(await services.rates.take("sign-in", "start", network))) {
    return again({ problem: "too-many" }, { status: 429, headers: RETRY_AFTER });
  }
  const form = await readForm(request, signInForm);
  if (!form.ok) return again({}, { status: 400 });
  const { provider, terms, returnTo } = form.value;
  const started = await startSignIn(services, request, { provider, returnTo, termsAccepted: terms === "accepted" });
  if (!started.ok) return refusedStart(started.reason, safeReturnPath(returnTo));
  return redirect(started.value.url, { headers: { "Set-Cookie": started.value.setCookie } });
}

function refusedStart(reason: "terms-missing" | "unknown-provider" | "unavailable", returnTo: string) {
  switch (reason) {
    case "terms-missing":
      return again({ termsMissing: true, returnTo }, { status: 422 });
    case "unavailable":
      return again({ problem: "unavailable", returnTo }, { status: 503, headers: RETRY_AFTER });
    case "unknown-provider":
      return again({ returnTo }, { status: 400 });
    default:
      return assertNever(reason);
  }
}

/** The page once more, with what kept it from going on. */
function again(
  shown: { termsMissing?: boolean; returnTo?: string; problem?: SignInProblem },
  init: { status: number; headers?: Record<string, string> },
) {
  return data({ termsMissing: false, returnTo: "/", problem: null, ...shown }, init);
}

/** Remix leaves an action's headers out of its page unless told otherwise. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

function SignIn() {
  const { locale, problem, returnTo, hasLeft, choices } = useLoaderData<typeof loader>();
  const shown = useActionData<typeof action>() ?? { returnTo, termsMissing: false, problem };
  // A person who is signed out leaves no searches in the browser, also where the session ended elsewhere.
  useEffect(() => {
    forgetSearches();
    // Drafts stay where the session ended by itself: the same person goes on after signing in again.
    if (hasLeft) forgetAllDrafts();
  }, [hasLeft]);
  return <SignInPage {...shown} choices={choices} here={signInPath({ returnTo: shown.returnTo })} locale={locale} />;
}

export default withTexts(["signIn"], SignIn);
