import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, useLoaderData, useParams, useRouteError } from "@remix-run/react";
import { ErrorInShell } from "#app/features/errors/error-page.tsx";
import edit from "#app/features/meeting/edit/edit.css?url";
import { usePerson } from "#app/features/meeting/here/session/use-person.ts";
import { BuilderPage } from "#app/features/templates/builder/builder-page.tsx";
import { GoneTemplate } from "#app/features/templates/builder/gone-template.tsx";
import { isChangeable } from "#app/features/templates/use-template-actions.tsx";
import styles from "#app/features/templates/templates.css?url";
import { localeOf } from "#app/i18n/server.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { requireUser } from "#app/server/auth/session.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { openTemplate } from "#app/server/templates/open-template.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.template.name} · Acta` : "Acta" },
];

/** §2: the builder with a template of the person, or of the team that they administer; the predefined ones cannot be changed. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { actor, user } = await requireUser(request, services);
  const opened = await openTemplate(services, actor, params.templateId, await localeOf(request));
  if (opened === null || !isChangeable(opened.template)) throw new Response(null, { status: 404 });
  const { template, use, meetings } = opened;
  return { userId: user.id, template, uses: use?.meetings ?? 0, meetings };
}

export const action = onlyRead;

export const links: LinksFunction = () => [edit, styles].map((href) => ({ rel: "stylesheet", href }));

function EditTemplate() {
  const opened = useLoaderData<typeof loader>();
  return <BuilderPage key={opened.template.id} {...opened} />;
}

export default withTexts(["templates", "templateBuilder", "meeting"], EditTemplate);

/** A template that was deleted while a person edited it: their draft is in the browser. */
export function ErrorBoundary() {
  const person = usePerson();
  const { templateId } = useParams();
  const error = useRouteError();
  const isGone = isRouteErrorResponse(error) && error.status === 404;
  if (!isGone || !person || !templateId) return <ErrorInShell />;
  return (
    <GoneTemplate userId={person.id} goneId={templateId}>
      <ErrorInShell />
    </GoneTemplate>
  );
}
