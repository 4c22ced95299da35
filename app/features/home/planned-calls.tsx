import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";

/** The planned calls: when Acta joins, on which platform, and a link to the page on which the plan can be changed. */
export function PlannedCalls({ meetings }: { meetings: MeetingListItem[] }) {
  const { t } = useTranslation("call");
  return (
    <section className="block" aria-labelledby="planned">
      <div className="block__head">
        <h2 className="section" id="planned">
          {t("planned.next")}
        </h2>
      </div>
      <ol className="list">
        {meetings.map(({ id, title, startsAt, platform }) => (
          <li key={id} className="item">
            <span className="item__when">
              <LocalTime at={startsAt} format="time" />
            </span>
            <Link className="item__title" to={`/${id}`}>
              {title}
            </Link>
            <Link className="note" to={`/${id}`} aria-label={t("planned.changeNamed", { title })}>
              {t("planned.change")}
            </Link>
            <p className="item__meta num">
              <LocalTime at={startsAt} format="date" />
              {platform !== null && ` · ${t(`platform.${platform}`)}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
