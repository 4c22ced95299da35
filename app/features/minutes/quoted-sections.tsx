import type { Translate } from "#app/i18n/translate.ts";
import { useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SectionHeading } from "#app/domain/summary/field-sections.ts";
import { introOf } from "#app/domain/summary/quotation.ts";
import { sectionsOf } from "#app/domain/summary/sections.ts";
import { momentsOf } from "#app/domain/transcript/moments.ts";
import { MinutesPartsProvider, useMinutesParts } from "#app/features/minutes/minutes-parts.ts";
import { QuotedField, QuotedWords } from "#app/features/minutes/quoted-words.tsx";
import { isOfTasks, type MinutesProps, SectionView } from "#app/features/minutes/section-view.tsx";

/** Minutes that only quote: what they are, then their sections (domain/summary/sections.ts). */
export function QuotedSections({
  summary,
  places,
  besideTasks,
  lang,
  isBelow = false,
  editedKey = null,
}: MinutesProps) {
  const { t } = useTranslation(["meeting", "highlights"]);
  const parts = useMinutesParts();
  return (
    <MinutesPartsProvider value={{ ...parts, Words: QuotedWords }}>
      <QuotedHeading intro={introOf(summary, isBelow)} />
      {sectionsOf(summary, (ids) => momentsOf(ids, places)[0]?.startMs ?? null).map(
        ({ key, heading, content, absence }) => (
          <SectionView
            key={key}
            heading={headingText(heading, t)}
            headingLang={heading.kind === "topic" || heading.kind === "title" ? lang : undefined}
            content={content}
            absence={absence}
            className={`${heading.kind === "topic" ? "topic" : ""} ${key === editedKey ? "is-edited" : ""}`}
            level="h3"
            isNamedByHeader={heading.kind === "topic"}
            lang={lang}
            View={QuotedField}
          >
            {heading.kind === "topic" && <Span {...heading.topic} />}
            {isOfTasks(heading, content) && besideTasks}
          </SectionView>
        ),
      )}
    </MinutesPartsProvider>
  );
}

/** Minutes that only quote say so first, and say "word for word" only when nothing was shortened. */
export function QuotedHeading({ intro }: { intro: ReturnType<typeof introOf> }) {
  const { t } = useTranslation(["highlights", "meeting"]);
  const id = useId();
  return (
    <section className="lede" aria-labelledby={id}>
      <h2 className="section" id={id}>
        {t("title")}
      </h2>
      <p className="reading muted">{t(intro)}</p>
    </section>
  );
}

/** From when to when a topic was talked about, in ms of the recording. */
function Span({ startMs, endMs }: { startMs: number; endMs: number }) {
  const { t } = useTranslation("highlights");
  const { At } = useMinutesParts();
  return (
    <p className="topic__span">
      <At ms={startMs} /> {t("until")} <At ms={endMs} />
    </p>
  );
}

export function headingText(heading: SectionHeading, t: Translate<["meeting", "highlights"]>): string {
  switch (heading.kind) {
    case "title":
      return heading.title;
    case "topic":
      return heading.topic.keywords.join(" · ") || t("highlights:topic");
    case "field":
      return t(`field.${heading.type}`);
  }
}
