import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { briefForm } from "#app/contracts/account-changes.ts";
import { BriefPage } from "#app/features/brief/brief-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { saveMailPreferences } from "#app/server/account/mail-preferences.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readForm } from "#app/server/http/read-body.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { readBrief } from "#app/server/meetings/read-brief.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];

/** GET /brief/:briefId: of an event of the person's calendars, or of a meeting of theirs that is still ahead. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const read = await readBrief(services, actor, params.briefId ?? "");
  if (!read.ok) throw new Response(null, { status: 404 });
  const locale = await localeOf(request);
  const t = translator(await openI18n(locale), locale, ["brief", "common"]);
  const { title } = read.value.brief;
  return { ...read.value, title: `${t("brief:title")}: ${title || t("brief:untitled")} · ${t("common:product")}` };
}

/** POST: switches the mail of briefs on or off, for all series. */
export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const { actor } = await requireUser(request, services);
  if (!(await services.rates.take("edit", "brief-mail", actor.userId)))
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  const form = await readForm(request, briefForm);
  if (!form.ok) throw new Response(null, { status: 422 });
  await saveMailPreferences(services, actor.userId, { "series-brief": form.value.mail === "on" });
  return redirect(`/brief/${encodeURIComponent(params.briefId ?? "")}`, 303);
}

function BriefRoute() {
  const { brief, meetId, isCancelled, mail } = useLoaderData<typeof loader>();
  return <BriefPage brief={brief} meetId={meetId} isCancelled={isCancelled} mail={mail} />;
}

export default withTexts(["brief"], BriefRoute);
