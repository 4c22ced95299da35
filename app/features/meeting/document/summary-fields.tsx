import { type ComponentProps, useId } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { linesOf, type TaskItem } from "#app/domain/summary/summary.ts";
import { LineMarks, SummaryLine, SummarySentence, useSeekTo } from "#app/features/meeting/document/summary-line.tsx";
import { OutdatedMark } from "#app/features/meeting/edit/edit-marks.tsx";
import { TaskTick } from "#app/features/meeting/edit/task-tick.tsx";
import { ViewTasks } from "#app/features/meeting/edit/view-tasks.tsx";
import { isPlayable, useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { momentAddress } from "#app/features/meeting/transcript/segment-anchor.ts";
import { SpeakerAvatar } from "#app/features/meeting/transcript/speaker-avatar.tsx";
import { FieldView } from "#app/features/minutes/field-views.tsx";
import { type MinutesParts, MinutesPartsProvider } from "#app/features/minutes/minutes-parts.ts";
import { formatShortDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";

/** The parts of the minutes on the meeting page: they play, show the words behind a moment, and tick tasks off. */
const PAGE_PARTS: MinutesParts = {
  Marks: LineMarks,
  Sentence: SummarySentence,
  Line: SummaryLine,
  WordLink,
  Cell,
  TaskWords,
  PersonAvatar,
  Day,
  NotSaid,
  OutdatedMark,
};

/** A click plays the first of the word's moments. */
function WordLink({ segmentIds, children }: ComponentProps<MinutesParts["WordLink"]>) {
  const facts = useMeetingFacts();
  const { places } = facts;
  const inside = children(segmentIds.filter((id) => places.has(id)).length);
  const first = segmentIds.find((id) => places.has(id));
  const startMs = first === undefined ? undefined : places.get(first)?.startMs;
  if (first === undefined || startMs === undefined || !isPlayable(facts, startMs)) return <span>{inside}</span>;
  return (
    <a href={momentAddress(startMs, first)} data-seek={startMs} data-preview={first}>
      {inside}
    </a>
  );
}

function Cell({ segmentIds, label, children }: ComponentProps<MinutesParts["Cell"]>) {
  return (
    <td className="prose" data-label={label} data-seek={useSeekTo(segmentIds)}>
      {children}
    </td>
  );
}

function TaskWords({ task }: { task: TaskItem }) {
  return (
    <span className="task__tick">
      <TaskTick id={task.id} text={task.text} done={task.done === true} />
      <span data-seek={useSeekTo(task.segmentIds)}>
        <span className="task__words">{task.text}</span>
        {task.description !== null && <span className="desc">{task.description}</span>}
        <OutdatedMark outdated={task.outdated} />
      </span>
    </span>
  );
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
type TemplateField = SummaryView["template"]["fields"][number];
type FieldContent = SummaryView["fields"][number]["content"];

/** The summary's fields in the order of the template that wrote them, the empty ones too. */
export function SummaryFields({ summary }: { summary: SummaryView }) {
  const byKey = new Map(summary.fields.map((field) => [field.key, field]));
  return (
    <MinutesPartsProvider value={PAGE_PARTS}>
      {summary.template.fields.map((field, index) => (
        <SummaryField
          key={field.key}
          field={field}
          content={byKey.get(field.key)?.content ?? null}
          first={index === 0}
        />
      ))}
    </MinutesPartsProvider>
  );
}

type FieldProps = { field: TemplateField; content: FieldContent | null; first: boolean };

function SummaryField({ field, content, first }: FieldProps) {
  const { t } = useTranslation("meeting");
  const titleId = useId();
  return (
    <section className={first ? "fieldset fieldset--first" : "fieldset"} aria-labelledby={titleId}>
      <header>
        <h2 className="section" id={titleId}>
          {field.title ?? t(`field.${field.type}`)}
        </h2>
        {field.type === "tasks" && <ViewTasks />}
      </header>
      {content && linesOf(content).length > 0 ? (
        <FieldView content={content} />
      ) : (
        <p className="muted">{t("nothingFound")}</p>
      )}
    </section>
  );
}
