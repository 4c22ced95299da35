import { type ActionFunctionArgs, data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { objectionForm } from "#app/contracts/account-changes.ts";
import { RecordedPage } from "#app/features/recorded/recorded-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { withTexts } from "#app/i18n/with-texts.tsx";
import { clientNetwork } from "#app/server/http/client-network.ts";
import { methodNotAllowed, RETRY_AFTER } from "#app/server/http/error-response.ts";
import { readForm } from "#app/server/http/read-body.ts";
import { objectToRecording, readNotice } from "#app/server/recorder/recorded-notice.ts";
import type { Services } from "#app/server/services.ts";

export const handle: TitleHandle = { title: "privacy:recorded.title" };

/** Anybody with the address: the people of a call did not sign in. Every code that stands for nothing gets the same page. */
export async function loader({ request, params, context: { services } }: LoaderFunctionArgs) {
  await countRequest(services, request, "recorded");
  const notice = await readNotice(services, params.code ?? "");
  const headers = { "Cache-Control": "private, no-store" };
  return data({ notice, contactEmail: services.config.contactEmail }, { status: notice ? 200 : 404, headers });
}

/** An objection. The answer does not say whether the code stands for a meeting. */
export async function action({ request, params, context: { services } }: ActionFunctionArgs) {
  if (request.method !== "POST") throw methodNotAllowed("GET, HEAD, POST");
  await countRequest(services, request, "objection");
  const form = await readForm(request, objectionForm);
  if (!form.ok) return data({ objection: "empty" as const }, { status: 422 });
  const isTaken = await objectToRecording(services, {
    code: params.code ?? "",
    ...form.value,
    network: clientNetwork(request),
  });
  if (!isTaken) return data({ objection: "not-taken" as const }, { status: 409 });
  return data({ objection: "sent" as const }, { status: 200 });
}

async function countRequest({ rates }: Services, request: Request, counted: string): Promise<void> {
  const network = clientNetwork(request);
  const limit = counted === "objection" ? "retry" : "share";
  if (network !== null && !(await rates.take(limit, counted, network))) {
    throw new Response(null, { status: 429, headers: RETRY_AFTER });
  }
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

function Recorded() {
  const { notice, contactEmail } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  return <RecordedPage notice={notice} contactEmail={contactEmail} objection={answered?.objection ?? null} />;
}

export default withTexts(["privacy"], Recorded);
