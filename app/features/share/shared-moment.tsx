import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatMoment } from "#app/domain/time.ts";
import { isPlayable, useSharedFacts, useSharedMoments } from "#app/features/share/shared-facts.ts";

/**
 * A moment mark: a link that the page's script plays from, and that opens the page at this moment without it. Where the
 * recording is not shared, or behind its end, it is a plain time.
 */
export function SharedMoment({ ms, tabStop = true }: { ms: number; tabStop?: boolean }) {
  const { t } = useTranslation("meeting");
  const facts = useSharedFacts();
  const time = <time dateTime={duration(ms)}>{formatMoment(ms)}</time>;
  if (!isPlayable(facts, ms)) return <span className="moment moment--text">{time}</span>;
  return (
    <a className="moment" href={`?t=${Math.floor(ms / 1000)}`} data-t={ms / 1000} tabIndex={tabStop ? undefined : -1}>
      <span className="sr">{`${t("playFrom")} `}</span>
      {time}
    </a>
  );
}

/** The marks of a line, one under the other; where a person wrote it there are none. */
export function SharedMarks({ segmentIds, byHand }: { segmentIds: readonly string[]; byHand?: true | undefined }) {
  const { t, i18n } = useTranslation("editActions");
  const moments = useSharedMoments(segmentIds);
  if (byHand && moments.length === 0) {
    return (
      <span className="manual-edit" lang={i18n.language}>
        {t("manualEdit")}
      </span>
    );
  }
  return moments.map(({ startMs }) => <SharedMoment key={startMs} ms={startMs} />);
}

/** ISO 8601: PT12M34S. */
function duration(ms: number): string {
  return `PT${Math.floor(ms / 60_000)}M${Math.floor(ms / 1000) % 60}S`;
}
