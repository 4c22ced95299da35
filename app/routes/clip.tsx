import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import styles from "#app/features/share/clip-page.css?inline";
import common from "#app/features/share/link-page-script.js?raw";
import source from "#app/features/share/clip-page-script.js?raw";
import { ClipFrame, ClipPage, type ClipPageProps } from "#app/features/share/clip-page.tsx";
import { GonePage } from "#app/features/share/gone-page.tsx";
import { inlineScript } from "#app/features/share/inline-script.ts";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { authenticate } from "#app/server/identity/session.ts";
import { methodNotAllowed, orUnavailable } from "#app/server/http/error-response.ts";
import { isEmbedPath } from "#app/server/http/loggable-path.ts";
import { readPreferenceCookie } from "#app/server/http/preference-cookie.ts";
import { isOpening, mayAskShared, SHARED_PAGE_HEADERS } from "#app/server/http/share-request.ts";
import { openClip } from "#app/server/sharing/open-clip.ts";
import { parseTheme, THEME_COOKIE } from "#app/ui/theme.tsx";

const script = inlineScript(common, source);

/**
 * GET /clip/:token and /clip/:token/embed: a clip for anyone with its link. As the shared page, this is all the HTML there is, with its
 * styles and its script; the recording's bytes are the only thing that is fetched. A link that opens nothing is one 404.
 */
export async function loader({ request, params, context: { services, nonce } }: LoaderFunctionArgs) {
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed("GET, HEAD");
  const refusal = await mayAskShared(services, request);
  if (refusal) return refusal;
  const { searchParams, pathname } = new URL(request.url);
  const isFrame = isEmbedPath(pathname);
  const asked = {
    token: params.token,
    // A frame of another site shows nothing of a session.
    findCaller: isFrame ? null : () => authenticate(request, services),
    isOpening: isOpening(request),
  };
  const [{ locale, i18n }, clip] = await Promise.all([
    localeOf(request).then(async (locale) => ({ locale, i18n: await openI18n(locale) })),
    orUnavailable(services, openClip(services, asked)),
  ]);
  i18n.use(initReactI18next);
  const frame = { styles, script, nonce, theme: parseTheme(readPreferenceCookie(request, THEME_COOKIE)) };
  const send = (page: ReactElement, status: number) => {
    const html = renderToStaticMarkup(<I18nextProvider i18n={i18n}>{page}</I18nextProvider>);
    return new Response(`<!doctype html>${html}`, { status, headers: SHARED_PAGE_HEADERS });
  };
  if (!clip) return send(<GonePage {...frame} contactEmail={services.config.contactEmail} />, 404);
  const props: ClipPageProps = {
    ...frame,
    clip,
    path: `/clip/${params.token}`,
    origin: services.config.origin,
    locale,
    startS: startOf(searchParams.get("t"), clip.lengthMs),
  };
  return send(isFrame ? <ClipFrame {...props} /> : <ClipPage {...props} />, 200);
}

/** The position in seconds that `?t=` names; null for any other text, and for one behind the end. */
function startOf(text: string | null, lengthMs: number): number | null {
  const seconds = /^\d{1,6}$/.test(text ?? "") ? Number(text) : 0;
  return seconds > 0 && seconds * 1000 < lengthMs ? seconds : null;
}

/** A page that is only read. */
export const action = () => methodNotAllowed("GET, HEAD");
