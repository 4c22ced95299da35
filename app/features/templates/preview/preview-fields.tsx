import { type ComponentProps, createContext, useContext } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { TemplatePreview } from "#app/contracts/template/template-answers.ts";
import { fieldSections } from "#app/domain/summary/field-sections.ts";
import { formatMoment } from "#app/domain/time.ts";
import { Words } from "#app/features/minutes/field-views.tsx";
import { type MinutesParts, MinutesPartsProvider } from "#app/features/minutes/minutes-parts.ts";
import { SectionView } from "#app/features/minutes/sections.tsx";
import { useTemplateNames } from "#app/features/templates/template-names.ts";
import { formatShortDate } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";

type Props = { preview: TemplatePreview; editedKey: string | null };

/** The minutes that the template produces, as a meeting page shows them, without anything to play or tick off. */
export function PreviewFields({ preview: { summary, moments }, editedKey }: Props) {
  const { t } = useTranslation(["templates", "meeting"]);
  const { titleOf } = useTemplateNames();
  const sections = fieldSections(summary);
  const shown = new Set(sections.map(({ key }) => key));
  const hidden = summary.template.fields.filter(({ key }) => !shown.has(key));
  return (
    <Moments.Provider value={moments}>
      <MinutesPartsProvider value={PREVIEW_PARTS}>
        <p className="note muted block--s">{t("preview.quoted")}</p>
        {sections.map(({ key, heading, content }) => (
          <SectionView
            key={key}
            heading={
              heading.kind === "title"
                ? heading.title
                : heading.kind === "field"
                  ? t(`meeting:field.${heading.type}`)
                  : null
            }
            headingLang={undefined}
            content={content}
            className={key === editedKey ? "is-edited" : ""}
            level="h3"
            lang={summary.language}
          >
            {null}
          </SectionView>
        ))}
        {hidden.length > 0 && (
          <p className="note muted block--s">{t("preview.hidden", { names: hidden.map(titleOf).join(", ") })}</p>
        )}
      </MinutesPartsProvider>
    </Moments.Provider>
  );
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
  Cell: ({ label, children }) => (
    <td className="prose" data-label={label}>
      {children}
    </td>
  ),
  TaskWords: ({ task, children }) => (
    <>
      {children}
      {task.description !== null && <span className="desc">{task.description}</span>}
    </>
  ),
  SpeakerName: ({ label }) => <b className="speaker">{label}</b>,
  At: () => null,
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
