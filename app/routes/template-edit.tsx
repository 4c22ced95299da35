import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorInShell } from "#app/features/errors/error-page.tsx";
import edit from "#app/features/meeting/edit/edit.css?url";
import { BuilderPage } from "#app/features/templates/builder/builder-page.tsx";
import { GoneTemplate } from "#app/features/templates/builder/gone-template.tsx";
import { isChangeable } from "#app/features/templates/use-template-actions.tsx";
import styles from "#app/features/templates/templates.css?url";
import { localeOf } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/identity/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { openTemplate } from "#app/server/templates/open-template.ts";

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: loaded?.template ? `${loaded.template.name} · Acta` : "Acta" },
];

/**
 * §2: the builder with a template of the person, or of the team that they administer; the predefined ones cannot be changed. The 404 is a
 * page of this route: a template that was deleted while a person edited it has a draft in their browser.
 */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const opened = await openTemplate(services, actor, params.templateId, await localeOf(request));
  if (opened === null || !isChangeable(opened.template)) {
    return data({ userId: user.id, template: null, goneId: params.templateId ?? "" }, { status: 404 });
  }
  const { template, use, meetings } = opened;
  return data({ userId: user.id, template, uses: use?.meetings ?? 0, meetings });
}

export const action = onlyRead;

export const links: LinksFunction = () => [edit, styles].map((href) => ({ rel: "stylesheet", href }));

function EditTemplate() {
  const opened = useLoaderData<typeof loader>();
  if (opened.template !== null) return <BuilderPage key={opened.template.id} {...opened} />;
  return (
    <GoneTemplate userId={opened.userId} goneId={opened.goneId}>
      <ErrorInShell isMissing />
    </GoneTemplate>
  );
}

export default withTexts(["templates", "templateBuilder"], EditTemplate);
