import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MailKind } from "#app/domain/mail/mail-kinds.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Mark } from "#app/ui/icon.tsx";
import { ThemeToggle } from "#app/ui/theme.tsx";

/** The page behind a mail's link: one question and one button, without a session and without JavaScript. */
export function UnsubscribePage({ kind, isDone }: { kind: MailKind | null; isDone: boolean }) {
  const { t } = useTranslation("mail");
  return (
    <div className="public">
      <header>
        <Link className="mark" to="/">
          <Mark />
        </Link>
        <ThemeToggle />
      </header>
      <main className="doc" id="main">
        <div className="doc__in">
          <h1 className="title">{t(isDone ? "unsubscribe.doneTitle" : "unsubscribe.question")}</h1>
          {kind !== null && <p className="note muted lead">{t("unsubscribe.kind", { kind: t(`kind.${kind}`) })}</p>}
          <p className="reading lead">{t(isDone ? "unsubscribe.done" : "unsubscribe.text")}</p>
          <div className="actions">
            {!isDone && (
              // An ordinary form: it works in a mail program's own window as well.
              <form method="post">
                <Button kind="primary" large type="submit">
                  {t("unsubscribe.stop")}
                </Button>
              </form>
            )}
            <Link className={buttonClass("line", "btn--l")} to="/settings">
              {t("unsubscribe.toSettings")}
            </Link>
          </div>
        </div>
      </main>
    </div>
  );
}
