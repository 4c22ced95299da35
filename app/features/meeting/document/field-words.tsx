import { useTranslation } from "react-i18next";
import { isPlayable, useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { momentAddress } from "#app/features/meeting/transcript/segment-anchor.ts";

type Item = { text: string; segmentIds: string[] };

/** Keywords or tags in a row, each with how often it stands in the transcript; a click plays the first time. */
export function FieldWords({ items, tags = false }: { items: Item[]; tags?: boolean }) {
  return (
    <ul className="words">
      {items.map((item) => (
        <li key={item.text}>
          <Word item={item} label={tags && !item.text.startsWith("#") ? `#${item.text}` : item.text} />
        </li>
      ))}
    </ul>
  );
}

function Word({ item, label }: { item: Item; label: string }) {
  const { t } = useTranslation("meeting");
  const facts = useMeetingFacts();
  const { places } = facts;
  const said = item.segmentIds.flatMap((id) => places.get(id) ?? []);
  const first = item.segmentIds.find((id) => places.has(id));
  const startMs = first === undefined ? undefined : places.get(first)?.startMs;
  const count = said.length > 0 && (
    <>
      <sup aria-hidden="true">{said.length}</sup>
      <span className="sr">, {t("keywordMoments", { count: said.length })}</span>
    </>
  );
  if (first === undefined || startMs === undefined || !isPlayable(facts, startMs)) {
    return (
      <span>
        {label}
        {count}
      </span>
    );
  }
  return (
    <a href={momentAddress(startMs, first)} data-seek={startMs} data-preview={first}>
      {label}
      {count}
    </a>
  );
}
