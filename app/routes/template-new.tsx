import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import edit from "#app/features/meeting/edit/edit.css?url";
import { BuilderPage } from "#app/features/templates/builder/builder-page.tsx";
import styles from "#app/features/templates/templates.css?url";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { listPreviewMeetings } from "#app/server/templates/open-template.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];

/** §2: the builder with an empty template. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const { t } = await openI18n(await localeOf(request));
  return {
    title: `${t("templateBuilder:newTitle")} · ${t("common:product")}`,
    userId: user.id,
    meetings: await listPreviewMeetings(services, actor),
  };
}

export const action = onlyRead;

export const links: LinksFunction = () => [edit, styles].map((href) => ({ rel: "stylesheet", href }));

function NewTemplate() {
  const { userId, meetings } = useLoaderData<typeof loader>();
  return <BuilderPage userId={userId} template={null} uses={0} meetings={meetings} />;
}

export default withTexts(["templates", "templateBuilder"], NewTemplate);
