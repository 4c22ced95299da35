import { type ComponentProps, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { isQuoting } from "#app/domain/summary/quotation.ts";
import { momentAddress } from "#app/domain/transcript/moment-address.ts";
import { CautionPart, LeftOutLines, QuotedMinutes, ViewTasks } from "#app/features/meeting/document/lazy-parts.tsx";
import {
  LineMarks,
  MomentLink,
  OutdatedMark,
  SummaryLine,
  SummarySentence,
  UnconfirmedMark,
  useSeekTo,
} from "#app/features/meeting/document/summary-line.tsx";
import { TaskTick } from "#app/features/meeting/edit/task-tick.tsx";
import { isPlayable, useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { Words } from "#app/features/minutes/field-views.tsx";
import { type MinutesParts, MinutesPartsProvider } from "#app/features/minutes/minutes-parts.ts";
import { FieldSections } from "#app/features/minutes/section-view.tsx";
import { formatShortDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";

/** The parts of the minutes on the meeting page: they play, show the words behind a moment, and tick tasks off. */
export const PAGE_PARTS: MinutesParts = {
  Words,
  Marks: LineMarks,
  Sentence: SummarySentence,
  Line: SummaryLine,
  WordLink,
  Cell,
  TaskWords,
  SpeakerName,
  At,
  PersonAvatar,
  Day,
  NotSaid,
  OutdatedMark,
  UnconfirmedMark,
};

/** Every click plays the next of the word's moments; after the last one the first comes again. */
function WordLink({ segmentIds, children }: ComponentProps<MinutesParts["WordLink"]>) {
  const facts = useMeetingFacts();
  const [clicks, setClicks] = useState(0);
  const said = segmentIds.flatMap((id) => {
    const startMs = facts.places.get(id)?.startMs;
    return startMs === undefined ? [] : [{ id, startMs }];
  });
  const inside = children(said.length);
  const next = said.filter(({ startMs }) => isPlayable(facts, startMs));
  const place = next[clicks % Math.max(1, next.length)];
  if (place === undefined) return <span>{inside}</span>;
  return (
    <a
      href={momentAddress(place.startMs, place.id)}
      data-seek={place.startMs}
      data-preview={place.id}
      onClick={() => setClicks(clicks + 1)}
    >
      {inside}
    </a>
  );
}

function Cell({ segmentIds, label, children }: ComponentProps<MinutesParts["Cell"]>) {
  return (
    <td data-label={label} data-seek={useSeekTo(segmentIds)}>
      {children}
    </td>
  );
}

function TaskWords({ task, children }: ComponentProps<MinutesParts["TaskWords"]>) {
  return (
    <span className="task__tick">
      <TaskTick id={task.id} text={task.text} done={task.done === true} />
      <span data-seek={useSeekTo(task.segmentIds)}>
        <span className="task__words">{children}</span>
        {task.description !== null && <span className="desc">{task.description}</span>}
        <OutdatedMark outdated={task.outdated} />
      </span>
    </span>
  );
}

function SpeakerName({ name, label }: ComponentProps<MinutesParts["SpeakerName"]>) {
  const speaker = useMeetingFacts().speakers.get(name);
  return <b className={speaker ? `speaker s${speaker.colour}` : "speaker"}>{label}</b>;
}

function At({ ms }: { ms: number }) {
  return <MomentLink moment={{ startMs: ms, segmentIds: [] }} current={false} />;
}

function PersonAvatar({ name }: { name: string }) {
  const speaker = useMeetingFacts().speakers.get(name);
  return speaker ? <SpeakerAvatar speaker={speaker} /> : null;
}

function Day({ day }: { day: string }) {
  const locale = useLocale();
  return <time dateTime={day}>{formatShortDate(Date.parse(day), locale, "UTC")}</time>;
}

function NotSaid() {
  const { t } = useTranslation("meeting");
  return <span className="unsaid">{t("notSaid")}</span>;
}

type SummaryView = NonNullable<MeetingView["summary"]>;

/** The minutes on the meeting page. */
export function SummaryFields({ summary }: { summary: SummaryView }) {
  const { places } = useMeetingFacts();
  const Sections = isQuoting(summary) ? QuotedMinutes : FieldSections;
  return (
    <MinutesPartsProvider value={PAGE_PARTS}>
      {summary.caution && <CautionPart caution={summary.caution} />}
      <Sections
        summary={summary}
        places={places}
        lang={summary.language}
        besideTasks={summary.engine.port !== "sample" && <ViewTasks />}
      />
      {summary.quotations && (
        <QuotedMinutes
          summary={{ ...summary, ...summary.quotations }}
          places={places}
          lang={summary.language}
          isBelow
        />
      )}
      {summary.leftOut && <LeftOutLines lines={summary.leftOut} Marks={LineMarks} />}
    </MinutesPartsProvider>
  );
}
