import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { JoinPage } from "#app/features/teams/join-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { signInPath } from "#app/server/auth/sign-in-path.ts";
import { onlyRead } from "#app/server/http/error-response.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "Acta" },
  { name: "robots", content: "noindex, nofollow" },
];

/** GET /join/:token: the page is the same for every token. Its script asks for the details, so that no program that follows links is told. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { t } = await openI18n(await localeOf(request));
  const token = params.token ?? "";
  const here = `/join/${encodeURIComponent(token)}`;
  return {
    title: `${t("team:join.title")} · ${t("common:product")}`,
    token,
    here,
    signIn: signInPath({ returnTo: here }),
  };
}

export const action = onlyRead;

function Join() {
  const { token, here, signIn } = useLoaderData<typeof loader>();
  return <JoinPage key={token} token={token} here={here} signIn={signIn} />;
}

export default withTexts(["team", "seats"], Join);
