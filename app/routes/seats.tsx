import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CURRENCY, INTERVALS, priceOf } from "#app/domain/plan/prices.ts";
import { SeatsPage } from "#app/features/teams/seats-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { readProfile } from "#app/server/account/profile.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { findTeam } from "#app/server/workspace/find-team.ts";

export const handle: TitleHandle = { title: "seats:title" };

/** The seats page of the team plan. `?interval=month` is what /pricing was set to; a year is first. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const asked = new URL(request.url).searchParams.get("interval");
  const [team, { company }] = await Promise.all([
    findTeam(services.db, actor.userId),
    readProfile(services, actor.userId),
  ]);
  const isActive = team !== null && team.activatedAt !== null;
  return {
    interval: INTERVALS.find((each) => each === asked) ?? "year",
    prices: { month: priceOf("team", "month"), year: priceOf("team", "year"), currency: CURRENCY },
    own: user.email,
    company,
    standing: isActive ? team.role : null,
    payments: services.billing !== null,
    contactEmail: services.config.contactEmail,
  };
}

export const action = onlyRead;

function Seats() {
  return <SeatsPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["seats", "pricing"], Seats);
