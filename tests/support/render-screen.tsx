import { RemixServer } from "@remix-run/react";
import type { ComponentProps, ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import type { Locale } from "#app/domain/languages.ts";
import { openI18n } from "#app/i18n/server.ts";
import { ToastProvider } from "#app/ui/toast.tsx";

type Context = ComponentProps<typeof RemixServer>["context"];

/** For unit tests: the first HTML of a screen that has links, in one language. Times are UTC. No loader runs, and nothing is clicked. */
export async function renderScreen(locale: Locale, screen: ReactElement): Promise<string> {
  const i18n = await openI18n(locale);
  const loadStack = () => Promise.reject(new Error("no toast is shown while a page is rendered"));
  const Root = () => (
    <I18nextProvider i18n={i18n}>
      <ToastProvider durationMs={0} loadStack={loadStack}>
        {screen}
      </ToastProvider>
    </I18nextProvider>
  );
  return renderToStaticMarkup(inApp(<Root />));
}

/** A part of a page that has links, in an app of one route without data. */
export function inApp(part: ReactElement): ReactElement {
  return <RemixServer context={contextOf(() => part)} url="http://localhost:8787/" />;
}

function contextOf(Root: () => ReactElement): Context {
  const route = { id: "root", path: "", hasLoader: false, hasAction: false, hasErrorBoundary: false, module: "" };
  const entry = { ...route, hasClientLoader: false, hasClientAction: false };
  const location = { pathname: "/", search: "", hash: "", state: null, key: "first" };
  return {
    manifest: { entry: { imports: [], module: "" }, routes: { root: entry }, url: "", version: "" },
    routeModules: { root: { default: Root } },
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_lazyRouteDiscovery: false,
      v3_singleFetch: false,
    },
    isSpaMode: false,
    staticHandlerContext: {
      basename: "/",
      location,
      matches: [{ params: {}, pathname: "/", pathnameBase: "/", route }],
      loaderData: {},
      actionData: null,
      errors: null,
      statusCode: 200,
      loaderHeaders: {},
      actionHeaders: {},
      activeDeferreds: null,
    },
  };
}

/** Characters as people read them, with attributes (labels, placeholders) and once more without tags. */
export function textsOf(html: string): string {
  const read = (text: string) =>
    text
      .replaceAll("&#x27;", "'")
      .replaceAll("&quot;", '"')
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  return `${read(html)}\n${read(html.replaceAll(/<[^>]*>/g, ""))}`;
}
