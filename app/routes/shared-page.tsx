import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { startInSecond } from "#app/domain/transcript/moment-address.ts";
import { GonePage } from "#app/features/share/gone-page.tsx";
import { inlineScript } from "#app/features/share/inline-script.ts";
import common from "#app/features/share/link-page-script.js?raw";
import source from "#app/features/share/shared-page-script.js?raw";
import styles from "#app/features/share/shared-page.css?inline";
import { SharedPage } from "#app/features/share/shared-page.tsx";
import { localeOf, openI18n } from "#app/i18n/server.ts";
import { translator } from "#app/i18n/translate.ts";
import { authenticate } from "#app/server/identity/session.ts";
import { methodNotAllowed, orUnavailable } from "#app/server/http/error-response.ts";
import { readPreferenceCookie } from "#app/server/http/preference-cookie.ts";
import { isOpening, mayAskShared, SHARED_PAGE_HEADERS } from "#app/server/http/share-request.ts";
import { openShared } from "#app/server/sharing/open-shared.ts";
import { parseTheme, THEME_COOKIE } from "#app/ui/theme.tsx";

const script = inlineScript(common, source);

/**
 * GET /s/:token: a meeting for anyone with its link. A route without a component, so that nothing of the app comes along:
 * this is all the HTML there is. A link that opens nothing is one 404, whatever became of it.
 */
export async function loader({ request, params, context: { services, nonce } }: LoaderFunctionArgs) {
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed("GET, HEAD");
  const refusal = await mayAskShared(services, request);
  if (refusal) return refusal;
  const { searchParams, pathname } = new URL(request.url);
  const opening = isOpening(request) ? () => authenticate(request, services) : null;
  const [i18n, opened] = await Promise.all([
    localeOf(request).then(async (locale) => ({ locale, i18n: await openI18n(locale) })),
    orUnavailable(services, openShared(services, { token: params.token, opening })),
  ]);
  const { locale } = i18n;
  i18n.i18n.use(initReactI18next);
  const t = translator(i18n.i18n, locale, ["share", "shared", "common"]);
  const frame = { styles, script, nonce, theme: parseTheme(readPreferenceCookie(request, THEME_COOKIE)) };
  const html = (page: ReactElement) =>
    `<!doctype html>${renderToStaticMarkup(<I18nextProvider i18n={i18n.i18n}>{page}</I18nextProvider>)}`;
  if (!opened) {
    const page = html(<GonePage {...frame} contactEmail={services.config.contactEmail} />);
    return new Response(page, { status: 404, headers: SHARED_PAGE_HEADERS });
  }
  const { shared, view, places } = opened;
  const named = shared.titleShown ? view.head.title : t("shared:preview");
  const page = html(
    <SharedPage
      {...frame}
      view={view}
      places={new Map(places.map(({ id, index, startMs }) => [id, { index, startMs }]))}
      parts={shared.actor.parts}
      path={pathname}
      ownerName={shared.ownerName}
      expiresAt={shared.expiresAt}
      locale={locale}
      title={`${named} · ${t("common:product")}`}
      startS={startOf(searchParams.get("t"), [...view.segments, ...places])}
    />,
  );
  return new Response(page, { headers: SHARED_PAGE_HEADERS });
}

/** The position in seconds that `?t=` names; null for any other text. */
function startOf(text: string | null, lines: readonly { startMs: number }[]): number | null {
  return /^\d{1,6}(\.\d{1,3})?$/.test(text ?? "") ? startInSecond(lines, Number(text) * 1000) / 1000 : null;
}

/** A page that is only read. */
export const action = () => methodNotAllowed("GET, HEAD");
