import type { ReactNode } from "react";
import type { LimitedUse } from "#app/domain/plan/limited-use.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Link } from "@remix-run/react";
import { DESTINATION_NAMES, type DestinationKind } from "#app/domain/deliveries/delivery.ts";
import type { MeetingListItem, TaskList } from "#app/contracts/meeting/lists.ts";
import { statusGlyph } from "#app/domain/meeting/status.ts";
import { measureShare } from "#app/domain/time.ts";
import { AboutYou } from "#app/features/home/about-you.tsx";
import { HomeEmpty } from "#app/features/home/home-empty.tsx";
import { LatestMeetings } from "#app/features/home/latest-meetings.tsx";
import { OpenTasks } from "#app/features/home/open-tasks.tsx";
import { LimitNotice, PlanUsage, reachedLimits } from "#app/features/home/plan-usage.tsx";
import { useCancelledToast } from "#app/features/home/use-cancelled-toast.ts";
import { hourOf } from "#app/i18n/format.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Notice, StaleNote } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { Progress } from "#app/ui/progress.tsx";

type Props = {
  userName: string;
  /** The person has finished the onboarding, or does not want it. */
  isOnboarded: boolean;
  /** The server's clock: the greeting and the date are the same in what it sends and in what is hydrated. */
  now: number;
  /** The kinds that the plan limits; none where it has no limit. */
  usage: LimitedUse[];
  /** Recordings of this browser, and uploads, that wait for the person. */
  unfinished: ReactNode;
  /** The field for a question to all meetings. */
  ask: ReactNode;
  /** The link to "Record here". */
  record: ReactNode;
  inProgress: MeetingListItem[];
  /** Calls that Acta will join, soonest first. */
  planned: MeetingListItem[];
  /** Next calls and events, from invitations and calendars; null: nothing is planned and no calendar connected. */
  agenda: ReactNode;
  /** The person's open tasks, the next deadline first. */
  tasks: TaskList["tasks"];
  latest: MeetingListItem[];
  /** Destinations at which something was not sent. */
  parked: { kind: DestinationKind; name: string }[];
  /** The last reading of the open page failed: it shows what was read before. */
  isStale: boolean;
};

/** §2: greeting, usage of the free plan, limit notice; what runs now, what comes next, open tasks, and what was last. */
export function HomePage(props: Props) {
  const { userName, isOnboarded, now, usage, unfinished, ask, record, inProgress } = props;
  const { planned, agenda, tasks, latest, parked, isStale } = props;
  const { t } = useTranslation("home");
  const hasAgenda = agenda !== null;
  const isTwoColumns = hasAgenda && inProgress.length + tasks.length + latest.length > 0;
  useCancelledToast(latest);
  const meetings = [...inProgress, ...planned, ...latest];
  // Below what comes next, where a calendar already leads to the first meeting.
  const isEmpty = meetings.every(({ isSample }) => isSample);
  const empty = isEmpty && <HomeEmpty offersSample={meetings.length === 0} record={record} />;
  return (
    <>
      <Page
        above={
          <p className="label">
            <LocalTime at={now} format="day" />
          </p>
        }
        title={<Greeting name={userName} now={now} />}
        beside={usage.length > 0 && !isEmpty && <PlanUsage usage={usage} />}
      >
        {!isEmpty && ask}
        <LimitNotice reached={reachedLimits(usage)} />
        <NotSent parked={parked} />
        {unfinished}
        {!hasAgenda && empty}
        {(meetings.length > 0 || hasAgenda) && (
          <div className={isTwoColumns ? "home" : "home home--one"}>
            {inProgress.length > 0 && <MeetingsInProgress meetings={inProgress} />}
            {agenda}
            {tasks.length > 0 && <OpenTasks tasks={tasks} />}
            {latest.length > 0 && <LatestMeetings meetings={latest} />}
          </div>
        )}
        {hasAgenda && empty}
        {meetings.length > 0 && !isOnboarded && <AboutYou />}
        {/* For a new person the first thing to do stands first, on the phone too. */}
        {usage.length > 0 && isEmpty && (
          <div className="block">
            <PlanUsage usage={usage} />
          </div>
        )}
      </Page>
      {/* Not in the page, which is a container: it would be the frame of what is fixed. */}
      {isStale && <StaleNote>{t("stale")}</StaleNote>}
    </>
  );
}

function NotSent({ parked }: Pick<Props, "parked">) {
  const { t } = useTranslation("home");
  const [first] = parked;
  if (first === undefined) return null;
  const names = parked.map(({ kind, name }) => `${name} (${DESTINATION_NAMES[kind]})`).join(", ");
  return (
    <Notice action={<Link to={`/settings#${first.kind === "webhook" ? "hooks" : "apps"}`}>{t("parked.see")}</Link>}>
      {t("parked.text", { names })}
    </Notice>
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

function MeetingsInProgress({ meetings }: { meetings: MeetingListItem[] }) {
  const { t } = useTranslation("home");
  return (
    <section className="block home__now" aria-labelledby="in-progress">
      <div className="block__head">
        <h2 className="section" id="in-progress">
          {t("inProgress")}
        </h2>
      </div>
      {meetings.map((meeting) => (
        <MeetingInProgress key={meeting.id} meeting={meeting} />
      ))}
    </section>
  );
}

const CallPlace = lazyPart(lazy(async () => (await import("#app/features/home/call-place.tsx")).CallPlace, ["call"]));

/** A meeting that is being processed. The progress bar appears only when progress is measured. */
function MeetingInProgress({ meeting }: { meeting: MeetingListItem }) {
  const { t } = useTranslation(["home", "common"]);
  return (
    <div className="now">
      <div className="now__head">
        <Link className="now__title" to={`/${meeting.id}`} dir="auto">
          {meeting.title}
        </Link>
        <Badge kind={statusGlyph(meeting.status)}>{t(`common:status.${meeting.status}`)}</Badge>
      </div>
      <HowFar meeting={meeting} />
    </div>
  );
}

function HowFar({ meeting: { status, platform, lobbyState, recognisedMs, wantedMs } }: { meeting: MeetingListItem }) {
  const { t } = useTranslation("home");
  // A recording in a browser that was stopped there may still be on its way.
  const isHere = platform === "here" && status === "RECORDED";
  if (platform !== null && (status === "TORECORD" || status === "RECORDING" || isHere)) {
    return <CallPlace status={status} lobbyState={lobbyState} platform={platform} />;
  }
  if (status === "TRANSCRIBING" && wantedMs > 0) {
    const text = t("transcribed", measureShare(recognisedMs, wantedMs));
    return (
      <div className="stack">
        <Progress value={recognisedMs} max={wantedMs} label={text} />
        <p className="note muted num">{text}</p>
      </div>
    );
  }
  if (status === "TORECORD" || status === "RECORDED" || status === "TRANSCRIPTED" || status === "LLMING") {
    return <p className="note muted">{t(`waiting.${status}`)}</p>;
  }
  return null;
}
