import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";

/** Outside of the shell: an address that nothing answers, or something that broke. Never a trace, never a message. */
export function ErrorPage() {
  return (
    <PublicPage inner="gone">
      <ErrorText />
    </PublicPage>
  );
}

/** Why a form was refused, for a browser that sends it without JavaScript. */
export function RefusedPage({ message, back }: { message: string; back: string }) {
  const { t } = useTranslation("common");
  return (
    <PublicPage inner="gone">
      <p className="label">{t("error.brokenLabel")}</p>
      <h1 className="title">{t("error.refusedTitle")}</h1>
      <p className="reading lead">{message}</p>
      <div className="actions">
        <a className={buttonClass("primary", "btn--l")} href={back}>
          {t("action.back")}
        </a>
      </div>
    </PublicPage>
  );
}

/** The same words inside the shell. `isMissing`: on a page that is not there without an error. */
export function ErrorInShell({ isMissing = false }: { isMissing?: boolean }) {
  return (
    <main className="page" id="main" tabIndex={-1}>
      <div className="page__in">
        <ErrorText isMissing={isMissing} />
      </div>
    </main>
  );
}

const TEXTS = {
  missing: { label: "error.notFoundLabel", title: "error.notFoundTitle", text: "error.notFoundText" },
  notAllowed: { label: "error.notAllowedLabel", title: "error.notAllowedTitle", text: "error.notAllowedText" },
  unavailable: { label: "error.unavailableLabel", title: "error.unavailableTitle", text: "error.unavailableText" },
  diskFull: { label: "error.unavailableLabel", title: "error.diskFullTitle", text: "error.diskFull" },
  tooMany: { label: "error.unavailableLabel", title: "error.tooManyTitle", text: "error.tooManyRequests" },
  broken: { label: "error.brokenLabel", title: "error.somethingWrong", text: "error.brokenText" },
} as const;

function kindOf(error: unknown): keyof typeof TEXTS {
  switch (isRouteErrorResponse(error) ? error.status : null) {
    case 404:
      return "missing";
    case 405:
      return "notAllowed";
    case 429:
      return "tooMany";
    case 507:
      return "diskFull";
    case 503:
      return "unavailable";
    default:
      return "broken";
  }
}

function ErrorText({ isMissing = false }: { isMissing?: boolean }) {
  const { t } = useTranslation("common");
  const { pathname, search } = useLocation();
  const error = useRouteError();
  const kind = isMissing ? "missing" : kindOf(error);
  const { label, title, text } = TEXTS[kind];
  const mayPass = kind === "unavailable" || kind === "tooMany" || kind === "diskFull" || kind === "broken";
  return (
    <>
      <p className="label">{t(label)}</p>
      <h1 className="title">{t(title)}</h1>
      <p className="reading lead">{t(text)}</p>
      <div className="actions">
        {/* A whole navigation: what broke may be the page's own code. */}
        {mayPass && (
          <a className={buttonClass("primary", "btn--l")} href={`${pathname}${search}`}>
            {t("action.retry")}
          </a>
        )}
        <Link className={buttonClass("line", "btn--l")} to="/">
          {t("error.toHome")}
        </Link>
      </div>
    </>
  );
}
