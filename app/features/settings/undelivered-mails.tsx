import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { MAIL_TRY_MS_MAX } from "#app/domain/limits/mail.ts";
import { HOUR_MS } from "#app/domain/limits/units.ts";
import type { MailSettings, UndeliveredMailShown } from "#app/domain/mail/mail-settings.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Badge } from "#app/ui/badge.tsx";

const HOURS = MAIL_TRY_MS_MAX / HOUR_MS;

/** Mails that are late or were given up: nobody else tells the person why nothing came. Null: that could not be found out now. */
export function UndeliveredMails({ undelivered }: Pick<MailSettings, "undelivered">) {
  const { t } = useTranslation("settings");
  if (undelivered === null) return <p className="note muted">{t("undelivered.unknown")}</p>;
  if (undelivered.length === 0) return null;
  return (
    <div>
      <h3 className="label" id="undelivered">
        {t("undelivered.heading")}
      </h3>
      <ul className="entries" aria-labelledby="undelivered">
        {undelivered.map((mail) => (
          <UndeliveredMail key={`${mail.kind} ${mail.meetId} ${mail.dueAt}`} mail={mail} />
        ))}
      </ul>
    </div>
  );
}

function UndeliveredMail({ mail: { kind, meetId, title, state, reason, dueAt } }: { mail: UndeliveredMailShown }) {
  const { t } = useTranslation(["settings", "mail"]);
  return (
    <li className="entry">
      <div>
        <p>
          {meetId === null ? (
            <span className="strong">{t(`mail:kind.${kind}`)}</span>
          ) : (
            <Link className="strong" to={`/${meetId}`}>
              {title}
            </Link>
          )}
        </p>
        <p className="note muted">
          {meetId !== null && `${t(`mail:kind.${kind}`)}, `}
          <LocalTime at={dueAt} format="short-date-time" />
        </p>
        <p className="note">{t(`undelivered.why.${reason ?? "late"}`, { hours: HOURS })}</p>
      </div>
      <Badge kind={state === "late" ? "preparing" : "error"}>{t(`undelivered.${state}`)}</Badge>
    </li>
  );
}
