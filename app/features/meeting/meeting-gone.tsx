import { isRouteErrorResponse, Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { buttonClass } from "#app/ui/button.tsx";

/** §8, inside the shell: says of no meeting whether there ever was one. */
export function MeetingGone({ contactEmail }: { contactEmail: string }) {
  const { t } = useTranslation(["share", "common"]);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <div className="page__in">
        <p className="label">{t("goneLabel")}</p>
        <h1 className="title">{t("common:error.notAvailable")}</h1>
        <p className="reading lead">
          {t("contact")} <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        </p>
        <div className="actions">
          <Link className={buttonClass("line", "btn--l")} to="/history">
            {t("common:menu.history")}
          </Link>
        </div>
      </div>
    </main>
  );
}

/**
 * The address to ask about a meeting that is not there, not theirs, or was deleted while the page was open; null for every other
 * error. The shell's route asks, not the meeting's own: with a boundary there the shell's loader would redirect people who are
 * signed out before a method is refused.
 */
export function contactOf(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || error.status !== 404) return null;
  const data: unknown = error.data;
  return typeof data === "object" && data !== null && "contactEmail" in data ? String(data.contactEmail) : null;
}
