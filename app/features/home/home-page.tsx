import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";
import { HomeEmpty } from "#app/features/home/home-empty.tsx";
import { LatestMeetings } from "#app/features/home/latest-meetings.tsx";
import { MeetingInProgress } from "#app/features/home/meeting-in-progress.tsx";
import { type LimitedUse, LimitNotice, PlanUsage } from "#app/features/home/plan-usage.tsx";
import { PlannedCallsPart } from "#app/features/home/planned-calls-part.tsx";
import { hourOf } from "#app/i18n/format.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Page } from "#app/ui/page.tsx";

type Props = {
  userName: string;
  /** The server's clock: the greeting and the date are the same in what it sends and in what is hydrated. */
  now: number;
  /** Uploads of the free plan; null where the plan has no limit. */
  uploads: LimitedUse | null;
  /** Uploads that wait for their file to be chosen again. */
  unfinished: ReactNode;
  inProgress: MeetingListItem[];
  /** Calls that Acta will join, soonest first. */
  planned: MeetingListItem[];
  latest: MeetingListItem[];
};

/** §2: greeting, usage of the free plan, limit notice; what runs now, and what was last. */
export function HomePage({ userName, now, uploads, unfinished, inProgress, planned, latest }: Props) {
  const { t } = useTranslation("home");
  return (
    <Page
      above={
        <p className="label">
          <LocalTime at={now} format="day" />
        </p>
      }
      title={<Greeting name={userName} now={now} />}
      beside={uploads !== null && <PlanUsage {...uploads} />}
    >
      {uploads !== null && uploads.used >= uploads.limit && <LimitNotice limit={uploads.limit} />}
      {unfinished}
      {inProgress.length + planned.length + latest.length === 0 ? (
        <HomeEmpty />
      ) : (
        <div className="home home--one">
          {inProgress.length > 0 && (
            <section className="block" aria-labelledby="in-progress">
              <div className="block__head">
                <h2 className="section" id="in-progress">
                  {t("inProgress")}
                </h2>
              </div>
              {inProgress.map((meeting) => (
                <MeetingInProgress key={meeting.id} meeting={meeting} />
              ))}
            </section>
          )}
          {planned.length > 0 && <PlannedCallsPart meetings={planned} />}
          {latest.length > 0 && <LatestMeetings meetings={latest} />}
        </div>
      )}
    </Page>
  );
}

function Greeting({ name, now }: { name: string; now: number }) {
  const { t } = useTranslation("home");
  const part = partOfDay(hourOf(now, useTimeZone()));
  const [first] = name.trim().split(/\s+/);
  return first ? t(`greeting.${part}`, { name: first }) : t(`greeting.${part}Alone`);
}

function partOfDay(hour: number): "morning" | "afternoon" | "evening" {
  if (hour >= 5 && hour < 12) return "morning";
  return hour >= 12 && hour < 19 ? "afternoon" : "evening";
}
