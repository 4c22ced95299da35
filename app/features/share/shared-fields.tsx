import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MeetingView } from "#app/contracts/meeting-view.ts";
import { assertNever } from "#app/domain/invariant.ts";
import { useSharedMoments } from "#app/features/share/shared-facts.ts";
import { SharedMarks, SharedMoment } from "#app/features/share/shared-moment.tsx";
import { SharedTable, SharedTasks } from "#app/features/share/shared-tables.tsx";
import { SharedWords } from "#app/features/share/shared-words.tsx";

type SummaryView = NonNullable<MeetingView["summary"]>;
type FieldContent = SummaryView["fields"][number]["content"];

/**
 * The minutes as they are read: every field in the order of its template, without anything to click but its moments. The
 * meeting page draws the same fields with all that one can do to them, and would bring its code along.
 */
export function SharedFields({ summary }: { summary: SummaryView }) {
  const { t } = useTranslation("meeting");
  const byKey = new Map(summary.fields.map(({ key, content }) => [key, content]));
  return summary.template.fields.map((field, index) => {
    const content = byKey.get(field.key);
    const id = `field-${index}`;
    return (
      <section
        key={field.key}
        className={index === 0 ? "fieldset fieldset--first" : "fieldset"}
        aria-labelledby={id}
        lang={field.title === null ? undefined : summary.language}
      >
        <header>
          <h2 className="section" id={id}>
            {field.title ?? t(`field.${field.type}`)}
          </h2>
        </header>
        {content && hasLines(content) ? (
          <div lang={summary.language}>
            <FieldBody content={content} />
          </div>
        ) : (
          <p className="muted">{t("nothingFound")}</p>
        )}
      </section>
    );
  });
}

function hasLines(content: FieldContent): boolean {
  return (content.type === "customTable" ? content.rows : content.items).length > 0;
}

function FieldBody({ content }: { content: FieldContent }) {
  switch (content.type) {
    case "summary":
    case "customText":
      return (
        <p className="reading">
          {content.items.map((item) => (
            <Sentence key={`${item.segmentIds.join()} ${item.text}`} item={item} />
          ))}
        </p>
      );
    case "keypoints":
    case "bullets":
    case "customBullets":
      return <Lines items={content.items}>{({ text }) => <p className="reading">{text}</p>}</Lines>;
    case "titleSubtitle":
      return (
        <Lines items={content.items}>
          {({ text, subtitle }) => (
            <div>
              <p className="reading strong">{text}</p>
              {subtitle !== null && <p className="reading">{subtitle}</p>}
            </div>
          )}
        </Lines>
      );
    case "keywords":
      return <SharedWords items={content.items} />;
    case "customHashtag":
      return <SharedWords items={content.items} tags />;
    case "tasks":
      return <SharedTasks tasks={content.items} />;
    case "customTable":
      return <SharedTable columns={content.columns} rows={content.rows} />;
    default:
      return assertNever(content);
  }
}

type Item = { text: string; segmentIds: string[]; byHand?: true | undefined };

function Lines<Line extends Item>({ items, children }: { items: Line[]; children: (item: Line) => ReactNode }) {
  return (
    <ul className="lines">
      {items.map((item) => (
        <li className="line" key={`${item.segmentIds.join()} ${item.text}`}>
          <div className="line__when">
            <SharedMarks segmentIds={item.segmentIds} byHand={item.byHand} />
          </div>
          {children(item)}
        </li>
      ))}
    </ul>
  );
}

/** A no-break space keeps a mark on the line of the word before it. */
function Sentence({ item }: { item: Item }) {
  const moments = useSharedMoments(item.segmentIds);
  return (
    <>
      {item.text}
      {item.byHand && moments.length === 0 && (
        <>
          {"\u00a0"}
          <SharedMarks segmentIds={[]} byHand />
        </>
      )}
      {moments.map(({ startMs }) => (
        <Fragment key={startMs}>
          {"\u00a0"}
          <SharedMoment ms={startMs} />
        </Fragment>
      ))}{" "}
    </>
  );
}
