import { languageName } from "#app/i18n/language-name.ts";
import type { Translate } from "#app/i18n/translate.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { Locale } from "#app/domain/languages.ts";
import type { Section } from "#app/domain/summary/field-sections.ts";
import { introOf, isQuotation, isQuoting } from "#app/domain/summary/quotation.ts";
import { sectionsOf } from "#app/domain/summary/sections.ts";
import { linesOf, type SummaryItem } from "#app/domain/summary/summary.ts";
import { groupTurns, type Turn } from "#app/domain/transcript/group-turns.ts";
import { labelNumber } from "#app/domain/transcript/speaker-label.ts";
import { formatMoment, isDay } from "#app/domain/time.ts";
import { isInRecording, type Moment, momentsOf, placeSegments } from "#app/domain/transcript/moments.ts";
import { formatDate, formatDateTime, formatDuration, formatExactDuration } from "#app/i18n/format.ts";

type SummaryView = NonNullable<MeetingView["summary"]>;
type FieldContent = SummaryView["fields"][number]["content"];

/** The minutes as texts, ready for a writer: the words are decided here, the writer decides the layout. */
export type Minutes = {
  title: string;
  /** The name of the template. */
  template: string;
  /** The name of the language that was spoken. */
  language: string;
  /** When, how long, in which language, who spoke. */
  facts: string[];
  /** The same without who spoke. */
  when: string[];
  /** The same with the template. */
  whenAndHow: string[];
  /** Speakers with their speaking time, in the order of their first words; only names and labels that the source gave. */
  people: { name: string; spoken: string; number: string | null }[];
  /** The heading of minutes that only quote, and how to read them; null for minutes that an engine wrote. */
  quotations: { title: string; intro: string } | null;
  /** Why a line without a mark proves little; null where there is nothing to say. */
  caution: string | null;
  /** In the order in which they are read. `content` is null for a required field without lines; `nothing` says why. */
  sections: MinutesSection[];
  /** Quotations below minutes of which fewer than half of the lines are confirmed. */
  below: { title: string; intro: string; sections: MinutesSection[] } | null;
  /** The fields of the template, for data. */
  fields: { key: string; title: string; content: FieldContent | null }[];
  turns: Turn[];
  /** Names the engine that wrote the minutes, and says that the recording was cut off if it was. */
  colophon: string | null;
  /** The same in full: when, from what and with which template, and what was left out. */
  colophonLines: string[];
  /** The moments that prove a line. */
  moments(segmentIds: readonly string[]): Moment[];
  /** Whether the recording can be played from a moment: no link leads behind its end. */
  reaches(startMs: number): boolean;
  /** Mark shown instead of a moment when a person wrote the line and no moment proves it; else null. */
  manualMark(line: Marked): string | null;
  /** Mark of a line that the check did not find in the recording; its first moment is the nearest one. Else null. */
  unconfirmedMark(line: Marked): string | null;
  /** The words of a line; of a quotation with its speaker. */
  words(line: SummaryItem): string;
  /** A deadline as it was said, or the day that a person chose, as a date. */
  deadline(said: string): string;
  texts: {
    transcript: string;
    notSaid: string;
    task: { title: string; assigned: string; deadline: string; done: string };
  };
};

/** The part of a line that gives its origin: the moments that prove it, or a person. */
export type Marked = {
  segmentIds: readonly string[];
  manual?: true | undefined;
  unconfirmed?: true | undefined;
};

/** A part of the minutes as texts. */
export type MinutesSection = { title: string; content: FieldContent | null; nothing: string };

/** The features whose texts are in exports. */
export const EXPORT_TEXTS = ["meeting", "highlights", "colophon", "common", "exporting", "editActions"] as const;

export type ExportTexts = Translate<typeof EXPORT_TEXTS>;

export function minutesOf(view: MeetingView, t: ExportTexts, { locale }: { locale: Locale }): Minutes {
  const { head, summary, segments } = view;
  const places = placeSegments(segments);
  const byKey = new Map(summary?.fields.map((field) => [field.key, field.content]));
  const people = listPeople(view, locale);
  // People who said nothing took part as well.
  const inCall = (head.call?.people ?? []).flatMap(({ name }) => name ?? []);
  const names = new Set([...people.map(({ name }) => name), ...inCall]);
  const language = languageName(head.language, locale, (own) => t(`common:language.${own}`));
  const when = [
    formatDateTime(head.startsAt, locale, head.timeZone),
    ...(head.durationMs === null ? [] : [formatExactDuration(head.durationMs, locale)]),
    language,
  ];
  const template = summary ? templateLabel(summary, t) : (head.templateName ?? t("meeting:basicSystem"));
  return {
    title: head.title,
    template,
    language,
    facts: [...when, ...(names.size === 0 ? [] : [[...names].join(", ")])],
    when,
    whenAndHow: [...when, t("meeting:template", { name: template })],
    people,
    quotations:
      summary !== null && isQuoting(summary)
        ? {
            title: t("highlights:title"),
            intro: t(`highlights:${introOf(summary, false)}`),
          }
        : null,
    caution: summary?.caution ? t(`colophon:caution.${summary.caution}`) : null,
    sections: summary === null ? [] : sectionsAsTexts(summary, places, t),
    below: summary?.quotations
      ? {
          title: t("highlights:title"),
          intro: t(`highlights:${introOf({ ...summary, ...summary.quotations }, true)}`),
          sections: sectionsAsTexts({ ...summary, ...summary.quotations }, places, t),
        }
      : null,
    fields: (summary?.template.fields ?? []).map(({ key, title, type }) => {
      const content = byKey.get(key) ?? null;
      return {
        key,
        title: title ?? headingText({ kind: "field", type }, t),
        content: content && linesOf(content).length > 0 ? content : null,
      };
    }),
    words: (line) => wordsOf(line, t),
    turns: groupTurns(segments),
    colophon: [...(summary === null ? [] : [writtenBy(summary, t)]), ...cutOffOf(head, t)].join(" ") || null,
    colophonLines: colophonOf(view, t, locale),
    reaches: (startMs) => isInRecording(startMs, head.durationMs),
    moments: (segmentIds) => momentsOf(segmentIds, places),
    manualMark: (line) =>
      line.manual && momentsOf(line.segmentIds, places).length === 0 ? t("editActions:manualEdit") : null,
    unconfirmedMark: (line) => (line.unconfirmed ? t("meeting:check.unconfirmed") : null),
    deadline: (said) => (isDay(said) ? formatDate(Date.parse(said), locale, "UTC") : said),
    texts: {
      transcript: t("meeting:tabs.transcript"),
      notSaid: t("meeting:notSaid"),
      task: {
        title: t("meeting:tasks.title"),
        assigned: t("meeting:tasks.assigned"),
        deadline: t("meeting:tasks.deadline"),
        done: t("exporting:done"),
      },
    },
  };
}

const ABSENCES = {
  "not-said": "meeting:nothingFound",
  emptied: "meeting:check.emptied",
} as const;

/** A field that only a model could fill is left out: readers of a file or a message have none to set up. The owner's page names it. */
function sectionsAsTexts(
  minutes: Pick<SummaryView, "fields" | "template" | "emptied" | "engine">,
  places: ReturnType<typeof placeSegments>,
  t: ExportTexts,
): MinutesSection[] {
  return sectionsOf(minutes, (ids) => momentsOf(ids, places)[0]?.startMs ?? null).flatMap(
    ({ heading, content, absence }) =>
      absence === "needs-model" ? [] : [{ title: headingText(heading, t), content, nothing: t(ABSENCES[absence]) }],
  );
}

/**
 * The field that was chosen for a property: by its key, which is the same in every language and stays when the title is changed, or else by
 * its title, whatever its case.
 */
export function findField<Field extends { key: string; title: string }>(
  fields: readonly Field[],
  { key, field }: { key?: string | undefined; field: string },
): Field | undefined {
  const title = field.trim().toLocaleLowerCase();
  return (
    fields.find((each) => each.key === key) ?? fields.find((each) => each.title.trim().toLocaleLowerCase() === title)
  );
}

function wordsOf(line: SummaryItem, t: ExportTexts): string {
  const { text, quoted } = line;
  if (quoted === undefined || !isQuotation(line)) return text;
  const quote = t("highlights:quote", { text });
  return quoted.speaker === null ? quote : `${t("highlights:speaker", { name: quoted.speaker })} ${quote}`;
}

function headingText(heading: Section["heading"], t: ExportTexts): string {
  switch (heading.kind) {
    case "title":
      return heading.title;
    case "topic": {
      const { startMs, endMs, keywords } = heading.topic;
      const span = `${formatMoment(startMs)} ${t("highlights:until")} ${formatMoment(endMs)}`;
      return `${keywords.join(" · ") || t("highlights:topic")} (${span})`;
    }
    case "field":
      return t(`meeting:field.${heading.type}`);
  }
}

/** Basic system has no id; its name is a text of the interface. */
function templateLabel({ template }: SummaryView, t: ExportTexts): string {
  return template.id === null ? t("meeting:basicSystem") : template.name;
}

function writtenBy({ engine }: SummaryView, t: ExportTexts): string {
  return engine.port === "extractive" ? t("colophon:extractive") : t("colophon:model", { model: engine.model });
}

/** The line that gives the time at which a cut-off recording ends; empty when the recording is complete. */
function cutOffOf({ cutOff, durationMs }: MeetingView["head"], t: ExportTexts): string[] {
  return cutOff && durationMs !== null ? [t("colophon:cutOff", { at: formatMoment(durationMs) })] : [];
}

function colophonOf({ head, summary }: MeetingView, t: ExportTexts, locale: Locale): string[] {
  const cutOff = cutOffOf(head, t);
  if (summary === null) return cutOff;
  const date = formatDateTime(summary.writtenAt, locale, head.timeZone);
  const template = templateLabel(summary, t);
  return [
    originOf(head, { date, template }, t, locale),
    writtenBy(summary, t),
    ...cutOff,
    ...(summary.droppedItems > 0 ? [t("colophon:droppedItems", { count: summary.droppedItems })] : []),
    ...(head.droppedSegments > 0 ? [t("colophon:droppedSegments", { count: head.droppedSegments })] : []),
  ];
}

/** From what and when the minutes were written, and where the transcript comes from. */
function originOf(
  { durationMs, textOnly, transcriptSource }: MeetingView["head"],
  written: { date: string; template: string },
  t: ExportTexts,
  locale: Locale,
): string {
  if (textOnly) return t("colophon:writtenFromText", written);
  const source = transcriptSource === null ? "" : ` ${t(`colophon:${transcriptSource}`)}`;
  if (durationMs === null) return `${t("colophon:writtenNoLength", written)}${source}`;
  return `${t("colophon:written", { ...written, length: formatExactDuration(durationMs, locale) })}${source}`;
}

function listPeople({ segments }: MeetingView, locale: Locale): Minutes["people"] {
  const spokenMs = new Map<string, number>();
  for (const { speaker, startMs, endMs } of segments) {
    if (speaker !== null) spokenMs.set(speaker, (spokenMs.get(speaker) ?? 0) + Math.max(0, endMs - startMs));
  }
  return [...spokenMs].map(([name, ms]) => ({ name, spoken: formatDuration(ms, locale), number: labelNumber(name) }));
}
