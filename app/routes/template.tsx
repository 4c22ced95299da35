import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import edit from "#app/features/meeting/edit/edit.css?url";
import share from "#app/features/meeting/share/share-dialog.css?url";
import styles from "#app/features/templates/templates.css?url";
import { TemplatePage } from "#app/features/templates/view/template-page.tsx";
import { localeOf } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { openTemplate } from "#app/server/templates/open-template.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.template.name} · Acta` : "Acta" },
];

/** §2: one template. Not there and not yours is the same 404. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const opened = await openTemplate(services, actor, params.templateId, await localeOf(request));
  if (opened === null) throw new Response(null, { status: 404 });
  return opened;
}

export const action = onlyRead;

export const links: LinksFunction = () => [edit, share, styles].map((href) => ({ rel: "stylesheet", href }));

function Template() {
  const opened = useLoaderData<typeof loader>();
  return <TemplatePage key={opened.template.id} {...opened} />;
}

export default withTexts(["templates"], Template);
