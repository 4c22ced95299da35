import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "@remix-run/react";
import { track } from "#app/analytics/track.ts";
import type { MeetingListItem } from "#app/contracts/meeting-list.ts";
import { statusGlyph } from "#app/domain/meeting/status.ts";
import { measureShare } from "#app/domain/time.ts";
import { LatestMeetings } from "#app/features/home/latest-meetings.tsx";
import { hourOf } from "#app/i18n/format.ts";
import { lazyPart } from "#app/i18n/lazy-part.tsx";
import { lazy } from "#app/i18n/lazy.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { Badge } from "#app/ui/badge.tsx";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Page } from "#app/ui/page.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { Tally } from "#app/ui/tally.tsx";

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

const PlannedCallsPart = lazyPart(
  lazy(async () => (await import("#app/features/home/planned-calls.tsx")).PlannedCalls, ["call"]),
);

/** The plan's uploads that are used: a stroke for each that it has, the used ones inked. */
type LimitedUse = { used: number; limit: number };

function PlanUsage({ used, limit }: LimitedUse) {
  const { t } = useTranslation("home");
  return (
    <div className="usage">
      <Tally used={used} of={limit} label={t("usage.label", { used, limit })} />
      <p className="num">
        <b>{t("usage.count", { used, limit })}</b> {t("usage.after")}
      </p>
    </div>
  );
}

/** §2: the limit-reached notice, with its way out. */
function LimitNotice({ limit }: Pick<LimitedUse, "limit">) {
  const { t } = useTranslation("home");
  return (
    <div className="block--s">
      <Notice
        title={t("limit.title")}
        action={
          <Link className={buttonClass("line")} to="/pricing">
            {t("limit.upgrade")}
          </Link>
        }
      >
        {t("limit.text", { limit })}
      </Notice>
    </div>
  );
}

const CallPlace = lazyPart(lazy(async () => (await import("#app/features/home/call-place.tsx")).CallPlace, ["call"]));

/** A meeting that is being processed. The progress bar appears only when progress is measured. */
function MeetingInProgress({ meeting }: { meeting: MeetingListItem }) {
  const { t } = useTranslation(["home", "common"]);
  return (
    <div className="now">
      <div className="now__head">
        <Link className="now__title" to={`/${meeting.id}`}>
          {meeting.title}
        </Link>
        <Badge kind={statusGlyph(meeting.status)}>{t(`common:status.${meeting.status}`)}</Badge>
      </div>
      <HowFar meeting={meeting} />
    </div>
  );
}

function HowFar({ meeting: { status, platform, door, recognisedMs, wantedMs } }: { meeting: MeetingListItem }) {
  const { t } = useTranslation("home");
  if (platform !== null && (status === "TORECORD" || status === "RECORDING")) {
    return <CallPlace status={status} door={door} />;
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

/** An example of minutes. The times are plain text because there is no recording to play. */
const SAMPLE = [
  { time: "08:15", text: "sample1" },
  { time: "19:40", text: "sample2" },
  { time: "27:02", text: "sample3" },
] as const;

/** The home page of a user without meetings: explains how to begin and which content appears here later. */
function HomeEmpty() {
  const { t } = useTranslation(["home", "common"]);
  return (
    <>
      <p className="reading lead">{t("empty.lead")}</p>
      <section className="begin begin--1 block" aria-labelledby="begin">
        <h2 className="section" id="begin">
          {t("empty.uploadTitle")}
        </h2>
        <p className="muted">{t("empty.uploadText")}</p>
        <div className="begin__do">
          <Link className={buttonClass("primary")} to="/?upload=1" onClick={() => track("upload recording")}>
            <Icon name="upload" />
            <span className="cap">{t("common:menu.uploadRecording")}</span>
          </Link>
          <Link className={buttonClass("line")} to="/?invite=1" onClick={() => track("invite to meeting")}>
            <Icon name="video" />
            <span className="cap">{t("common:menu.inviteToMeeting")}</span>
          </Link>
        </div>
      </section>
      <section className="block" aria-labelledby="sample">
        <div className="block__head">
          <h2 className="section" id="sample">
            {t("empty.sampleTitle")}
          </h2>
        </div>
        <ul className="sample">
          {SAMPLE.map(({ time, text }) => (
            <li key={time} className="line">
              <div className="line__when">
                <span className="moment">{time}</span>
              </div>
              <p className="reading">{t(`empty.${text}`)}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
