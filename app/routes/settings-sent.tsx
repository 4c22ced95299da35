import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { SENT_FILTERS } from "#app/contracts/sent.ts";
import { SentPage } from "#app/features/connections/sent-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/auth/session.ts";
import { readSent } from "#app/server/connections/read-sent.ts";
import { onlyRead, orUnavailable } from "#app/server/http/error-response.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];
export const headers = pageHeaders;

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const { searchParams: query } = new URL(request.url);
  const filter = SENT_FILTERS.find((name) => name === query.get("state")) ?? "all";
  const older = query.get("older");
  const page = await orUnavailable(services, readSent(services, actor, { older, filter }));
  const { t } = await openI18n(await localeOf(request));
  const title = `${t("connections:sent.title")} · ${t("common:product")}`;
  return { page, filter, isNewest: older === null, title };
}

export const action = onlyRead;

function SettingsSent() {
  const { page, filter, isNewest } = useLoaderData<typeof loader>();
  return <SentPage {...{ page, filter, isNewest }} />;
}

export default withTexts(["connections"], SettingsSent);
