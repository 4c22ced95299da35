import { Form, Link, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Brief, BriefLine, BriefTask } from "#app/domain/meeting/brief.ts";
import { formatMoment, isDay } from "#app/domain/time.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";
import "#app/features/brief/brief.css";
import { ListedDate } from "#app/i18n/listed-date.tsx";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { MomentMark } from "#app/ui/moment-mark.tsx";
import { Page } from "#app/ui/page.tsx";

type Props = { brief: Brief; meetId: string | null; isCancelled: boolean; mail: { isOn: boolean } | null };

/** The meetings of a series before the next one: decisions, tasks and questions. Every line is one of stored minutes. */
export function BriefPage({ brief, meetId, isCancelled, mail }: Props) {
  const { t } = useTranslation("brief");
  const { title, startsAt, people, meetings } = brief;
  const [last] = meetings;
  return (
    <Page
      title={title || t("untitled")}
      above={<p className="note muted">{t("title")}</p>}
      beside={meetId !== null && <Link to={`/${meetId}`}>{t("meeting")}</Link>}
    >
      <p className="muted">
        <LocalTime at={startsAt} format="date-time" />
        {people.length > 0 && ` · ${t("with", { people: people.join(", ") })}`}
      </p>
      {isCancelled && (
        <p className="note" role="status">
          {t("cancelled")}
        </p>
      )}
      <div className="brief">
        {last === undefined ? (
          <Empty title={t("first.title")}>{t("first.text")}</Empty>
        ) : (
          <Found brief={brief} last={last} />
        )}
        <MailSwitch mail={mail} />
      </div>
    </Page>
  );
}

function Found({ brief, last }: { brief: Brief; last: Brief["meetings"][number] }) {
  const { t } = useTranslation("brief");
  const { said, tasks, moreTasks, questions, meetings } = brief;
  const earlier = meetings.slice(1);
  return (
    <>
      <Section
        id="said"
        title={t(said.kind)}
        beside={
          <Link className="note" to={`/${last.meetId}`}>
            {last.title} · <ListedDate at={last.startsAt} />
          </Link>
        }
      >
        {said.lines.length === 0 ? (
          <p className="muted">{t("nothing")}</p>
        ) : (
          <Lines lines={said.lines} meetId={last.meetId} />
        )}
      </Section>
      <Section id="tasks" title={t("tasks")}>
        {tasks.length === 0 && <p className="muted">{t("noTasks")}</p>}
        {tasks.map(({ who, tasks: own }) => (
          <div key={who ?? ""}>
            <h3 className="brief__who">
              {who === null ? (
                <span className="unsaid">{t("nobody")}</span>
              ) : (
                <>
                  <Avatar name={who} /> {who}
                </>
              )}
            </h3>
            <ul className="brief__lines">
              {own.map((task) => (
                <li key={`${task.meetId}/${task.taskId}`}>
                  <Line line={task} meetId={task.meetId} deadline={task.deadline} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        {moreTasks > 0 && <p className="note muted">{t("more", { count: moreTasks })}</p>}
      </Section>
      {questions.length > 0 && (
        <Section id="questions" title={t("questions")}>
          <Lines lines={questions} meetId={last.meetId} />
        </Section>
      )}
      {earlier.length > 0 && (
        <Section id="earlier" title={t("earlier")}>
          <ul className="brief__lines">
            {earlier.map(({ meetId, title, startsAt }) => (
              <li key={meetId}>
                <Link to={`/${meetId}`}>{title}</Link>{" "}
                <span className="note muted">
                  <ListedDate at={startsAt} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Section({
  id,
  title,
  beside,
  children,
}: {
  id: string;
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <div className="block__head">
        <h2 className="section" id={id}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

function Lines({ lines, meetId }: { lines: readonly BriefLine[]; meetId: string }) {
  return (
    <ul className="brief__lines">
      {lines.map((line) => (
        <li key={`${line.startMs}/${line.text}`}>
          <Line line={line} meetId={meetId} deadline={null} />
        </li>
      ))}
    </ul>
  );
}

/** A line of the minutes with the moment that proves it and the mark that it has there. */
function Line({ line, meetId, deadline }: { line: BriefLine; meetId: string; deadline: BriefTask["deadline"] }) {
  const { t } = useTranslation("brief");
  const { text, startMs, unconfirmed } = line;
  return (
    <>
      {text}
      {deadline !== null && (
        <span className="note muted">
          {" · "}
          {isDay(deadline) ? <ListedDate at={Date.parse(deadline)} timeZone="UTC" /> : deadline}
        </span>
      )}
      {startMs !== null && (
        <>
          {" "}
          <MomentMark
            time={formatMoment(startMs)}
            atMs={startMs}
            label={t("playFrom")}
            href={`/${meetId}${momentAddress(startMs, null)}`}
          />
        </>
      )}
      {unconfirmed && <span className="unconfirmed"> {t("unconfirmed")}</span>}
    </>
  );
}

/** A form, so that it works without JavaScript. */
function MailSwitch({ mail }: Pick<Props, "mail">) {
  const { t } = useTranslation("brief");
  const isBusy = useNavigation().state !== "idle";
  if (mail === null) return <p className="note muted">{t("mail.unreachable")}</p>;
  return (
    <Form method="post" className="brief__mail" preventScrollReset>
      <input type="hidden" name="mail" value={mail.isOn ? "off" : "on"} />
      <Button kind="line" type="submit" busy={isBusy}>
        {t(mail.isOn ? "mail.off" : "mail.on")}
      </Button>
      <p className="note muted" role="status">
        {t(mail.isOn ? "mail.isOn" : "mail.explained")}
      </p>
    </Form>
  );
}
