import { type ComponentProps, createContext, useContext } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { TemplatePreview } from "#app/contracts/template/template-answers.ts";
import { fieldSections } from "#app/domain/summary/field-sections.ts";
import { isQuoting } from "#app/domain/summary/quotation.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { Places } from "#app/domain/transcript/moments.ts";
import { Words } from "#app/features/minutes/field-views.tsx";
import { type MinutesParts, MinutesPartsProvider } from "#app/features/minutes/minutes-parts.ts";
import { QuotedSections } from "#app/features/minutes/quoted-sections.tsx";
import { FieldSections } from "#app/features/minutes/section-view.tsx";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { formatShortDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";

type Props = { preview: TemplatePreview; editedKey: string | null };

/**
 * The minutes that the template produces without a model, as a meeting page shows them, without anything to play or tick off. Fields that need
 * a model say so at their places.
 */
export function PreviewFields({ preview: { summary, moments }, editedKey }: Props) {
  const { t } = useTranslation("templates");
  const { titleOf } = useTemplateNames();
  const places = placesOf(moments);
  const shown = new Set(fieldSections(summary).map(({ key }) => key));
  const hidden = summary.template.fields.filter(({ key }) => !shown.has(key));
  const Sections = isQuoting(summary) ? QuotedSections : FieldSections;
  return (
    <Moments.Provider value={moments}>
      <MinutesPartsProvider value={PREVIEW_PARTS}>
        <p className="note muted block--s">{t("preview.quoted")}</p>
        <Sections summary={summary} places={places} lang={summary.language} editedKey={editedKey} />
        {summary.quotations && (
          <QuotedSections
            summary={{ ...summary, ...summary.quotations }}
            places={places}
            lang={summary.language}
            isBelow
          />
        )}
        {hidden.length > 0 && (
          <p className="note muted block--s">{t("preview.hidden", { names: hidden.map(titleOf).join(", ") })}</p>
        )}
      </MinutesPartsProvider>
    </Moments.Provider>
  );
}

/** Sections are ordered by the moments of their lines; whether two segments are neighbours does not matter here. */
function placesOf(moments: TemplatePreview["moments"]): Places {
  return new Map(Object.entries(moments).map(([id, startMs], index) => [id, { index, startMs }]));
}

/** The start of each cited segment, by its id. */
const Moments = createContext<TemplatePreview["moments"]>({});

/** The moments that a line rests on. There is nothing to play here, so that they are plain times. */
function Times({ segmentIds }: { segmentIds: readonly string[] }) {
  const moments = useContext(Moments);
  const [first] = segmentIds.flatMap((id) => moments[id] ?? []).toSorted((one, other) => one - other);
  return first === undefined ? null : <span className="note muted num">{formatMoment(first)}</span>;
}

const PREVIEW_PARTS: MinutesParts = {
  Words,
  Marks: Times,
  Sentence: ({ item }) => (
    <>
      {item.text}
      {"\u00a0"}
      <Times segmentIds={item.segmentIds} />{" "}
    </>
  ),
  Line: ({ item, children }) => (
    <li className="line">
      <div className="line__when">
        <Times segmentIds={item.segmentIds} />
      </div>
      <div>{children}</div>
    </li>
  ),
  WordLink: ({ children }) => <span>{children(0)}</span>,
  Cell: ({ label, children }) => <td data-label={label}>{children}</td>,
  TaskWords: ({ task, children }) => (
    <>
      {children}
      {task.description !== null && <span className="desc">{task.description}</span>}
    </>
  ),
  SpeakerName: ({ label }) => <b className="speaker">{label}</b>,
  At: ({ ms }) => <span className="num">{formatMoment(ms)}</span>,
  PersonAvatar: () => null,
  Day,
  NotSaid,
  OutdatedMark: () => null,
  UnconfirmedMark: () => null,
};

function Day({ day }: ComponentProps<MinutesParts["Day"]>) {
  const locale = useLocale();
  return <time dateTime={day}>{formatShortDate(Date.parse(day), locale, "UTC")}</time>;
}

function NotSaid() {
  const { t } = useTranslation("meeting");
  return <span className="unsaid">{t("notSaid")}</span>;
}
