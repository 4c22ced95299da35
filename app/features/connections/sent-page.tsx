import type { Translate } from "#app/i18n/translate.ts";
import { Link } from "@remix-run/react";
import { isTaskKind } from "#app/domain/tasks/task-service.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { resendSent } from "#app/contracts/endpoints/connections.ts";
import type { SentDelivery, SentPage as SentList } from "#app/contracts/sent.ts";
import { SENT_FILTERS, type SentFilter } from "#app/domain/deliveries/delivery.ts";
import { formatDateTime } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Badge, type BadgeKind } from "#app/ui/badge.tsx";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toast.tsx";
import "#app/features/connections/sent-page.css";

const PATH = "/settings/sent";
const BADGES: Record<SentDelivery["state"], BadgeKind> = {
  waiting: "preparing",
  sent: "done",
  parked: "error",
  open: "recorded",
  ended: "skipped",
  "taken-back": "skipped",
};
const TABS = { all: "sent.all", parked: "sent.failed", "taken-back": "sent.takenBack" } as const;
const EMPTY = { all: "sent.empty", parked: "sent.emptyFailed", "taken-back": "sent.emptyTakenBack" } as const;

/** `from`: the number of the page's first line, counted from the newest. `onResent`: a delivery may have another state now. */
type Props = { page: SentList; filter: SentFilter; from: number; onResent: () => void };

/** Deliveries of all kinds, mails of minutes and share links, newest first; a delivery that was given up can be sent again. */
export function SentPage({ page: { sent, older, counts }, filter, from, onResent }: Props) {
  const { t } = useTranslation("connections");
  const toast = useToast();
  const resend = async ({ id }: SentDelivery) => {
    const result = await callApi(resendSent, { params: { delivery_id: id }, unread: true });
    if (result.ok) toast("done", t("sent.resent"));
    else if (result.kind !== "signed-out") toast("error", result.message ?? t("error.send"));
    onResent();
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
      className="parts sent"
    >
      <nav className="tabs" aria-label={t("sent.filter")}>
        {SENT_FILTERS.map((name) => (
          <Link key={name} to={addressOf(name)} aria-current={name === filter ? "page" : undefined}>
            {t(TABS[name])} <span className="num">{counts[name]}</span>
          </Link>
        ))}
      </nav>
      {sent.length === 0 ? (
        <p className="muted">{t(EMPTY[filter])}</p>
      ) : (
        <ul className="sents">
          {sent.map((delivery) => (
            <SentRow key={delivery.id} delivery={delivery} onResend={() => void resend(delivery)} />
          ))}
        </ul>
      )}
      {sent.some(({ kind }) => kind === "slack") && <p className="note muted">{t("sent.slackTwice")}</p>}
      <Pages {...{ filter, from, older }} lines={sent.length} total={counts[filter]} />
    </Page>
  );
}

function addressOf(filter: SentFilter, next?: { older: string; from: number }): string {
  const query = new URLSearchParams({
    ...(filter === "all" ? {} : { state: filter }),
    ...(next === undefined ? {} : { older: next.older, from: String(next.from) }),
  });
  return query.size === 0 ? PATH : `${PATH}?${query}`;
}

type PagesProps = { filter: SentFilter; from: number; lines: number; total: number; older: string | null };

function Pages({ filter, from, lines, total, older }: PagesProps) {
  const { t } = useTranslation("connections");
  const isNewest = from === 1;
  if (isNewest && older === null) return null;
  const to = from + lines - 1;
  return (
    <nav className="pages" aria-label={t("sent.pages")}>
      {/* A line that came meanwhile moves all others by one. */}
      {lines > 0 && <p className="note muted num">{t("sent.range", { from, to, total: Math.max(total, to) })}</p>}
      <p className="row row--wrap">
        {!isNewest && (
          <Link className={buttonClass("line")} to={addressOf(filter)}>
            {t("sent.newest")}
          </Link>
        )}
        {older !== null && (
          <Link className={buttonClass("line")} to={addressOf(filter, { older, from: to + 1 })}>
            {t("sent.older")}
          </Link>
        )}
      </p>
    </nav>
  );
}

function SentRow({ delivery, onResend }: { delivery: SentDelivery; onResend: () => void }) {
  const { t } = useTranslation("connections");
  const locale = useLocale();
  const zone = useTimeZone();
  const { kind: name, meetId, title, at, state, link, share } = delivery;
  const kind = t(`kind.${name}`);
  return (
    <li>
      <p className="when">
        <LocalTime at={at} format="short-date-time" />
      </p>
      <div className="what">
        {title === null ? <p className="muted">{t("sent.meetingGone")}</p> : <Link to={`/${meetId}`}>{title}</Link>}
        <p>{contentOf(delivery, t)}</p>
      </div>
      <p className="to">
        <b>{kind}</b> <span className="muted">{receiverOf(delivery, t)}</span>
      </p>
      <p className="state">
        <Badge kind={BADGES[state]}>{t(`sent.state.${state}`)}</Badge>{" "}
        {state === "sent" && link !== null && (
          <a className="note" href={link} target="_blank" rel="noreferrer" aria-label={t("sent.openOne", { kind })}>
            {t("sent.open")}
          </a>
        )}
      </p>
      <Failure delivery={delivery} onResend={onResend} />
      {share !== null && share.takenBackAt !== null && (
        <p className="why why--plain">
          {t("sent.takenBackAt", { date: formatDateTime(share.takenBackAt, locale, zone) })}
        </p>
      )}
    </li>
  );
}

type Texts = Translate<"connections">;

function contentOf({ kind, counts, share }: SentDelivery, t: Texts): string {
  if (share !== null) return capitalised(share.parts.map((part) => t(`sent.part.${part}`)).join(", "));
  return [
    ...(isTaskKind(kind) ? [] : [t(kind === "webhook" ? "sent.message" : "sent.summary")]),
    ...(counts?.tasks ? [t("sent.tasks", { count: counts.tasks })] : []),
    ...(counts?.contacts ? [t("sent.contacts", { count: counts.contacts })] : []),
    ...(counts?.companies ? [t("sent.companies", { count: counts.companies })] : []),
    ...(counts?.deals ? [t("sent.deals", { count: counts.deals })] : []),
  ].join(", ");
}

function capitalised(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase() + text.slice(1);
}

function receiverOf({ kind, to, share }: SentDelivery, t: Texts): string {
  if (share !== null) return share.opens === 0 ? t("sent.notOpened") : t("sent.opened", { count: share.opens });
  return kind === "mail" ? t("sent.toYou") : (to ?? t("sent.gone"));
}

/** Faults that end where the person does something else first: on the meeting, or in the settings. A follow-up is written again on its meeting. */
const ON_MEETING = new Set<SentDelivery["fault"]>(["recipient", "preview", "follow-up-address"]);
const IN_SETTINGS = new Set<SentDelivery["fault"]>(["reconnect", "place", "not-in-channel"]);
/** They are sent by themselves afterwards. */
const RESUMED = new Set<SentDelivery["fault"]>(["reconnect", "preview"]);

function Failure({ delivery, onResend }: { delivery: SentDelivery; onResend: () => void }) {
  const { t } = useTranslation("connections");
  const locale = useLocale();
  const zone = useTimeZone();
  const { kind: name, to, meetId, title, state, dueAt, status, fault } = delivery;
  if (fault === null) return null;
  const isParked = state === "parked";
  return (
    <div className={isParked ? "why" : "why why--plain"}>
      <p>
        {t(`why.${fault}`, { kind: t(`kind.${name}`), status })}{" "}
        {dueAt !== null && t("sent.next", { date: formatDateTime(dueAt, locale, zone) })}
      </p>
      {isParked && title !== null && ON_MEETING.has(fault) && (
        <Link className={buttonClass("line")} to={`/${meetId}`}>
          {t("sent.onMeeting")}
        </Link>
      )}
      {isParked && IN_SETTINGS.has(fault) && (
        <Link className={buttonClass("line")} to="/settings/integrations#apps">
          {t("sent.inSettings")}
        </Link>
      )}
      {isParked && name !== "follow-up" && (to !== null || name === "mail") && !RESUMED.has(fault) && (
        <Button onClick={onResend}>
          <Icon name="again" />
          {t("sent.retry")}
        </Button>
      )}
    </div>
  );
}
