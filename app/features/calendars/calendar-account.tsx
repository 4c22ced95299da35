import { useState } from "react";
import { failureDetail } from "#app/features/calendars/failure-detail.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CalendarView } from "#app/contracts/calendars.ts";
import {
  changeCalendarSettings,
  connectCalendar,
  disconnectCalendarAccount,
  readAvailableCalendars,
  removeCalendarSetup,
} from "#app/contracts/endpoints/calendars.ts";
import { CalendarOptions } from "#app/features/calendars/calendar-options.tsx";
import { ConnectForm } from "#app/features/calendars/connect-form.tsx";
import {
  type AvailableCalendar,
  type Calendars,
  isPending,
  patchCalendars,
  pendingCalendar,
  replaceCalendars,
  type ShownAccount,
  withCalendars,
  withoutAccount,
} from "#app/features/calendars/use-calendars.ts";
import { Button } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Spinner } from "#app/ui/progress.tsx";
import { Switch } from "#app/ui/switch.tsx";

/** A template that can be chosen, other than Basic system. */
export type TemplateChoice = { id: string; name: string };

type Props = { account: ShownAccount; calendars: Calendars; templates: readonly TemplateChoice[] };

/** One account: its state, its calendars, and the way out. */
export function CalendarAccount({ account, calendars, templates }: Props) {
  const { t } = useTranslation("calendars");
  const [isLeaving, setLeaving] = useState(false);
  const { provider, name, state } = account;
  const headingId = `calendar-account-${account.account_id}`;
  return (
    <div className="calendar-account" role="group" aria-labelledby={headingId}>
      <h3 className="label" id={headingId}>
        {t("accountNamed", { provider: t(`provider.${provider}`), name })}
      </h3>
      {state === "reconnect" && (
        <Notice
          role="status"
          action={
            provider === "ics" ? undefined : (
              <ConnectForm
                provider={provider}
                returnTo="/settings#calendars"
                text={{ shown: t("reconnect"), named: t("reconnectNamed", { name }) }}
              />
            )
          }
        >
          {t(provider === "ics" ? "state.addressGone" : "state.reconnect")}
        </Notice>
      )}
      {(state === "cut" || state === "parked") && <Notice role="status">{t(`state.${state}`)}</Notice>}
      {(state === "reading" || state === "failing") && (
        <p className="note muted calendar__state" role="status">
          {t(`state.${state}`)}
        </p>
      )}
      {provider === "ics" && <WhoseFeed account={account} calendars={calendars} />}
      <ul className="entries">
        {account.calendars.map((calendar) => (
          <CalendarRow
            key={calendar.id}
            calendar={calendar}
            provider={provider}
            calendars={calendars}
            templates={templates}
          />
        ))}
      </ul>
      <div className="calendar__foot">
        {provider !== "ics" && <OtherCalendars account={account} calendars={calendars} />}
        <Button kind="quiet" aria-label={t("disconnectNamed", { name })} onClick={() => setLeaving(true)}>
          {t("disconnect")}
        </Button>
      </div>
      {isLeaving && <DisconnectDialog account={account} calendars={calendars} onClose={() => setLeaving(false)} />}
    </div>
  );
}

/** Asks once whose calendar a feed is: its events may have been written by anybody. */
function WhoseFeed({ account, calendars: { change } }: { account: ShownAccount; calendars: Calendars }) {
  const { t } = useTranslation("calendars");
  const calendar = account.calendars.find(({ mine }) => mine === null);
  if (!calendar) return null;
  const { id, name } = calendar;
  const answer = (mine: boolean) =>
    void change({
      patch: patchCalendars([id], { mine }),
      call: () => callApi(changeCalendarSettings, { params: { calendar_id: id }, body: { mine } }),
      after: replaceCalendars,
      done: t("done.saved"),
      failed: t("error.update"),
    });
  return (
    <Notice
      role="status"
      action={
        <>
          <Button onClick={() => answer(true)}>{t("whose.mine")}</Button>
          <Button kind="quiet" onClick={() => answer(false)}>
            {t("whose.followed")}
          </Button>
        </>
      }
    >
      {t("whose.question", { name })}
    </Notice>
  );
}

type RowProps = {
  calendar: CalendarView;
  provider: ShownAccount["provider"];
  calendars: Calendars;
  templates: readonly TemplateChoice[];
};

/** A calendar with its switch, which takes effect at once. */
function CalendarRow({ calendar, provider, calendars: { change }, templates }: RowProps) {
  const { t } = useTranslation("calendars");
  const { id, name, active, visible, primary } = calendar;
  const isNew = isPending(calendar);
  const notes = [
    primary && t("main"),
    !visible && t("hidden"),
    calendar.unreadable > 0 && t("unreadable", { count: calendar.unreadable }),
  ].filter((note) => note !== false);
  const activate = (next: boolean) =>
    void change({
      patch: patchCalendars([id], { active: next }),
      call: () =>
        next
          ? callApi(connectCalendar, { params: { provider }, body: { calendar_id: id } })
          : callApi(removeCalendarSetup, { params: { provider }, body: { calendar_ids: [id] } }),
      after: replaceCalendars,
      done: t(next ? "done.activated" : "done.deactivated"),
      failed: t(next ? "error.connect" : "error.update"),
    });
  return (
    <li className="entry entry--cal">
      <div>
        <p className="strong">{name}</p>
        {notes.length > 0 && <p className="note muted">{notes.join(", ")}</p>}
      </div>
      <span className={active ? "note" : "note muted"}>{t(active ? "active" : "inactive")}</span>
      {isNew ? <Spinner /> : <Switch checked={active} onChange={activate} label={t("isActive", { name })} />}
      {!isNew && <CalendarOptions calendar={calendar} change={change} templates={templates} />}
    </li>
  );
}

type OthersProps = { account: ShownAccount; calendars: Calendars };

/** The account's calendars that Acta does not know yet. They are asked for when somebody looks. */
function OtherCalendars({ account: { account_id, provider }, calendars: { change, readAgain } }: OthersProps) {
  const { t } = useTranslation("calendars");
  const [available, setAvailable] = useState<readonly AvailableCalendar[] | null>(null);
  /** Ids of calendars that are being connected: they are shown under the account already. */
  const [adding, setAdding] = useState<readonly string[]>([]);
  const [error, setError] = useState<string | null>(null);
  const load = async () => {
    const result = await callApi(readAvailableCalendars, { params: { account_id } });
    setError(result.ok ? null : (failureDetail(result) ?? result.message ?? t("error.later")));
    if (result.ok) setAvailable(result.value.available_calendars.filter(({ id }) => id === null));
  };
  const add = async (calendar: AvailableCalendar) => {
    const { provider_calendar_id } = calendar;
    setAdding((before) => [...before, provider_calendar_id]);
    const isDone = await change({
      patch: withCalendars(account_id, [pendingCalendar(calendar)]),
      call: () => callApi(connectCalendar, { params: { provider }, body: { provider_calendar_id, account_id } }),
      after: ({ calendars }) => withCalendars(account_id, calendars),
      done: t("done.connected"),
      failed: t("error.connect"),
    });
    if (isDone) setAvailable((before) => before?.filter((each) => each !== calendar) ?? null);
    setAdding((before) => before.filter((id) => id !== provider_calendar_id));
    if (isDone) readAgain();
  };
  const shown = available?.filter(({ provider_calendar_id }) => !adding.includes(provider_calendar_id));
  return (
    <details className="calendar__more" onToggle={({ currentTarget }) => currentTarget.open && void load()}>
      <summary>{t("more")}</summary>
      {error !== null && <p role="alert">{error}</p>}
      {shown?.length === 0 && <p className="note muted">{t("moreNone")}</p>}
      <ul className="entries">
        {shown?.map((calendar) => (
          <li key={calendar.provider_calendar_id} className="entry">
            <div>
              <p className="strong">{calendar.name}</p>
              {calendar.primary && <p className="note muted">{t("main")}</p>}
            </div>
            <Button aria-label={t("addNamed", { name: calendar.name })} onClick={() => void add(calendar)}>
              {t("add")}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

type DialogProps = { account: ShownAccount; calendars: Calendars; onClose: () => void };

/** Says what is deleted before it is. */
function DisconnectDialog({ account: { account_id, name }, calendars: { change }, onClose }: DialogProps) {
  const { t } = useTranslation("calendars");
  const leave = () => {
    onClose();
    void change({
      patch: withoutAccount(account_id),
      call: () => callApi(disconnectCalendarAccount, { params: { account_id } }),
      done: t("done.disconnected", { name }),
      failed: t("error.update"),
    });
  };
  return (
    <ConfirmDialog
      kind="danger"
      texts={{ title: t("leave.title"), confirm: t("leave.confirm"), cancel: t("leave.cancel") }}
      busy={false}
      onConfirm={leave}
      onClose={onClose}
    >
      <p className="strong">{t("leave.question", { name })}</p>
      <p>{t("leave.text")}</p>
    </ConfirmDialog>
  );
}
