import { Link, useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/contracts/call-api.ts";
import { resendSent } from "#app/contracts/endpoints/connections.ts";
import { SENT_FILTERS, type SentDelivery, type SentFilter, type SentPage as SentList } from "#app/contracts/sent.ts";
import { formatDateTime } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Badge, type BadgeKind } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toast.tsx";
import "#app/features/connections/connections.css";

const PATH = "/settings/sent";
const BADGES: Record<SentDelivery["state"], BadgeKind> = { waiting: "preparing", sent: "done", parked: "error" };

type Props = { page: SentList; filter: SentFilter; isNewest: boolean };

/** Deliveries of all kinds, newest first; each that was given up can be sent again. */
export function SentPage({ page: { sent, older, parked }, filter, isNewest }: Props) {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const addressOf = (asked: { filter: SentFilter; older?: number }) => {
    const query = new URLSearchParams({
      ...(asked.filter === "all" ? {} : { state: asked.filter }),
      ...(asked.older === undefined ? {} : { older: String(asked.older) }),
    });
    return query.size === 0 ? PATH : `${PATH}?${query}`;
  };
  const resend = async ({ id }: SentDelivery) => {
    const result = await callApi(resendSent, { params: { delivery_id: id }, unread: true });
    if (result.ok) toast("done", t("sent.resent"));
    else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.send"));
    revalidate();
  };
  return (
    <Page
      title={t("sent.title")}
      above={
        <Link className="crumb note" to="/settings/integrations#apps">
          <Icon name="previous" />
          {t("sent.back")}
        </Link>
      }
      beside={<p className="note muted">{t("sent.kept")}</p>}
      className="parts"
    >
      <nav className="tabs" aria-label={t("sent.filter")}>
        {SENT_FILTERS.map((name) => (
          <Link key={name} to={addressOf({ filter: name })} aria-current={name === filter ? "page" : undefined}>
            {t(name === "all" ? "sent.all" : "sent.failed")}
            {name === "parked" && parked > 0 && <span className="num"> {parked}</span>}
          </Link>
        ))}
      </nav>
      {sent.length === 0 ? (
        <p className="muted">{t(filter === "all" ? "sent.empty" : "sent.emptyFailed")}</p>
      ) : (
        <ul className="entries sents">
          {sent.map((delivery) => (
            <SentRow key={delivery.id} delivery={delivery} onResend={() => void resend(delivery)} />
          ))}
        </ul>
      )}
      <p className="row row--wrap">
        {!isNewest && (
          <Link className={buttonClass("line")} to={addressOf({ filter })}>
            {t("sent.newest")}
          </Link>
        )}
        {older !== null && (
          <Link className={buttonClass("line")} to={addressOf({ filter, older })}>
            {t("sent.older")}
          </Link>
        )}
      </p>
    </Page>
  );
}

function SentRow({ delivery, onResend }: { delivery: SentDelivery; onResend: () => void }) {
  const { t } = useTranslation("connections");
  const locale = useLocale();
  const zone = useTimeZone();
  const { kind: name, to, meetId, title, at, state, dueAt, status, fault, link, counts } = delivery;
  const kind = t(`kind.${name}`);
  const what = [
    t(name === "webhook" ? "sent.message" : "sent.summary"),
    ...(counts?.tasks ? [t("sent.tasks", { count: counts.tasks })] : []),
    ...(counts?.contacts ? [t("sent.contacts", { count: counts.contacts })] : []),
  ].join(", ");
  return (
    <li className="entry">
      <div>
        <p className="strong">{title === null ? t("sent.meetingGone") : <Link to={`/${meetId}`}>{title}</Link>}</p>
        <p className="note">
          <LocalTime at={at} format="short-date-time" /> · {kind} · {to ?? t("sent.gone")} · {what}
        </p>
        <p className="note">
          <Badge kind={BADGES[state]}>{t(`sent.state.${state}`)}</Badge>{" "}
          {state === "sent" && link !== null && (
            <a href={link} target="_blank" rel="noreferrer" aria-label={t("sent.openOne", { kind })}>
              {t("sent.open")}
            </a>
          )}
        </p>
        {fault !== null && (
          <p className="note">
            {t(`why.${fault}`, { kind, status })}{" "}
            {dueAt !== null && t("sent.next", { date: formatDateTime(dueAt, locale, zone) })}
          </p>
        )}
      </div>
      {state === "parked" && to !== null && <Button onClick={onResend}>{t("sent.retry")}</Button>}
    </li>
  );
}
