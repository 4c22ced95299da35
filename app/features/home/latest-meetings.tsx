import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { track } from "#app/analytics/track.ts";
import type { MeetingListItem } from "#app/contracts/meeting/lists.ts";
import { statusGlyph } from "#app/domain/meeting/status.ts";
import { EndedLine } from "#app/i18n/ended-line.tsx";
import { formatDuration } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { Badge } from "#app/ui/badge.tsx";

export function LatestMeetings({ meetings }: { meetings: MeetingListItem[] }) {
  const { t } = useTranslation(["home", "common"]);
  return (
    <section className="block home__last" aria-labelledby="latest">
      <div className="block__head">
        <h2 className="section" id="latest">
          {t("latest")}
        </h2>
        <span className="row">
          <Link className="note" to="/tasks" onClick={() => track("tasks lookup")}>
            {t("common:menu.tasks")}
          </Link>
          <Link className="note" to="/history" onClick={() => track("history")}>
            {t("allMeetings")}
          </Link>
        </span>
      </div>
      <ol className="list">
        {meetings.map((meeting) => (
          <li key={meeting.id} className="item">
            <span className="item__when">
              <LocalTime at={meeting.startsAt} format="short-date" />
            </span>
            <Link className="item__title" to={`/${meeting.id}`} dir="auto">
              {meeting.title}
            </Link>
            <Badge kind={statusGlyph(meeting.status)}>{t(`common:status.${meeting.status}`)}</Badge>
            <Facts meeting={meeting} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether it is the sample, length and tasks; or why there are none. */
function Facts({ meeting }: { meeting: MeetingListItem }) {
  const { t } = useTranslation(["home", "common"]);
  const locale = useLocale();
  if (meeting.reason) {
    return (
      <p className="item__meta num">
        <EndedLine status={meeting.status} reason={meeting.reason} />
      </p>
    );
  }
  const facts = [
    meeting.isSample && t("sample"),
    meeting.durationMs !== null && formatDuration(meeting.durationMs, locale),
    meeting.taskCount !== null && meeting.taskCount > 0 && t("tasks", { count: meeting.taskCount }),
  ];
  const shown = facts.filter(Boolean);
  return shown.length > 0 ? <p className="item__meta num">{shown.join(" · ")}</p> : null;
}
