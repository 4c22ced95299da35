import { type KeyboardEvent, type RefObject, useId } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSearchState, useTranscriptSearch } from "#app/features/meeting/transcript/search/use-transcript-search.tsx";
import { useLocale } from "#app/i18n/local-time.tsx";
import { Icon } from "#app/ui/icon.tsx";

type FindProps = {
  field: RefObject<HTMLInputElement>;
  /** Nothing is there to be searched. */
  empty: boolean;
  /** The first row that the reader sees: the search begins there. */
  from: () => number;
  /** Escape: the search is over, and the focus goes to what was found. */
  onLeave: () => void;
};

/** §2: the search of the transcript: how many matches, the next and the previous one. */
export function TranscriptFind({ field, empty, from, onLeave }: FindProps) {
  const { t } = useTranslation("reading");
  const id = useId();
  const search = useTranscriptSearch();
  const { query, isPending, matches } = useSearchState();
  const nothing = query.trim() !== "" && !isPending && matches.length === 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      search.step(event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <search>
      <div className="find">
        <label className="sr" htmlFor={id}>
          {t("find.label")}
        </label>
        <Icon name="search" className="muted" />
        <input
          ref={field}
          id={id}
          type="search"
          value={query}
          placeholder={t("find.placeholder")}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          aria-keyshortcuts="/"
          onChange={(event) => search.ask(event.currentTarget.value, from())}
          onKeyDown={onKeyDown}
        />
        <FindCount />
        <StepButton by={-1} />
        <StepButton by={1} />
      </div>
      <p className="find__none note muted" role="status">
        {nothing && t(empty ? "find.noData" : "find.noMatches")}
      </p>
    </search>
  );
}

function FindCount() {
  const { t } = useTranslation("reading");
  const locale = useLocale();
  const { matches, current } = useSearchState();
  const format = new Intl.NumberFormat(locale);
  return (
    <span className="small muted num find__count" role="status">
      {matches.length > 0 && t("find.count", { at: format.format(current + 1), all: format.format(matches.length) })}
    </span>
  );
}

function StepButton({ by }: { by: 1 | -1 }) {
  const { t } = useTranslation("reading");
  const search = useTranscriptSearch();
  const { matches } = useSearchState();
  return (
    <button
      className="btn btn--quiet btn--icon"
      type="button"
      aria-label={t(by === 1 ? "find.next" : "find.previous")}
      aria-disabled={matches.length === 0 || undefined}
      onClick={() => search.step(by)}
    >
      <Icon name={by === 1 ? "down" : "up"} />
    </button>
  );
}
