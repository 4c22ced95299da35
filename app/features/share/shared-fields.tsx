import { type ComponentProps, Fragment, type ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { LOCALES } from "#app/domain/languages.ts";
import { forReaders } from "#app/domain/summary/field-sections.ts";
import { isQuoting } from "#app/domain/summary/quotation.ts";
import type { SummaryItem } from "#app/domain/summary/summary.ts";
import { Words } from "#app/features/minutes/field-views.tsx";
import { type MinutesParts, MinutesPartsProvider } from "#app/features/minutes/minutes-parts.ts";
import { QuotedSections } from "#app/features/minutes/quoted-sections.tsx";
import { FieldSections } from "#app/features/minutes/section-view.tsx";
import { Caution } from "#app/features/minutes/caution.tsx";
import { isPlayable, useSharedFacts, useSharedMoments } from "#app/features/share/shared-facts.ts";
import { SharedMarks, SharedMoment, SharedUnconfirmedMark } from "#app/features/share/shared-moment.tsx";
import { formatDate } from "#app/i18n/format.ts";
import { Avatar } from "#app/ui/avatar.tsx";

/** The parts of the minutes on the shared page: links that work without JavaScript, and nothing else to click. */
const SHARED_PARTS: MinutesParts = {
  Words,
  Marks: SharedMarks,
  Sentence,
  Line,
  WordLink,
  Cell,
  TaskWords,
  SpeakerName,
  At: SharedMoment,
  PersonAvatar,
  Day,
  NotSaid,
  OutdatedMark: () => null,
  UnconfirmedMark: SharedUnconfirmedMark,
};

/** A no-break space keeps a mark on the line of the word before it. */
function Sentence({ item }: { item: SummaryItem }) {
  const moments = useSharedMoments(item.segmentIds);
  return (
    <>
      {item.text}
      {item.manual && moments.length === 0 && (
        <>
          {"\u00a0"}
          <SharedMarks segmentIds={[]} manual />
        </>
      )}
      <SharedUnconfirmedMark line={item} />
      {(item.unconfirmed ? [] : moments).map(({ startMs }) => (
        <Fragment key={startMs}>
          {"\u00a0"}
          <SharedMoment ms={startMs} />
        </Fragment>
      ))}{" "}
    </>
  );
}

function Line({ item, children }: { item: SummaryItem; children: ReactNode }) {
  // Paragraphs of one line share the cell beside the moments.
  const body = "subtitle" in item || "assigned" in item ? <div>{children}</div> : children;
  return (
    <li className="line">
      <div className="line__when">
        <SharedMarks segmentIds={item.segmentIds} manual={item.manual} unconfirmed={item.unconfirmed} />
      </div>
      {item.unconfirmed ? (
        <div>
          {children}
          <SharedUnconfirmedMark line={item} />
        </div>
      ) : (
        body
      )}
    </li>
  );
}

/** A click plays the earliest of the word's moments. */
function WordLink({ segmentIds, children }: ComponentProps<MinutesParts["WordLink"]>) {
  const facts = useSharedFacts();
  const said = segmentIds.flatMap((id) => facts.places.get(id)?.startMs ?? []);
  const inside = children(said.length);
  const first = Math.min(...said);
  if (said.length === 0 || !isPlayable(facts, first)) return <span>{inside}</span>;
  return (
    <a href={`?t=${Math.floor(first / 1000)}`} data-t={first / 1000}>
      {inside}
    </a>
  );
}

function Cell({ label, children }: ComponentProps<MinutesParts["Cell"]>) {
  return <td data-label={label}>{children}</td>;
}

function TaskWords({ task, children }: ComponentProps<MinutesParts["TaskWords"]>) {
  const { t } = useTranslation("exporting");
  return (
    <>
      <span className="task__words">{children}</span>
      {task.done && <span className="desc">{t("done")}</span>}
      {task.description !== null && <span className="desc">{task.description}</span>}
    </>
  );
}

function SpeakerName({ name, label }: ComponentProps<MinutesParts["SpeakerName"]>) {
  const speaker = useSharedFacts().speakers.get(name);
  return <b className={speaker ? `speaker s${speaker.colour}` : "speaker"}>{label}</b>;
}

function PersonAvatar({ name }: { name: string }) {
  const speaker = useSharedFacts().speakers.get(name);
  return speaker ? <Avatar name={name} speaker={speaker.colour} /> : null;
}

function Day({ day }: { day: string }) {
  const { i18n } = useTranslation();
  const locale = LOCALES.find((one) => one === i18n.language) ?? "en";
  return <time dateTime={day}>{formatDate(Date.parse(day), locale, "UTC")}</time>;
}

/** In the language of the page; the line around it is in the language of the minutes. */
function NotSaid() {
  const { t, i18n } = useTranslation("meeting");
  return (
    <span className="unsaid" lang={i18n.language}>
      {t("notSaid")}
    </span>
  );
}

type SummaryView = NonNullable<MeetingView["summary"]>;

/** The minutes as they are read, without anything to click but their moments. */
export function SharedFields({ summary }: { summary: SummaryView }) {
  const { places } = useSharedFacts();
  const Sections = isQuoting(summary) ? QuotedSections : FieldSections;
  return (
    <MinutesPartsProvider value={SHARED_PARTS}>
      {summary.caution && <Caution caution={summary.caution} />}
      <Sections summary={forReaders(summary)} places={places} lang={summary.language} />
      {summary.quotations && (
        <QuotedSections
          summary={{ ...summary, ...summary.quotations }}
          places={places}
          lang={summary.language}
          isBelow
        />
      )}
    </MinutesPartsProvider>
  );
}
