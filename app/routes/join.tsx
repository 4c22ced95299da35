import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { SignOutGuard } from "#app/features/here/waiting/sign-out-guard.tsx";
import { JoinPage } from "#app/features/teams/join-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { authenticate } from "#app/server/identity/session.ts";
import { signInPath } from "#app/server/identity/sign-in-path.ts";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { answerJoinForm } from "#app/server/teams/answer-join-form.ts";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.title ?? "Acta" },
  { name: "robots", content: "noindex, nofollow" },
];

/** GET /join/:token: the page is the same for every token. Its script asks for the details, so that no program that follows links is told. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { t } = await openI18n(await localeOf(request));
  const caller = await authenticate(request, services);
  const token = params.token ?? "";
  const here = `/join/${encodeURIComponent(token)}`;
  return {
    title: `${t("team:join.title")} · ${t("common:product")}`,
    token,
    here,
    signIn: signInPath({ returnTo: here }),
    choices: services.config.signIn,
    /** The person whose recordings may wait in this browser; null where nobody is signed in. */
    userId: caller?.actor.userId ?? null,
  };
}

/** POST: the same for a browser without scripts. `?act=` is the button. Programs that follow links send no forms. */
export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const userId = (await authenticate(request, services))?.actor.userId ?? null;
  const counted = userId ?? clientNetwork(request);
  if (counted !== null && !(await services.rates.take("retry", "invitation-accept", counted))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
  const act = new URL(request.url).searchParams.get("act");
  const answer = await answerJoinForm(services, { token: params.token ?? "", userId, act });
  return data(answer, { status: answer.shown.state === "invalid" ? 404 : 200 });
}

function Join() {
  const { token, here, signIn, choices, userId } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? null;
  return (
    <>
      <JoinPage key={token} token={token} here={here} signIn={signIn} choices={choices} answer={answer} />
      {userId !== null && <SignOutGuard userId={userId} />}
    </>
  );
}

export default withTexts(["team", "seats"], Join);
