import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ADDRESS_LINK_MS } from "#app/domain/limits/mail.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import type { MailKind } from "#app/domain/mail/mail-kinds.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";

/** The pages behind the links of mails: one question and one button, without a session and without JavaScript. */

export function UnsubscribePage({ kind, isDone }: { kind: MailKind | null; isDone: boolean }) {
  const { t } = useTranslation("mail");
  return (
    <MailLinkPage
      title={t(isDone ? "unsubscribe.doneTitle" : "unsubscribe.question")}
      about={kind !== null && t("unsubscribe.kind", { kind: t(`kind.${kind}`) })}
      text={t(isDone ? "unsubscribe.done" : "unsubscribe.text")}
      button={isDone ? null : t("unsubscribe.stop")}
    />
  );
}

/** `isConfirmed`: null before the button was pressed; false where the link does not work any more. */
export function ConfirmMailPage({ isConfirmed }: { isConfirmed: boolean | null }) {
  const { t } = useTranslation("mail");
  const hours = ADDRESS_LINK_MS / HOUR_MS;
  if (isConfirmed === null) {
    return <MailLinkPage title={t("confirm.question")} text={t("confirm.explained")} button={t("confirm.button")} />;
  }
  return (
    <MailLinkPage
      title={t(isConfirmed ? "confirm.doneTitle" : "confirm.goneTitle")}
      text={isConfirmed ? t("confirm.done") : t("confirm.gone", { hours })}
      button={null}
    />
  );
}

/** `isKeptOut`: null before the button was pressed; false where the link does not work any more. */
export function KeepOutPage({ isKeptOut }: { isKeptOut: boolean | null }) {
  const { t } = useTranslation("mail");
  if (isKeptOut === null) {
    return <MailLinkPage title={t("soon.question")} text={t("soon.explained")} button={t("soon.button")} />;
  }
  return (
    <MailLinkPage
      title={t(isKeptOut ? "soon.doneTitle" : "soon.goneTitle")}
      text={t(isKeptOut ? "soon.done" : "soon.gone")}
      button={null}
    />
  );
}

type Props = { title: string; about?: ReactNode; text: string; button: string | null };

function MailLinkPage({ title, about, text, button }: Props) {
  const { t } = useTranslation("mail");
  return (
    <PublicPage>
      <h1 className="title">{title}</h1>
      {about && <p className="note muted lead">{about}</p>}
      <p className="reading lead">{text}</p>
      <div className="actions">
        {button !== null && (
          // An ordinary form: it works in a mail program's own window as well.
          <form method="post">
            <Button kind="primary" large type="submit">
              {button}
            </Button>
          </form>
        )}
        <Link className={buttonClass("line", "btn--l")} to="/settings">
          {t("unsubscribe.toSettings")}
        </Link>
      </div>
    </PublicPage>
  );
}
