import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import share from "#app/features/meeting/share/share-dialog.css?url";
import { TemplatesPage } from "#app/features/templates/list/templates-page.tsx";
import styles from "#app/features/templates/templates.css?url";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { localeOf } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { findManaged } from "#app/server/workspace/find-team.ts";
import { countTemplateUses } from "#app/server/templates/count-uses.ts";
import { listTemplates } from "#app/server/templates/list-templates.ts";
import finding from "#app/ui/styles/finding.css?url";

export const handle: TitleHandle = { title: "common:menu.templates" };

/** §2: the list of templates. */
export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const [templates, uses, team] = await Promise.all([
    listTemplates(services, actor, await localeOf(request)),
    countTemplateUses(services, actor),
    findManaged(services.db, actor.userId),
  ]);
  return { templates, uses, managesTeam: team !== null && team.activatedAt !== null };
}

export const action = onlyRead;

export const links: LinksFunction = () => [finding, share, styles].map((href) => ({ rel: "stylesheet", href }));

function Templates() {
  return <TemplatesPage {...useLoaderData<typeof loader>()} />;
}

export default withTexts(["templates"], Templates);
