import { Link } from "@remix-run/react";
import { type RefObject, useEffect, useId, useState } from "react";
import { createPortal } from "react-dom";
import { callApi } from "#app/contracts/call-api.ts";
import { readLastTime } from "#app/contracts/endpoints/meetings.ts";
import type { LastTime as Last } from "#app/contracts/meeting/last-time.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import { formatDate } from "#app/i18n/format.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { WhenLoaded } from "#app/i18n/use-lazy.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { isDay } from "#app/domain/time.ts";

type Props = { page: RefObject<HTMLElement>; meetId: string; status: MeetingStatus };

const plan = lazy(
  async () => (await import("#app/features/meeting/follow-up/follow-up-plan.tsx")).FollowUpPlan,
  ["connections"],
);

/**
 * The meeting of the same series before this one: what is still open of it. It stands below the minutes, so that nothing moves when it comes; a
 * meeting that is still ahead has nothing else there.
 */
export function LastTime({ page, meetId, status }: Props) {
  const [{ last, followsUp }, setRead] = useState<Read>({ last: null, followsUp: false });
  useEffect(() => {
    const read = async () => {
      const answer = await callApi(readLastTime, { params: { meetId }, unasked: true });
      if (answer.ok) setRead(answer.value);
    };
    void read();
  }, [meetId]);
  const place = page.current?.querySelector("#minutes .doc__in");
  if (!place) return null;
  return createPortal(
    <>
      {last && <Section last={last} meetId={meetId} />}
      {followsUp && status === "SUMMARIZED" && <WhenLoaded part={plan} props={{ meetId }} />}
    </>,
    place,
  );
}

type Read = { last: Last | null; followsUp: boolean };

function Section({ last, meetId: ahead }: { last: Last; meetId: string }) {
  const { meetId, title, startsAt, tasks, moreTasks, questions, isAhead } = last;
  const { t } = useTranslation(["colophon", "meeting"]);
  const locale = useLocale();
  const id = useId();
  const factsOf = ({ assigned, deadline, unconfirmed }: Last["tasks"][number]) => [
    ...(assigned === null ? [] : [assigned]),
    ...(deadline === null ? [] : [isDay(deadline) ? formatDate(Date.parse(deadline), locale, "UTC") : deadline]),
    ...(unconfirmed ? [t("meeting:check.unconfirmed")] : []),
  ];
  return (
    <section className="stack mt-3" aria-labelledby={id}>
      <h2 className="section" id={id}>
        {t("lastTime.title")}
      </h2>
      <p>
        <Link to={`/${meetId}`}>{title}</Link>{" "}
        <span className="note muted">
          <LocalTime at={startsAt} format="date-time" />
        </span>
      </p>
      {isAhead && (
        <p>
          <Link to={`/brief/${ahead}`}>{t("lastTime.brief")}</Link>
        </p>
      )}
      {tasks.length === 0 && <p className="muted">{t("lastTime.none")}</p>}
      {tasks.length > 0 && (
        <div>
          <h3 className="label">{t("lastTime.tasks")}</h3>
          <ul>
            {tasks.map((task) => (
              <li key={task.taskId}>
                {task.text} <span className="note muted">{factsOf(task).join(" · ")}</span>
              </li>
            ))}
          </ul>
          {moreTasks > 0 && <p className="note muted">{t("lastTime.more", { count: moreTasks })}</p>}
        </div>
      )}
      {questions.length > 0 && (
        <div>
          <h3 className="label">{t("lastTime.questions")}</h3>
          <ul>
            {questions.map(({ text, unconfirmed }) => (
              <li key={text}>
                {text} {unconfirmed && <span className="note muted">{t("meeting:check.unconfirmed")}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
