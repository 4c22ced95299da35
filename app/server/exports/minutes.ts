import type { TFunction } from "i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import type { Locale } from "#app/domain/languages.ts";
import { groupTurns, type Turn } from "#app/domain/transcript/group-turns.ts";
import { type Moment, momentsOf, placeSegments } from "#app/domain/transcript/moments.ts";
import { formatDateTime, formatExactDuration } from "#app/i18n/format.ts";

type SummaryView = NonNullable<MeetingView["summary"]>;
export type FieldContent = SummaryView["fields"][number]["content"];

/** The minutes in words, ready for a writer: what a heading says is decided here, how it looks is the writer's. */
export type Minutes = {
  title: string;
  /** When, how long, in which language, who spoke. */
  facts: string[];
  fields: { title: string; content: FieldContent | null }[];
  turns: Turn[];
  /** What wrote it, and from what. */
  colophon: string | null;
  /** The moments that prove a line. */
  moments(segmentIds: readonly string[]): Moment[];
  texts: {
    transcript: string;
    nothingFound: string;
    notSaid: string;
    task: { title: string; assigned: string; deadline: string };
  };
};

export type ExportTexts = TFunction<("meeting" | "common")[]>;

export function minutesOf(view: MeetingView, t: ExportTexts, { locale }: { locale: Locale }): Minutes {
  const { head, summary, segments } = view;
  const places = placeSegments(segments);
  const byKey = new Map(summary?.fields.map((field) => [field.key, field.content]));
  const speakers = [...new Set(segments.flatMap(({ speaker }) => speaker ?? []))];
  return {
    title: head.title,
    facts: [
      formatDateTime(head.startsAt, locale, head.timeZone),
      ...(head.durationMs === null ? [] : [formatExactDuration(head.durationMs, locale)]),
      t(`common:language.${head.language}`),
      ...(speakers.length === 0 ? [] : [speakers.join(", ")]),
    ],
    fields: (summary?.template.fields ?? []).map(({ key, title, type }) => {
      const content = byKey.get(key) ?? null;
      return { title: title ?? t(`meeting:field.${type}`), content: content && hasLines(content) ? content : null };
    }),
    turns: groupTurns(segments),
    colophon: summary === null ? null : writtenBy(summary, t),
    moments: (segmentIds) => momentsOf(segmentIds, places),
    texts: {
      transcript: t("meeting:tabs.transcript"),
      nothingFound: t("meeting:nothingFound"),
      notSaid: t("meeting:notSaid"),
      task: {
        title: t("meeting:tasks.title"),
        assigned: t("meeting:tasks.assigned"),
        deadline: t("meeting:tasks.deadline"),
      },
    },
  };
}

function hasLines(content: FieldContent): boolean {
  return (content.type === "customTable" ? content.rows : content.items).length > 0;
}

function writtenBy({ engine }: SummaryView, t: ExportTexts): string {
  return engine.port === "extractive"
    ? t("meeting:colophon.extractive")
    : t("meeting:colophon.model", { model: engine.model });
}
