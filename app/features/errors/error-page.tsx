import { isRouteErrorResponse, Link, useRouteError } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Mark } from "#app/ui/mark.tsx";
import { ThemeToggle } from "#app/ui/theme-toggle.tsx";

/** Outside of the shell: an address that nothing answers, or something that broke. Never a trace, never a message. */
export function ErrorPage() {
  return (
    <div className="public">
      <header>
        <Link className="mark" to="/">
          <Mark />
        </Link>
        <ThemeToggle />
      </header>
      <main className="doc" id="main">
        <div className="doc__in gone">
          <ErrorText />
        </div>
      </main>
    </div>
  );
}

/** The same words inside the shell. */
export function ErrorInShell() {
  return (
    <main className="page" id="main">
      <div className="page__in">
        <ErrorText />
      </div>
    </main>
  );
}

function ErrorText() {
  const { t } = useTranslation("common");
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <p className="label">{missing ? t("error.notFoundLabel") : t("error.brokenLabel")}</p>
      <h1 className="title">{missing ? t("error.notFoundTitle") : t("error.somethingWrong")}</h1>
      <p className="reading lead">{missing ? t("error.notFoundText") : t("error.brokenText")}</p>
      <div className="actions">
        <Link className="btn btn--line btn--l" to="/">
          {t("error.toHome")}
        </Link>
      </div>
    </>
  );
}
