import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { ADDRESS_LINK_MS } from "#app/domain/limits/mail.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import type { ConfirmEnd } from "#app/domain/mail/mail-settings.ts";
import { FOLLOW_UP_KIND, type StoppableKind } from "#app/domain/mail/mail-kinds.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { PublicPage } from "#app/ui/public-page.tsx";

/** The pages behind the links of mails: one question and one button, without a session and without JavaScript. */

export function UnsubscribePage({ kind, isDone }: { kind: StoppableKind | null; isDone: boolean }) {
  const { t } = useTranslation("mail");
  const isFollowUp = kind === FOLLOW_UP_KIND;
  return (
    <MailLinkPage
      title={t(isDone ? "unsubscribe.doneTitle" : "unsubscribe.question")}
      about={kind !== null && t("unsubscribe.kind", { kind: t(`kind.${kind}`) })}
      text={t(
        isFollowUp
          ? isDone
            ? "followUp.stopped"
            : "followUp.stopText"
          : isDone
            ? "unsubscribe.done"
            : "unsubscribe.text",
      )}
      button={isDone ? null : t("unsubscribe.stop")}
    />
  );
}

type ConfirmProps = {
  /** The link as it was before the button; null where it does nothing any more. */
  link: { asker: string; address: string; state: "open" | "confirmed" } | null;
  /** The end of the press; null before it. */
  end: ConfirmEnd | "taken-back" | null;
};

/** The page of a link that confirms an address, and that takes it back later. */
export function ConfirmMailPage({ link, end }: ConfirmProps) {
  const { t } = useTranslation("mail");
  const names = { name: link?.asker ?? "", address: link?.address ?? "" };
  if (end === "gone" || (end === null && link === null)) {
    return (
      <MailLinkPage
        title={t("confirm.goneTitle")}
        text={t("confirm.gone", { hours: ADDRESS_LINK_MS / HOUR_MS })}
        button={null}
      />
    );
  }
  if (end === "taken-back") {
    return <MailLinkPage title={t("confirm.backTitle")} text={t("confirm.back")} button={null} />;
  }
  if (end === null && link?.state === "open") {
    return (
      <MailLinkPage
        title={t("confirm.question", names)}
        about={t("confirm.does", names)}
        text={t("confirm.explained", names)}
        button={t("confirm.button")}
      />
    );
  }
  return (
    <MailLinkPage
      title={t("confirm.doneTitle")}
      text={end === null ? t("confirm.confirmed", names) : t(`confirm.end.${end}`, names)}
      button={t("confirm.takeBack")}
      action="?act=take-back"
      kind="line"
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

type Props = {
  title: string;
  about?: ReactNode;
  text: string;
  button: string | null;
  /** The address for the form of the button, and its look. */
  action?: string;
  kind?: "primary" | "line";
};

function MailLinkPage({ title, about, text, button, action, kind = "primary" }: Props) {
  const { t } = useTranslation("mail");
  return (
    <PublicPage>
      <h1 className="title">{title}</h1>
      {about && <p className="note muted lead">{about}</p>}
      <p className="reading lead">{text}</p>
      <div className="actions">
        {button !== null && (
          // An ordinary form: it works in a mail program's own window as well.
          <form method="post" action={action}>
            <Button kind={kind} large type="submit">
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
