import { Form, Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { UpcomingEvent } from "#app/contracts/calendars.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { type AgendaItem, canSwitch } from "#app/features/calendars/agenda-items.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Switch } from "#app/ui/switch.tsx";

type Props = { item: AgendaItem; onSwitch: (event: UpcomingEvent, joins: boolean) => void };

export function AgendaRow({ item, onSwitch }: Props) {
  return item.kind === "meeting" ? (
    <PlannedCall meeting={item.meeting} />
  ) : (
    <PlannedEvent event={item.event} onSwitch={onSwitch} />
  );
}

/**
 * An event of a calendar: whether Acta joins, and why. Its title leads to the meeting as soon as there is one. While it is recorded, it says so,
 * also where the person has switched it off since, and leads to the page on which the recording is ended.
 */
function PlannedEvent({ event, onSwitch }: { event: UpcomingEvent; onSwitch: Props["onSwitch"] }) {
  const { t } = useTranslation("calendars");
  const { title: given, starts_at, all_day, joins, reason, calendar_name, meet_id, recording, last_time } = event;
  const title = given !== "" ? given : t(event.private ? "agenda.private" : "agenda.untitled");
  const open = last_time?.open_tasks ?? 0;
  const lastTime = open === 0 ? t("agenda.lastTimeDone") : t("agenda.lastTime", { count: open });
  return (
    <li className="item">
      <span className="item__when">
        {all_day ? (
          <span className="agenda__all-day">{t("agenda.allDay")}</span>
        ) : (
          <LocalTime at={starts_at} format="time" />
        )}
      </span>
      {meet_id === null ? (
        <span className="item__title">{title}</span>
      ) : (
        <Link className="item__title" to={`/${meet_id}`}>
          {title}
        </Link>
      )}
      <div className="item__meta">
        <span className="agenda__why">
          <span>{t(recording === null ? `agenda.why.${reason}` : `agenda.recording.${recording}`)}</span>
          <span>{t("agenda.from", { name: calendar_name })}</span>
        </span>
        {last_time !== null && (
          <Link className="note" to={`/brief/${event.id}`} aria-label={`${lastTime}: ${title}`}>
            {lastTime}
          </Link>
        )}
        {recording === "running" && meet_id !== null && (
          <Link className="note" to={`/${meet_id}`} aria-label={t("agenda.endNamed", { title })}>
            {t("agenda.end")}
          </Link>
        )}
        {canSwitch(event) && (
          <Switch
            checked={joins}
            onChange={(next) => onSwitch(event, next)}
            label={t("agenda.joinsNamed", { title })}
          />
        )}
      </div>
    </li>
  );
}

/** A call that Acta was invited to: when it joins, one click to cancel that, and a link to the page on which the plan can be changed. */
function PlannedCall({ meeting: { id, title, startsAt, platform } }: { meeting: MeetingListItem }) {
  const { t } = useTranslation("call");
  return (
    <li className="item">
      <span className="item__when">
        <LocalTime at={startsAt} format="time" />
      </span>
      <Link className="item__title" to={`/${id}`}>
        {title}
      </Link>
      <div className="item__meta">
        <span>
          {t("planned.actaJoins")}
          {platform !== null && ` · ${t(`platform.${platform}`)}`}
        </span>
        <JoinSwitch meetId={id} title={title} />
      </div>
    </li>
  );
}

/** A form, so that it works without JavaScript. Switched off, the call is no longer planned and leaves this list. */
function JoinSwitch({ meetId, title }: { meetId: string; title: string }) {
  const { t } = useTranslation("call");
  const isBusy = useNavigation().formData?.get("meetId") === meetId;
  return (
    <Form method="post" action="/?index" preventScrollReset>
      <input type="hidden" name="meetId" value={meetId} />
      <button
        className="switch"
        type="submit"
        role="switch"
        aria-checked={!isBusy}
        aria-label={t("planned.actaJoinsNamed", { title })}
        disabled={isBusy}
      />
    </Form>
  );
}
