import { Form, Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";
import { formatDay } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";

type Props = { meetings: MeetingListItem[]; now: number };

/** The planned calls by day: when Acta joins, one click to cancel that, and a link to the page on which the plan can be changed. */
export function PlannedCalls({ meetings, now }: Props) {
  const { t } = useTranslation("call");
  const locale = useLocale();
  const zone = useTimeZone();
  const today = formatDay(now, locale, zone);
  const days = new Map<string, MeetingListItem[]>();
  for (const meeting of meetings) {
    const day = formatDay(meeting.startsAt, locale, zone);
    days.set(day, [...(days.get(day) ?? []), meeting]);
  }
  return (
    <section className="block home__next agenda" aria-labelledby="planned">
      <div className="block__head">
        <h2 className="section" id="planned">
          {t("planned.next")}
        </h2>
      </div>
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          <h3 className="day" suppressHydrationWarning>
            {day === today ? t("planned.today") : day}
          </h3>
          <ol className="list">
            {ofDay.map((meeting) => (
              <PlannedCall key={meeting.id} meeting={meeting} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

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
