import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Icon, Mark } from "#app/ui/icon.tsx";

type FrameProps = {
  theme: "system" | "light" | "dark";
  nonce: string;
  styles: string;
  script: string;
  /** The title for the tab and for link previews. */
  title: string;
  description?: string;
  /** For link previews, in place of those that follow from `description`. */
  previews?: ReactNode;
  /** Beside the theme switch. */
  actions?: ReactNode;
  children: ReactNode;
};

/**
 * The whole HTML of a page that works without the app: its styles and its small script are inline. The browser only fetches
 * two fonts behind the page, which nothing waits for, and, on request, the recording.
 */
export function PageFrame({
  theme,
  nonce,
  styles,
  script,
  title,
  description,
  previews,
  actions,
  children,
}: FrameProps) {
  const { t, i18n } = useTranslation(["common", "share"]);
  return (
    <html lang={i18n.language} data-theme={theme === "system" ? undefined : theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <meta name="referrer" content="no-referrer" />
        {previews}
        {description !== undefined && previews === undefined && (
          <>
            <meta name="description" content={description} />
            <meta property="og:title" content={title} />
            <meta property="og:description" content={description} />
            <meta property="og:site_name" content={t("product")} />
            <meta property="og:type" content="article" />
            <meta name="twitter:card" content="summary" />
          </>
        )}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <a className="skip" href="#main">
          {t("skipToContent")}
        </a>
        <div className="public">
          <header>
            <a className="mark" href="/">
              <Mark />
            </a>
            <div className="row">
              {actions}
              <button
                className="btn btn--quiet btn--icon muted"
                type="button"
                aria-label={t("menu.switchTheme")}
                data-script="theme"
                hidden
              >
                <Icon name="theme" />
              </button>
            </div>
          </header>
          {children}
        </div>
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}
