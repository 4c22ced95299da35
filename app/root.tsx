import { data, type LinksFunction, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  Links,
  type Location,
  Meta,
  Outlet,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { TOAST_MS } from "#app/domain/limits/screens.ts";
import { parseTimeZone } from "#app/domain/time.ts";
import { ErrorPage } from "#app/features/errors/error-page.tsx";
import { ReloadNote } from "#app/features/errors/reload-note.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { TITLE_NAMESPACES, titleKeyOf } from "#app/i18n/page-title.ts";
import { localeCookie, localeOf, setLocaleCookie } from "#app/i18n/server.ts";
import { browserTimeZone, TIME_ZONE_COOKIE } from "#app/i18n/time-zone.ts";
import { onlyRead } from "#app/server/http/error-response.ts";
import { readPreferenceCookie } from "#app/server/http/preference-cookie.ts";
import { pageHeaders } from "#app/server/http/security-headers.ts";
import { LateScripts } from "#app/features/shell/late-scripts.tsx";
import { useNonce } from "#app/ui/nonce.tsx";
import styles from "#app/ui/styles/app.css?url";
import { keep, parseTheme, THEME_COOKIE } from "#app/ui/theme.tsx";
import { ToastProvider } from "#app/ui/toast.tsx";

/** The two files that every page needs; the others load when a letter asks for them. */
const FONTS = ["/fonts/inter-latin-400-600.woff2", "/fonts/source-serif-4-latin-400-700.woff2"];

export const links: LinksFunction = () => [
  ...FONTS.map((href) => ({
    rel: "preload",
    as: "font" as const,
    type: "font/woff2",
    href,
    crossOrigin: "anonymous" as const,
  })),
  { rel: "stylesheet", href: styles },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const locale = await localeOf(request);
  const headers = new Headers({ Vary: "Cookie, Accept-Language" });
  if (readPreferenceCookie(request, localeCookie.name) === null) {
    headers.append("Set-Cookie", await setLocaleCookie(context.services.config.origin, locale));
  }
  const timeZone = parseTimeZone(readPreferenceCookie(request, TIME_ZONE_COOKIE));
  const theme = parseTheme(readPreferenceCookie(request, THEME_COOKIE));
  return data({ locale, timeZone, theme }, { headers });
}

/** A form that is sent to `/` comes here, not to the page that stands there. */
export const action = onlyRead;

export const headers = pageHeaders;

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const root = useRouteLoaderData<typeof loader>("root");
  const theme = root?.theme ?? "system";
  const nonce = useNonce();
  // The effects of all that stands on the page have run: from here on a key is heard too, not only a click.
  useEffect(() => {
    document.documentElement.dataset.awake = "";
  }, []);
  return (
    <html lang={i18n.language} data-theme={theme === "system" ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Title />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} getKey={placeKeyOf} />
        <LateScripts nonce={nonce} />
      </body>
    </html>
  );
}

/**
 * Names the place where the router keeps a scroll position. Plain links to fragments all have the key "default": with one place for
 * all of them the router would scroll one part of a page to where another was left, so for them it finds none.
 */
function placeKeyOf({ key, hash }: Location): string {
  return key === "default" && hash !== "" ? Math.random().toString(36) : key;
}

/** A route names its title as a key (`handle = { title: "common:menu.history" }`), or writes its own with `meta`. */
function Title() {
  const { t } = useTranslation(TITLE_NAMESPACES);
  const matches = useMatches();
  const key = titleKeyOf(matches);
  if (key) return <title>{`${t(key)} · ${t("common:product")}`}</title>;
  // A route whose loader failed writes no title.
  return matches.at(-1)?.data === undefined && <title>{t("common:product")}</title>;
}

const toastStack = lazy(async () => (await import("#app/ui/toast-stack.tsx")).ToastStack);

export default function App() {
  useEffect(() => {
    keep(TIME_ZONE_COOKIE, encodeURIComponent(browserTimeZone()));
  }, []);
  return (
    <ToastProvider durationMs={TOAST_MS} loadStack={toastStack.load}>
      <Outlet />
      <ReloadNote />
    </ToastProvider>
  );
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
