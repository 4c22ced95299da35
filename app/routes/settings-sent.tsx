import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { SentPage as Sent } from "#app/contracts/sent.ts";
import { SENT_FILTERS } from "#app/domain/deliveries/delivery.ts";
import { SentPage } from "#app/features/connections/sent-page.tsx";
import { type Moves, useFreshLists } from "#app/features/home/use-fresh-lists.ts";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { readSent } from "#app/server/deliveries/read-sent.ts";
import { onlyRead, orUnavailable } from "#app/server/http/error-response.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";
import finding from "#app/ui/styles/finding.css?url";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];
export const headers = pageHeaders;
export const links: LinksFunction = () => [{ rel: "stylesheet", href: finding }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const { searchParams: query } = new URL(request.url);
  const filter = SENT_FILTERS.find((name) => name === query.get("state")) ?? "all";
  const older = query.get("older");
  const page = await orUnavailable(services, readSent(services, actor, { older, filter }));
  const { t } = await openI18n(await localeOf(request));
  const title = `${t("connections:sent.title")} · ${t("common:product")}`;
  return { page, filter, from: older === null ? 1 : readFrom(query.get("from")), title };
}

/** The number of the page's first line, as the page before counted it. */
function readFrom(text: string | null): number {
  return /^\d{1,6}$/.test(text ?? "") ? Math.max(2, Number(text)) : 2;
}

export const action = onlyRead;

const movesOf = ({ page }: { page: Sent }): Moves => ({
  isMoving: page.sent.some(({ state }) => state === "waiting"),
  isTold: false,
});

function SettingsSent() {
  const { lists, readAgain } = useFreshLists("routes/settings-sent", useLoaderData<typeof loader>(), movesOf);
  const { page, filter, from } = lists;
  return <SentPage {...{ page, filter, from }} onResent={readAgain} />;
}

export default withTexts(["connections"], SettingsSent);
