import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { threadForm } from "#app/contracts/ask-forms.ts";
import { ThreadPage } from "#app/features/ask/thread-page.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { pageTitle } from "#app/server/ask/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { deleteThread, readThread, shareThread } from "#app/server/ask/threads.ts";
import { requireUser } from "#app/server/identity/session.ts";
import { methodNotAllowed } from "#app/server/http/error-response.ts";
import { readForm } from "#app/server/http/read-body.ts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "Acta" }];

/** ?of= names the person who has shared the thread. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  const { actor } = await requireUser(request, services);
  const { searchParams } = new URL(request.url);
  const threadId = params.threadId ?? "";
  const thread = await readThread(services, actor, { threadId, of: searchParams.get("of") });
  if (!thread) throw new Response(null, { status: 404 });
  const link = `${services.config.origin}/ask/${thread.id}?of=${thread.of}`;
  return { title: await pageTitle(request), thread, link, hasLocalModel: services.localModel !== null };
}

export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  const { actor } = await requireUser(request, services);
  const form = await readForm(request, threadForm);
  if (!form.ok) throw new Response(null, { status: 422 });
  const threadId = params.threadId ?? "";
  const { change } = form.value;
  if (change === "delete") {
    await deleteThread(services, actor, threadId);
    return redirect("/ask", 303);
  }
  const shared = await shareThread(services, actor, { threadId, isShared: change === "share" });
  if (!shared.ok) throw new Response(null, { status: 404 });
  return redirect(`/ask/${threadId}`, 303);
}

const modelOffer = lazy(
  async () => (await import("#app/features/minutes/local-model/local-model-notice.tsx")).LocalModelNotice,
  ["model"],
);

function Thread() {
  const { thread, link, hasLocalModel } = useLoaderData<typeof loader>();
  const offer = hasLocalModel ? <WhenLoaded part={modelOffer} props={{ isHome: true }} /> : null;
  // A thread of its own: what was answered in another one is not in it.
  return <ThreadPage key={thread.id} thread={thread} link={link} modelOffer={offer} />;
}

export default withTexts(["ask", "home"], Thread);
