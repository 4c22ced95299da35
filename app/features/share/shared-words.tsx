import { useTranslation } from "react-i18next";
import { isPlayable, useSharedFacts } from "#app/features/share/shared-facts.ts";

type Item = { text: string; segmentIds: string[] };

/** Keywords or tags in a row, each with how often it was said; a click plays the first time. */
export function SharedWords({ items, tags = false }: { items: Item[]; tags?: boolean }) {
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
  const facts = useSharedFacts();
  const { places } = facts;
  const said = item.segmentIds.flatMap((id) => places.get(id)?.startMs ?? []);
  const first = said.length > 0 ? Math.min(...said) : null;
  const inside = (
    <>
      {label}
      {said.length > 0 && (
        <>
          <sup aria-hidden="true">{said.length}</sup>
          <span className="sr">, {t("keywordMoments", { count: said.length })}</span>
        </>
      )}
    </>
  );
  if (first === null || !isPlayable(facts, first)) return <span>{inside}</span>;
  return (
    <a href={`?t=${Math.floor(first / 1000)}`} data-t={first / 1000}>
      {inside}
    </a>
  );
}
