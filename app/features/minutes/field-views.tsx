import { type ComponentType, createElement } from "react";
import { useTranslation } from "react-i18next";
import type { FieldBodies, FieldContent, SummaryItem } from "#app/domain/summary/summary.ts";
import type { FieldType } from "#app/domain/template/template.ts";
import { useMinutesParts } from "#app/features/minutes/minutes-parts.ts";
import { TableView, TasksView } from "#app/features/minutes/table-views.tsx";

type Items = { content: { items: SummaryItem[] } };

/** The view of every type of field (§3), on the meeting page and on the shared page. */
const FIELD_VIEWS: { [Type in FieldType]: ComponentType<{ content: FieldBodies[Type] }> } = {
  summary: ProseView,
  keypoints: LinesView,
  keywords: WordsView,
  tasks: TasksView,
  bullets: LinesView,
  titleSubtitle: TitlesView,
  customText: ProseView,
  customBullets: LinesView,
  customHashtag: (props) => <WordsView {...props} tags />,
  customTable: TableView,
};

/** A field that has lines, within the parts of its page. */
export function FieldView({ content }: { content: FieldContent }) {
  return createElement(viewOf(content.type), { content });
}

function viewOf<Type extends FieldType>(type: Type): ComponentType<{ content: FieldBodies[Type] }> {
  return FIELD_VIEWS[type];
}

function ProseView({ content }: Items) {
  const { Sentence } = useMinutesParts();
  return (
    <p className="reading">
      {content.items.map((item) => (
        <Sentence key={keyOf(item)} item={item} />
      ))}
    </p>
  );
}

function LinesView({ content }: Items) {
  const { Line } = useMinutesParts();
  return (
    <ul className="lines">
      {content.items.map((item) => (
        <Line key={keyOf(item)} item={item}>
          <p className="reading">{item.text}</p>
        </Line>
      ))}
    </ul>
  );
}

function TitlesView({ content }: { content: FieldBodies["titleSubtitle"] }) {
  const { Line } = useMinutesParts();
  return (
    <ul className="lines">
      {content.items.map((item) => (
        <Line key={keyOf(item)} item={item}>
          <p className="reading strong">{item.text}</p>
          {item.subtitle !== null && <p className="reading">{item.subtitle}</p>}
        </Line>
      ))}
    </ul>
  );
}

/** Keywords or tags in a row, each with how often it stands in the transcript. */
function WordsView({ content, tags = false }: Items & { tags?: boolean }) {
  return (
    <ul className="words">
      {content.items.map((item) => (
        <li key={item.text}>
          <Word item={item} label={tags && !item.text.startsWith("#") ? `#${item.text}` : item.text} />
        </li>
      ))}
    </ul>
  );
}

function Word({ item: { segmentIds }, label }: { item: SummaryItem; label: string }) {
  const { t } = useTranslation("meeting");
  const { WordLink } = useMinutesParts();
  return (
    <WordLink segmentIds={segmentIds}>
      {(count) => (
        <>
          {label}
          {count > 0 && (
            <>
              <sup aria-hidden="true">{count}</sup>
              <span className="sr">, {t("keywordMoments", { count })}</span>
            </>
          )}
        </>
      )}
    </WordLink>
  );
}

/** Two lines of one field never say the same at the same moment. */
function keyOf(item: { id?: string | undefined; text: string; segmentIds: string[] }): string {
  return item.id ?? `${item.segmentIds.join()} ${item.text}`;
}
