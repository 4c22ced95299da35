import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLocation, useNavigate } from "@remix-run/react";
import { callApi } from "#app/contracts/call-api.ts";
import type { CalendarsAnswer } from "#app/contracts/calendars.ts";
import { changeCalendarPreferences } from "#app/contracts/endpoints/calendars.ts";
import { CONNECT_RESULTS, type ConnectResult, type ConsentProvider } from "#app/domain/calendar/calendar.ts";
import { NEW_CALENDARS_REFRESH_MS } from "#app/domain/limits/calendars.ts";
import { CalendarAccount, type TemplateChoice } from "#app/features/calendars/calendar-account.tsx";
import { changeAll } from "#app/features/calendars/change-all.ts";
import { ConnectForm } from "#app/features/calendars/connect-form.tsx";
import { FeedForm } from "#app/features/calendars/feed-form.tsx";
import {
  accountsOf,
  type Calendars,
  isPending,
  patchCalendars,
  type ShownAccount,
  useCalendars,
} from "#app/features/calendars/use-calendars.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Spinner } from "#app/ui/progress.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = {
  initial: CalendarsAnswer | null;
  /** The providers that can be connected here. */
  connectable: readonly ConsentProvider[];
  templates: readonly TemplateChoice[];
};

/** §2, §4: calendars are connected, activated and deactivated, one at a time or all of them. */
export function CalendarsSection({ initial, connectable, templates }: Props) {
  const { t } = useTranslation("calendars");
  const calendars = useCalendars(initial);
  const { answer, isStale } = calendars;
  const result = useConnectResult();
  const accounts = answer === null ? [] : accountsOf(answer);
  useReadWhileNew(
    accounts.some(({ state }) => state === "reading"),
    calendars.readAgain,
  );
  return (
    <section id="calendars" aria-labelledby="calendars-heading">
      <h2 id="calendars-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">{t("lead")}</p>
        {result !== null && (
          <Notice role="alert" title={t("error.couldNotConnect")}>
            {t(`result.${result}`)}
          </Notice>
        )}
        {answer === null && !isStale && (
          <p className="row muted" role="status">
            <Spinner /> {t("loading")}
          </p>
        )}
        {isStale && <p role="status">{t("failed")}</p>}
        {answer !== null && accounts.length === 0 && <p>{t("empty")}</p>}
        {answer !== null && accounts.length > 0 && (
          <>
            <ForAll answer={answer} accounts={accounts} calendars={calendars} />
            {accounts.map((account) => (
              <CalendarAccount key={account.account_id} account={account} calendars={calendars} templates={templates} />
            ))}
          </>
        )}
        <div className="row row--wrap">
          {connectable.map((provider) => (
            <ConnectForm key={provider} provider={provider} returnTo="/settings#calendars" />
          ))}
        </div>
        <FeedForm onAdded={calendars.readAgain} />
      </div>
    </section>
  );
}

/** An account that was just connected has no calendars before its first reading, which takes seconds. */
function useReadWhileNew(isNew: boolean, readAgain: () => void): void {
  useEffect(() => {
    if (!isNew) return;
    const timer = setInterval(readAgain, NEW_CALENDARS_REFRESH_MS);
    return () => clearInterval(timer);
  }, [isNew, readAgain]);
}

type ForAllProps = { answer: CalendarsAnswer; accounts: readonly ShownAccount[]; calendars: Calendars };

/** The switch for all calendars, and the two bulk actions with their counts. */
function ForAll({ answer, accounts, calendars: { change, readAgain } }: ForAllProps) {
  const { t } = useTranslation("calendars");
  const toast = useToast();
  const all = accounts.flatMap((account) => account.calendars.map((calendar) => ({ ...calendar, account })));
  const active = all.filter((calendar) => calendar.active && !isPending(calendar));
  const inactive = all.filter((calendar) => !calendar.active);

  const bulk = async (isActive: boolean) => {
    const meant = isActive ? inactive : active;
    if (meant.length === 0) return toast("error", t(isActive ? "noneInactive" : "noneActive"));
    const shownAs = (ids: readonly string[]) => patchCalendars(ids, { active: isActive });
    let changed: readonly string[] = [];
    const isDone = await change({
      patch: shownAs(meant.map(({ id }) => id)),
      call: async () => {
        const done = await changeAll(meant, isActive);
        changed = done.changed;
        return done.result;
      },
      left: () => shownAs(changed),
      done: t(isActive ? "done.activatedAll" : "done.deactivatedAll", { count: meant.length }),
      failed: t(isActive ? "error.activateAll" : "error.deactivateAll"),
    });
    // A call that failed may have changed some of its calendars.
    if (!isDone) readAgain();
  };
  const switchAll = (joins: boolean) =>
    void change({
      patch: (before) => ({ ...before, joins }),
      call: () => callApi(changeCalendarPreferences, { body: { joins } }),
      failed: t("error.update"),
    });
  return (
    <>
      <div className="row between calendar__switch">
        <span className="strong" id="calendars-joins">
          {t("joinsAll")}
        </span>
        <Switch checked={answer.joins} onChange={switchAll} labelledBy="calendars-joins" />
      </div>
      {all.length > 0 && (
        <div className="row row--wrap">
          <Button onClick={() => void bulk(true)}>{t("activateAll")}</Button>
          <Button onClick={() => void bulk(false)}>{t("deactivateAll")}</Button>
          <span className="note muted num" role="status">
            {t("count", { active: active.length, all: all.length })}
          </span>
        </div>
      )}
    </>
  );
}

const PARAMETER = "calendar";

/** The end of connecting: success as a message, a failure in its place. Its address is replaced, so that neither a reload nor the way back repeats it. */
function useConnectResult(): Exclude<ConnectResult, "connected"> | null {
  const { t } = useTranslation("calendars");
  const toast = useToast();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const result = CONNECT_RESULTS.find((each) => each === new URLSearchParams(search).get(PARAMETER)) ?? null;
  const [shown] = useState(result);
  useEffect(() => {
    if (result === null) return;
    if (result === "connected") toast("done", t("done.connected"));
    const parameters = new URLSearchParams(search);
    parameters.delete(PARAMETER);
    // Without the section: the router would scroll back to it later, away from what a person has focused meanwhile.
    const next = { pathname, search: parameters.toString() };
    navigate(next, { replace: true, preventScrollReset: true });
  }, [result, pathname, search, navigate, toast, t]);
  return shown === "connected" ? null : shown;
}
