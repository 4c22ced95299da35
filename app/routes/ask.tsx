import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { askForm } from "#app/contracts/ask-forms.ts";
import { AskPage } from "#app/features/ask/ask-page.tsx";
import { pageTitle } from "#app/server/ask/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { addQuestion, listThreads } from "#app/server/ask/threads.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readForm } from "#app/server/http/read-body.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];

export async function loader({ request, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  return { title: await pageTitle(request), threads: await listThreads(services, actor) };
}

/** Stores a question; the page of its thread has it answered. A thread whose answer is still being written shows that. */
export async function action({ request, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const { actor } = await requireUser(request, services);
  if (!(await services.rates.take("chat", "ask-question", actor.userId)))
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  const form = await readForm(request, askForm);
  if (!form.ok) throw new Response(null, { status: 422 });
  const { question, threadId = null } = form.value;
  const added = await addQuestion(services, actor, { threadId, question });
  if (added.ok) return redirect(`/ask/${added.value.threadId}`, 303);
  if (added.reason === "not-found") throw new Response(null, { status: 404 });
  return redirect(`/ask/${threadId}`, 303);
}

function Ask() {
  return <AskPage threads={useLoaderData<typeof loader>().threads} />;
}

export default withTexts(["ask", "home", "search"], Ask);
