import type { AppLoadContext, EntryContext, HandleErrorFunction } from "@remix-run/cloudflare";
import { RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { parseMeetId } from "#app/domain/ids.ts";
import { NonceProvider } from "#app/ui/nonce.tsx";
import { loggablePath } from "#app/server/http/loggable-path.ts";
import { faultOf } from "#app/server/log.ts";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, services }: AppLoadContext,
) {
  const i18n = await openI18n(await localeOf(request));
  i18n.use(initReactI18next);
  let statusCode = status;
  const body = await renderToReadableStream(
    <I18nextProvider i18n={i18n}>
      <NonceProvider value={nonce}>
        <RemixServer context={remixContext} url={request.url} nonce={nonce} />
      </NonceProvider>
    </I18nextProvider>,
    {
      nonce,
      signal: request.signal,
      onError(error: unknown) {
        services.log("render.failed", { error: faultOf(error) });
        statusCode = 500;
      },
    },
  );
  if (isbot(request.headers.get("user-agent"))) await body.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(body, { headers, status: statusCode });
}

/** Loaders and actions that threw: logged by name, without content; the person sees the error boundary's text. */
export const handleError: HandleErrorFunction = (error, { request, params, context }) => {
  if (request.signal.aborted) return;
  context.services.log("route.failed", {
    method: request.method,
    path: loggablePath(request),
    meetId: parseMeetId(params.meetId) ?? undefined,
    error: faultOf(error),
  });
};
