import { Link } from "@remix-run/react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { UpcomingAnswer, UpcomingEvent } from "#app/contracts/calendars.ts";
import { readUpcomingEvents, switchCalendarEvent } from "#app/contracts/endpoints/calendars.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { agendaOf, byDay, dayOf } from "#app/features/calendars/agenda-items.ts";
import { AgendaRow } from "#app/features/calendars/agenda-row.tsx";
import { ConnectForm } from "#app/features/calendars/connect-form.tsx";
import { useFollowed } from "#app/features/calendars/use-followed.ts";
import { WeekStrip } from "#app/features/calendars/week-strip.tsx";
import { formatDay } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  /** Calls that Acta will join, soonest first. */
  meetings: MeetingListItem[];
  /** Null: the person has connected no calendar. */
  upcoming: UpcomingAnswer | null;
  now: number;
};

const ROWS = 8;
const read = (signal: AbortSignal | undefined) => callApi(readUpcomingEvents, { signal, unasked: true });

/** The agenda by day: what Acta joins, from which calendar and why, or why not; one click changes it. */
export function Agenda({ meetings, upcoming, now }: Props) {
  const { t } = useTranslation(["calendars", "call"]);
  return (
    <section className="block home__next agenda" aria-labelledby="planned">
      <div className="block__head">
        <h2 className="section" id="planned">
          {t("call:planned.next")}
        </h2>
        {upcoming !== null && (
          <Link className="note" to="/settings#calendars">
            {t("agenda.settings")}
          </Link>
        )}
      </div>
      {upcoming === null ? (
        <AgendaDays meetings={meetings} events={[]} now={now} onSwitch={() => {}} />
      ) : (
        <ConnectedAgenda meetings={meetings} upcoming={upcoming} now={now} />
      )}
    </section>
  );
}

function ConnectedAgenda({ meetings, upcoming, now }: Props & { upcoming: UpcomingAnswer }) {
  const { t } = useTranslation("calendars");
  const { answer, isStale, change } = useFollowed(upcoming, read);
  const { events, reconnect } = answer ?? upcoming;
  const onSwitch = (event: UpcomingEvent, joins: boolean) =>
    void change({
      patch: patchEvent(event.id, { joins, switched: joins, reason: joins ? "switched-on" : "switched-off" }),
      call: () => callApi(switchCalendarEvent, { params: { event_id: event.id }, body: { joins } }),
      after: (value) => patchEvent(event.id, value.event),
      failed: t("error.update"),
    });
  return (
    <>
      {reconnect.map(({ account_id, provider, name }) => (
        <Notice
          key={account_id}
          role="status"
          action={
            provider === "ics" ? (
              <Link to="/settings#calendars">{t("agenda.settings")}</Link>
            ) : (
              <ConnectForm
                provider={provider}
                returnTo="/"
                text={{ shown: t("reconnect"), named: t("reconnectNamed", { name }) }}
              />
            )
          }
        >
          {t(provider === "ics" ? "agenda.addressGone" : "agenda.reconnect", { name })}
        </Notice>
      ))}
      {isStale && (
        <p className="note muted" role="status">
          {t("agenda.failed")}
        </p>
      )}
      <AgendaDays meetings={meetings} events={events} now={now} onSwitch={onSwitch} hasWeek />
    </>
  );
}

type DaysProps = {
  meetings: MeetingListItem[];
  events: readonly UpcomingEvent[];
  now: number;
  onSwitch: (event: UpcomingEvent, joins: boolean) => void;
  /** With the days of a week above the list. */
  hasWeek?: boolean;
};

function AgendaDays({ meetings, events, now, onSwitch, hasWeek = false }: DaysProps) {
  const { t } = useTranslation(["calendars", "call"]);
  const locale = useLocale();
  const zone = useTimeZone();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const today = formatDay(now, locale, zone);
  const items = agendaOf(meetings, events, now);
  const ofChosen = chosen === null ? items : items.filter((item) => dayOf(item, locale, zone) === chosen);
  const shown = isWhole || chosen !== null ? ofChosen : ofChosen.slice(0, ROWS);
  const rest = ofChosen.length - shown.length;
  return (
    <>
      {hasWeek && <WeekStrip items={items} now={now} chosen={chosen} onChoose={setChosen} />}
      {shown.length === 0 && (
        <p className="note muted agenda__none">{t(chosen === null ? "agenda.none" : "agenda.noneDay")}</p>
      )}
      {byDay(shown, locale, zone).map(({ day, items: ofDay }) => (
        <div key={day}>
          <h3 className="day" suppressHydrationWarning>
            {day === today ? t("call:planned.today") : day}
          </h3>
          <ol className="list">
            {ofDay.map((item) => (
              <AgendaRow key={item.id} item={item} onSwitch={onSwitch} />
            ))}
          </ol>
        </div>
      ))}
      {rest > 0 && (
        <Button kind="quiet" onClick={() => setWhole(true)}>
          {t("agenda.more", { count: rest })}
        </Button>
      )}
    </>
  );
}

function patchEvent(id: string, fields: Partial<UpcomingEvent>) {
  return (answer: UpcomingAnswer): UpcomingAnswer => ({
    ...answer,
    events: answer.events.map((event) => (event.id === id ? { ...event, ...fields } : event)),
  });
}
