import { useTranslation } from "#app/i18n/use-translation.ts";
import { queryPieces, withoutPiece } from "#app/domain/search/search-query.ts";
import { useCountText } from "#app/features/search/found-text.tsx";
import type { Search } from "#app/features/search/use-search.ts";
import { Icon } from "#app/ui/icon.tsx";

type UnderstoodProps = { typed: string; search: Search; onType: (text: string) => void };

/** The filters of the search as words, each of which can be taken away. */
export function Understood({ typed, search: { answer, isCurrent }, onType }: UnderstoodProps) {
  const { t } = useTranslation("search");
  const pieces = queryPieces(typed);
  const filters = pieces.flatMap((piece) => (piece.filter === null ? [] : [{ ...piece, filter: piece.filter }]));
  if (filters.length === 0) return null;
  const words = pieces.filter(({ filter }) => filter === null).map(({ whole }) => whole);
  const unread = isCurrent ? (answer?.asked.unread ?? []) : [];
  return (
    <div className="palette__words">
      {words.length > 0 && (
        <span className="note muted">
          {t("looksFor")} <b className="ink">{words.join(" ")}</b>
        </span>
      )}
      {filters.map((piece) => {
        const name = t(`filter.${piece.filter}`);
        return (
          <button
            key={piece.at}
            className={unread.includes(piece.whole) ? "word word--unread" : "word"}
            type="button"
            aria-label={t("takeAway", { filter: `${name} ${piece.value}` })}
            onClick={() => onType(withoutPiece(typed, piece))}
          >
            {name} <b>{piece.value}</b>
            <Icon name="close" />
          </button>
        );
      })}
      {unread.length > 0 && <span className="note">{t("unread", { filter: unread.join(", ") })}</span>}
    </div>
  );
}

/** Says that the search failed, that meetings may be missing, or that nothing was found. */
export function BoxNotes({ search: { answer, isCurrent, failure } }: { search: Search }) {
  const { t } = useTranslation(["search", "common"]);
  if (failure) {
    return (
      <p className="palette__note" role="alert">
        <Icon name="alert" /> {failure.message ?? t("common:error.connection")}
      </p>
    );
  }
  if (!isCurrent || !answer) return null;
  return (
    <>
      {!answer.isComplete && <p className="palette__note note muted">{t("indexing")}</p>}
      {answer.meetings.length === 0 && answer.cursor !== null && (
        <p className="palette__note note muted">{t("notYet")}</p>
      )}
      {answer.meetings.length === 0 && answer.cursor === null && (
        <div className="palette__none">
          <p className="section">{t("noMatches")}</p>
          <p className="muted">{t("lookedThrough")}</p>
        </div>
      )}
    </>
  );
}

type FootProps = { search: Search; isAsking: boolean; canForget: boolean };

export function Foot({ search: { answer }, isAsking, canForget }: FootProps) {
  const { t } = useTranslation("search");
  const countText = useCountText();
  const counted = answer ? countText({ meetings: answer.meetings, hasMore: answer.cursor !== null }) : "";
  return (
    <div className="palette__keys note muted">
      <span className="num" role="status">
        {isAsking && answer === null ? t("asking") : counted}
      </span>
      <span className="grow" />
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t("keys.choose")}
      </span>
      {canForget ? (
        <span>
          <kbd>Delete</kbd> {t("keys.forget")}
        </span>
      ) : (
        <>
          <span>
            <kbd>Enter</kbd> {t("keys.open")}
          </span>
          {(answer?.meetings.length ?? 0) > 0 && (
            <span>
              <kbd>Ctrl Enter</kbd> {t("keys.meeting")}
            </span>
          )}
        </>
      )}
    </div>
  );
}
