import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { safeReturnPath } from "#app/domain/account/return-path.ts";
import { RefusedPage } from "#app/features/errors/error-page.tsx";
import type { TitleHandle } from "#app/i18n/page-title.ts";
import { onlyRead, refusalInWords, RETRY_AFTER } from "#app/server/http/error-response.ts";

export const handle: TitleHandle = { title: "common:error.refusedTitle" };

/** GET /refused: why a form that was sent without JavaScript was refused, with the status of the refusal. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const refusal = await refusalInWords(request, searchParams.get("because") ?? "");
  if (refusal === null) throw new Response(null, { status: 404 });
  const { status, message } = refusal;
  const headers = { "Cache-Control": "no-store", ...(status === 429 ? RETRY_AFTER : {}) };
  return data({ message, back: safeReturnPath(searchParams.get("back")) }, { status, headers });
}

export const action = onlyRead;

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export default function Refused() {
  return <RefusedPage {...useLoaderData<typeof loader>()} />;
}
